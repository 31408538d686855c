/** Comparisons, logic, bits and tests. True is the number 1, false is 0. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { always, direct, type FunctionEntry } from "../function-entry.ts";
import type { Operator } from "../operation.ts";

const comparison = (operator: Operator, example: string): FunctionEntry => ({
  group: "Comparison and logic",
  ...direct(operator, [2, 2]),
  example,
});

const bits = (operator: Operator, example: string): FunctionEntry => ({
  group: "Bits",
  ...direct(operator, [2, 2]),
  example,
});

const test = (operator: Operator, example: string): FunctionEntry => ({
  group: "Tests",
  ...direct(operator),
  example,
});

export const LOGIC_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = dictionary({
  smaller: comparison("smaller", "smaller(1, 2)"),
  smallerEq: comparison("smallerEq", "smallerEq(2, 2)"),
  larger: comparison("larger", "larger(1, 2)"),
  largerEq: comparison("largerEq", "largerEq(2, 2)"),
  equal: comparison("equal", "equal(2, 2)"),
  equalScalar: comparison("equal", "equalScalar(2, 2)"),
  deepEqual: comparison("equal", "deepEqual(2, 2)"),
  unequal: comparison("unequal", "unequal(1, 2)"),
  compare: comparison("compare", "compare(2, 3)"),
  and: comparison("and", "and(1, 0)"),
  or: comparison("or", "or(1, 0)"),
  xor: comparison("xor", "xor(1, 0)"),
  not: { group: "Comparison and logic", ...direct("not"), example: "not(0)" },
  boolean: {
    group: "Comparison and logic",
    ...direct("boolean"),
    example: "boolean(5)",
  },
  bitAnd: bits("bitAnd", "bitAnd(12, 10)"),
  bitOr: bits("bitOr", "bitOr(12, 10)"),
  bitXor: bits("bitXor", "bitXor(12, 10)"),
  bitNot: {
    group: "Bits",
    ...direct("bitNot"),
    example: "bitNot(5)",
  },
  leftShift: bits("leftShift", "leftShift(5, 2)"),
  rightArithShift: bits("rightArithShift", "rightArithShift(-8, 1)"),
  rightLogShift: bits("rightLogShift", "rightLogShift(-8, 28)"),
  isInteger: test("isInteger", "isInteger(2.5)"),
  isPrime: test("isPrime", "isPrime(97)"),
  isZero: test("isZero", "isZero(0)"),
  isPositive: test("isPositive", "isPositive(3)"),
  isNegative: test("isNegative", "isNegative(3)"),
  isNaN: test("isNaN", "isNaN(0 / 0)"),
  isFinite: test("isBounded", "isFinite(3)"),
  isBounded: test("isBounded", "isBounded(1 / 0)"),
  isNumeric: { group: "Tests", ...always(1), example: "isNumeric(3)" },
  hasNumericValue: { group: "Tests", ...always(1), example: "hasNumericValue(3)" },
});
