/** Comparisons, logic, bits and tests. True is the number 1, false is 0. */

import { always, direct, type FunctionEntry } from "../function-entry.ts";
import type { Operator } from "../operation.ts";

const comparison = (operator: Operator, meaning: string, example: string): FunctionEntry => ({
  group: "Comparison and logic",
  ...direct(operator, [2, 2]),
  meaning,
  example,
});

const bits = (operator: Operator, meaning: string, example: string): FunctionEntry => ({
  group: "Bits",
  ...direct(operator, [2, 2]),
  meaning,
  example,
});

const test = (operator: Operator, meaning: string, example: string): FunctionEntry => ({
  group: "Tests",
  ...direct(operator),
  meaning,
  example,
});

export const LOGIC_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = {
  smaller: comparison("smaller", "as `x < y`", "smaller(1, 2)"),
  smallerEq: comparison("smallerEq", "as `x <= y`", "smallerEq(2, 2)"),
  larger: comparison("larger", "as `x > y`", "larger(1, 2)"),
  largerEq: comparison("largerEq", "as `x >= y`", "largerEq(2, 2)"),
  equal: comparison("equal", "as `x == y`", "equal(2, 2)"),
  equalScalar: comparison("equal", "as `x == y`", "equalScalar(2, 2)"),
  deepEqual: comparison("equal", "as `x == y`", "deepEqual(2, 2)"),
  unequal: comparison("unequal", "as `x != y`", "unequal(1, 2)"),
  compare: comparison("compare", "1 when x > y, 0 when equal, else -1", "compare(2, 3)"),
  and: comparison("and", "as `x and y`", "and(1, 0)"),
  or: comparison("or", "as `x or y`", "or(1, 0)"),
  xor: comparison("xor", "as `x xor y`", "xor(1, 0)"),
  not: { group: "Comparison and logic", ...direct("not"), meaning: "as `not x`", example: "not(0)" },
  boolean: {
    group: "Comparison and logic",
    ...direct("boolean"),
    meaning: "0 for 0 and NaN, else 1",
    example: "boolean(5)",
  },
  bitAnd: bits("bitAnd", "as `x & y`", "bitAnd(12, 10)"),
  bitOr: bits("bitOr", "as `x | y`", "bitOr(12, 10)"),
  bitXor: bits("bitXor", "as `x ^| y`", "bitXor(12, 10)"),
  bitNot: {
    group: "Bits",
    ...direct("bitNot"),
    meaning: "as `~x`",
    example: "bitNot(5)",
  },
  leftShift: bits("leftShift", "as `x << y`", "leftShift(5, 2)"),
  rightArithShift: bits("rightArithShift", "as `x >> y`", "rightArithShift(-8, 1)"),
  rightLogShift: bits("rightLogShift", "as `x >>> y`", "rightLogShift(-8, 28)"),
  isInteger: test("isInteger", "1 for a whole number", "isInteger(2.5)"),
  isPrime: test("isPrime", "1 for a prime", "isPrime(97)"),
  isZero: test("isZero", "1 for 0", "isZero(0)"),
  isPositive: test("isPositive", "1 above 0", "isPositive(3)"),
  isNegative: test("isNegative", "1 below 0", "isNegative(3)"),
  isNaN: test("isNaN", "1 for NaN", "isNaN(0 / 0)"),
  isFinite: test("isBounded", "0 for NaN and infinities", "isFinite(3)"),
  isBounded: test("isBounded", "0 for NaN and infinities", "isBounded(1 / 0)"),
  isNumeric: { group: "Tests", ...always(1), meaning: "always 1", example: "isNumeric(3)" },
  hasNumericValue: { group: "Tests", ...always(1), meaning: "always 1", example: "hasNumericValue(3)" },
};
