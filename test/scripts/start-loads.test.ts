import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertNotLoaded, filesLoadedAtStart } from "../support/loaded-files.ts";

/** What a process without configuration does not need → text that occurs only in it. */
const OPTIONAL = {
  "NATS's client": "_INBOX",
  "hono's server, with Node's fetch": "overrideGlobalObjects",
  "prom-client": "collectDefaultMetrics",
  zod: "prettifyError",
};

let loaded: ReadonlySet<string>;

before(async () => {
  loaded = await filesLoadedAtStart();
});

test("a process and its threads were looked at", () => {
  for (const file of ["service-parts.js", "store-parts.js"]) assert.ok(loaded.has(file), file);
});

for (const [what, word] of Object.entries(OPTIONAL))
  test(`a start without configuration loads no ${what}`, () => assertNotLoaded(loaded, word));
