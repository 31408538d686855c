/** Rows of an archive are what their JSON Schema says. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { givenValues } from "../../../runtime/parts/archive/mcap-archive.ts";

test("a row's absent values are left out, and all others keep their digits", () => {
  for (const [line, given] of [
    ['{"time":"2026-01-01T00:00:00.5Z","a":1.5,"b":2}', '{"time":"2026-01-01T00:00:00.5Z","a":1.5,"b":2}'],
    [
      '{"time":"t","a":null,"u":18446744073709551615,"n":-9007199254740993,"f":1e300}',
      '{"time":"t","u":18446744073709551615,"n":-9007199254740993,"f":1e+300}',
    ],
    ['{"time":"t",":null":",\\"x\\":null","b":null}', '{"time":"t",":null":",\\"x\\":null"}'],
  ] as const)
    assert.equal(givenValues(line), given);
});
