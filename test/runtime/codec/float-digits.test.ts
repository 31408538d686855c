/** A float's digits, as people read them. The expected texts are those of NumPy 2.3 (`str(numpy.float32(…))`). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { shortestFloat, shownValue } from "../../../runtime/codec/float-digits.ts";

const FLOATS = [
  "0.01",
  "0.1",
  "9.81",
  "-1e-7",
  "3.4028235e+38",
  "1e-45",
  "1.1754944e-38",
  "0.33333334",
  "16777.217",
  "1013.25",
  "0.5",
  "1e+21",
];

test("a float has the digits that make the same float again", () => {
  for (const text of FLOATS) {
    const held = Math.fround(Number(text));
    assert.equal(String(shortestFloat(held)), text);
  }
});

test("every bit pattern comes back", () => {
  const view = new DataView(new ArrayBuffer(4));
  for (let bits = 0; bits < 2 ** 32; bits += 65_521) {
    view.setUint32(0, bits);
    const value = view.getFloat32(0);
    const short = shortestFloat(value);
    assert.ok(Object.is(Math.fround(short), value), `${bits.toString(16)}: ${value}`);
    assert.ok(short === value || String(short).length <= String(value).length, `${value} → ${short}`);
  }
});

test("doubles, integers, NaN and infinities stay as they are", () => {
  for (const value of [0.1, Math.PI, 16_777_217, 123_456_792, Number.NaN, Infinity, -0])
    assert.ok(Object.is(shortestFloat(value), value), `${value}`);
});

test("a rule's result is a double: it keeps its digits", () => {
  const held = Math.fround(0.1);
  assert.equal(shownValue(held, { scalar: "float32" }, "stored"), 0.1);
  assert.equal(shownValue(held * 2, { scalar: "float32", expr: "t * 2" }, "stored"), held * 2);
  assert.equal(shownValue(held, { scalar: "float32", expr: "t * 2" }, "raw"), 0.1);
  assert.equal(shownValue(held, { scalar: "float64" }, "raw"), held);
  assert.equal(shownValue("a", { scalar: "text" }, "raw"), "a");
});
