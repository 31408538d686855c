/** Mutations of valid inputs against the service process. Longer, with other seeds: `scripts/campaigns/fuzz-service.ts`. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { fuzzService } from "../support/fuzz/fuzz-service.ts";

const INPUTS: Readonly<Record<string, number>> = {
  datagrams: 2000,
  "MQTT payloads": 500,
  "HTTP bodies": 200,
  "INI files": 500,
};
const INPUTS_WITH_CONNECTIONS = 50;
/** A quarter of the default, because extreme inputs take most of the time. */
const MAX_BODY = 512 * 1024;
/** Most of it is the database, because mutated names create hundreds of columns. */
const MAX_MEMORY_MB = 700;

test("mutations of every input leave the service running, with bounded memory, and every request answered", async () => {
  const results = await fuzzService((target) => INPUTS[target] ?? INPUTS_WITH_CONNECTIONS, 1, { maxBody: MAX_BODY });
  for (const { target, seen, memoryMb } of results) {
    assert.equal(seen["500"] ?? 0, 0, target);
    assert.equal(seen["error"] ?? 0, 0, target);
    assert.ok(memoryMb < MAX_MEMORY_MB, `${target}: ${memoryMb} MB`);
  }
});
