/** Computed series: the rule language in the browser gives the results of generated codecs and of mathjs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { math } from "../../../../generator/rules/mathjs.ts";
import { compileFormula } from "../../../../runtime/dashboards/page/browser/formula/compile-formula.ts";

const EXPRESSIONS = [
  "x + 2 y",
  "sqrt(x^2 + y^2)",
  "x > y ? x : -y",
  "x % 7",
  "round(x, 2) + floor(y)",
  "max(x, y, 3) - min(x, y)",
  "atan2(y, x) / pi * 180",
  "1 < x <= 5 and not (y == 0)",
  "hypot(x, y, 1)",
  "abs(x)^0.5 + log(abs(y) + 1, 2)",
  "10% + x",
];

test("expressions give mathjs's values", () => {
  // Comparisons are plain IEEE 754, but mathjs's have a tolerance [D10]: these values are not that close.
  const value = fc.integer({ min: -8000, max: 8000 }).map((eighths) => eighths / 8);
  for (const text of EXPRESSIONS) {
    const { columns, evaluate: run } = compileFormula(text, ["x", "y"]);
    const property = fc.property(value, value, (x, y) => {
      const wanted = Number(math().evaluate(text, { x, y }));
      assert.equal(run(columns.map((name) => ({ x, y })[name]!)), wanted, `${text} of ${x}, ${y}`);
    });
    fc.assert(property, { numRuns: 100 });
  }
});

test("columns whose names are not words are written with '_'", () => {
  const { columns, evaluate: run } = compileFormula("gps_lat * 2 + _2nd", ["gps.lat", "2nd", "lon"]);
  assert.deepEqual(columns, ["gps.lat", "2nd"]);
  assert.equal(run([3, 1]), 7);
});

test("an error in an expression is described in a sentence, with its position", () => {
  const problem = (text: string): string => {
    try {
      compileFormula(text, ["volts", "amps"]);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  assert.equal(problem("volt * 2"), "At character 1: there is no column 'volt'; did you mean 'volts'?");
  assert.equal(problem("volts *"), "At character 8: Unexpected end of expression");
  assert.equal(problem("volts = 3"), "At character 7: an assignment cannot stand in an expression");
  assert.equal(problem('import("x") + volts'), "At character 8: text cannot stand in an expression");
  assert.equal(problem("1 + 2"), "The expression names no column.");
});
