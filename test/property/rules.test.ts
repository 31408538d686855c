import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compareRule, emptyComparison, expression, inputs } from "./rules-oracle.ts";

test("generated code computes what math.evaluate computes, bit for bit [D10]", () => {
  const comparison = emptyComparison();
  for (const [rule, given] of fc.sample(fc.tuple(expression, fc.array(inputs, { minLength: 20, maxLength: 20 })), {
    seed: 20240229,
    numRuns: 600,
  })) {
    compareRule(rule, given, comparison);
  }
  assert.deepEqual(comparison.differing.slice(0, 5), []);
  assert.equal(comparison.equal + comparison.excepted, comparison.evaluations);
});
