/** Bytes of a COSMOS file's commands: equal to what OpenC3 builds. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { needsPeers } from "../../support/peers.ts";
import { compareCommands } from "./cosmos-commands.ts";

const FILE = fileURLToPath(new URL("../../oracle/definitions/commands.txt", import.meta.url));

test("commands of both byte orders, conversions, states, arrays, texts", { skip: needsPeers("PyPI") }, async () => {
  const found = await compareCommands("commands.txt", readFileSync(FILE, "utf8"), 100);
  assert.deepEqual(found.differences.slice(0, 10), []);
  assert.equal(found.commands, 600);
});
