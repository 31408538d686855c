/** The nodes for Node-RED, loaded as Node-RED does: each gets its whole configuration, with type and flow. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

test("every node is created with its whole configuration", () => {
  const register = createRequire(import.meta.url)("../../examples/node-red/node-red-contrib-structline/structline.js");
  const types = new Map<string, new (config: object) => object>();
  const created: object[] = [];
  register({
    settings: { userDir: "/nowhere" },
    nodes: {
      registerType: (name: string, type: new (config: object) => object) => types.set(name, type),
      createNode: (node: object, config: object) => {
        created.push(config);
        Object.assign(node, { on: () => {}, error: () => {}, status: () => {} });
      },
      getNode: () => undefined,
    },
  });
  // Without a type, Node-RED 4.1.8 and 5.0.7 throw at each start.
  const configurations = [...types.keys()].map((type) => ({ id: `${type}-1`, type, z: "flow", folder: "absent" }));
  for (const config of configurations) assert.ok(new (types.get(config.type)!)(config), config.type);
  assert.deepEqual(created, configurations);
  assert.equal(types.size, 3);
});
