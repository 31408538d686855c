import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertNotLoaded, filesLoadedAtStart } from "../support/loaded-files.ts";

/** What a process without configuration does not need → text that occurs only in it. */
const OPTIONAL = {
  "NATS's client": "_INBOX",
  "hono's server, with Node's fetch": "overrideGlobalObjects",
  "prom-client": "collectDefaultMetrics",
  zod: "prettifyError",
  "a client of brokers": "mqttjs_",
};

/** Of two threads, with DuckDB's five. */
const MOST_FILES = 32;

let loaded: ReadonlySet<string>;

before(async () => {
  loaded = await filesLoadedAtStart();
});

test("a process and its threads were looked at", () => {
  for (const file of ["service-parts.js", "store-parts.js"]) assert.ok(loaded.has(file), file);
});

test("it reads few files, since each costs half a millisecond of processor", () => {
  assert.ok(loaded.size <= MOST_FILES, [...loaded].join(" "));
});

for (const [what, word] of Object.entries(OPTIONAL))
  test(`a start without configuration loads no ${what}`, () => assertNotLoaded(loaded, word));
