/** The nodes for Node-RED, loaded as Node-RED does: each gets its whole configuration, with type and flow. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { integers64 } from "../golden/generated/integers-64.ts";
import { nested } from "../golden/generated/nested.ts";
import { text } from "../golden/generated/text.ts";
import { variable } from "../golden/generated/variable.ts";

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

const { decode, encode } = createRequire(import.meta.url)(
  "../../examples/node-red/node-red-contrib-structline/codecs.js",
);

test("values from JSON become the bytes that say them, or are refused", () => {
  const bytes = (channel: object, name: string, values: object, isRaw = false): Buffer =>
    encode(channel, name, values, isRaw).bytes;
  const wide = bytes(integers64, "integers", { serial: "18446744073709551615", balance: -5 });
  assert.equal(wide.toString("hex").slice(16), "ffffffffffffffff" + "fbffffffffffffff" + "0000000000000000");
  for (const serial of [-1, 2 ** 53, "18446744073709551616", "1.5", "", true, null])
    assert.throws(() => bytes(integers64, "integers", { serial }), /serial holds whole numbers from 0 to 1844/);
  assert.throws(() => bytes(integers64, "integers", { uptime: 2 }), /the rule of uptime has no inverse/);
  // Elements of arrays and members of records, too.
  assert.throws(
    () => bytes(nested, "nested", { "cells.1.celsius": 128 }),
    /cells\[1\].celsius holds whole numbers from -128/,
  );
  assert.throws(() => bytes(nested, "nested", { "home.latitude": null }), /home.latitude holds a number, not null/);
  assert.throws(() => bytes(nested, "nested", { level: "x" }), /level holds a number/);
  assert.throws(() => bytes(nested, "nested", { level: 1e39 }), /level holds numbers to/);
  assert.throws(() => bytes(text, "text", { name: "grün grün grün gr" }), /name holds a text of at most 16 bytes/);
  assert.throws(() => bytes(text, "text", { "lines.1": 5 }), /lines\[1\] holds a text of at most 4 bytes/);
  // A message with counts is as long as they say.
  const sky = { n: 1, flags: 0, "satellites.0.gnss": 3, "satellites.0.strength": 12.5 };
  const encoded = bytes(variable, "sky", sky);
  assert.equal(encoded.length, 8);
  assert.throws(() => bytes(variable, "sky", { ...sky, fixed: 7 }), /fixed is not in the message by its counts/);
  // What is decoded can be encoded again, raw and stored.
  for (const isRaw of [false, true]) {
    assert.deepEqual(bytes(variable, "sky", decode(variable, encoded, isRaw).values, isRaw), encoded);
  }
});
