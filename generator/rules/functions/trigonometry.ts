/** Trigonometric and hyperbolic functions; angles in radians. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { direct, type FunctionEntry } from "../function-entry.ts";
import type { Operator } from "../operation.ts";

const entry = (operator: Operator, argument: string): FunctionEntry => ({
  group: "Trigonometry",
  ...direct(operator),
  example: `${operator}(${argument})`,
});

export const TRIGONOMETRY_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = dictionary({
  sin: entry("sin", "pi / 6"),
  cos: entry("cos", "pi / 3"),
  tan: entry("tan", "pi / 4"),
  cot: entry("cot", "pi / 4"),
  sec: entry("sec", "pi / 3"),
  csc: entry("csc", "pi / 6"),
  asin: entry("asin", "0.5"),
  acos: entry("acos", "0.5"),
  atan: entry("atan", "1"),
  atan2: {
    group: "Trigonometry",
    ...direct("atan2", [2, 2]),
    example: "atan2(1, -1)",
  },
  acot: entry("acot", "2"),
  asec: entry("asec", "2"),
  acsc: entry("acsc", "2"),
  sinh: entry("sinh", "1"),
  cosh: entry("cosh", "1"),
  tanh: entry("tanh", "1"),
  coth: entry("coth", "1"),
  sech: entry("sech", "1"),
  csch: entry("csch", "1"),
  asinh: entry("asinh", "1"),
  acosh: entry("acosh", "2"),
  atanh: entry("atanh", "0.5"),
  acoth: entry("acoth", "2"),
  asech: entry("asech", "0.5"),
  acsch: entry("acsch", "2"),
});
