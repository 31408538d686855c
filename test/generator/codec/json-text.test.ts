import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Json, jsonText } from "../../../generator/codec/json-text.ts";
import { anyCharacter } from "../../support/any-text.ts";

test("JSON.parse reads what is printed", () => {
  const property = fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: anyCharacter }), (value) => {
    // Catalogues never contain `null` or `-0`.
    const wanted = JSON.parse(JSON.stringify(value), (_key, inner) => inner ?? "none") as Json;
    assert.deepEqual(JSON.parse(jsonText(wanted)), JSON.parse(JSON.stringify(wanted)));
  });
  fc.assert(property, { seed: 6, numRuns: 500 });
});

test("plain values share a line, other values do not", () => {
  const value = { a: [1, 2], b: [{ c: "x", d: undefined }, {}], e: [] };
  assert.equal(
    jsonText(value),
    `{
  "a": [1, 2],
  "b": [
    { "c": "x" },
    {}
  ],
  "e": []
}`,
  );
});

test("numbers that JSON or a double cannot hold are strings", () => {
  assert.equal(
    jsonText([2n ** 53n - 1n, -(2n ** 53n), Number.POSITIVE_INFINITY, Number.NaN]),
    '[9007199254740991, "-9007199254740992", "Infinity", "NaN"]',
  );
});
