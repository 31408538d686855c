/** Trigonometric and hyperbolic functions; angles in radians. */

import { direct, type FunctionEntry } from "../function-entry.ts";
import type { Operator } from "../operation.ts";

const entry = (operator: Operator, meaning: string, argument: string): FunctionEntry => ({
  group: "Trigonometry",
  ...direct(operator),
  meaning,
  example: `${operator}(${argument})`,
});

export const TRIGONOMETRY_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = {
  sin: entry("sin", "sine", "pi / 6"),
  cos: entry("cos", "cosine", "pi / 3"),
  tan: entry("tan", "tangent", "pi / 4"),
  cot: entry("cot", "cotangent", "pi / 4"),
  sec: entry("sec", "secant", "pi / 3"),
  csc: entry("csc", "cosecant", "pi / 6"),
  asin: entry("asin", "arc sine; NaN beyond -1 … 1", "0.5"),
  acos: entry("acos", "arc cosine; NaN beyond -1 … 1", "0.5"),
  atan: entry("atan", "arc tangent", "1"),
  atan2: {
    group: "Trigonometry",
    ...direct("atan2", [2, 2]),
    meaning: "angle of the point (x, y), written atan2(y, x)",
    example: "atan2(1, -1)",
  },
  acot: entry("acot", "arc cotangent", "2"),
  asec: entry("asec", "arc secant; NaN between -1 and 1", "2"),
  acsc: entry("acsc", "arc cosecant; NaN between -1 and 1", "2"),
  sinh: entry("sinh", "hyperbolic sine", "1"),
  cosh: entry("cosh", "hyperbolic cosine", "1"),
  tanh: entry("tanh", "hyperbolic tangent", "1"),
  coth: entry("coth", "hyperbolic cotangent", "1"),
  sech: entry("sech", "hyperbolic secant", "1"),
  csch: entry("csch", "hyperbolic cosecant", "1"),
  asinh: entry("asinh", "inverse hyperbolic sine", "1"),
  acosh: entry("acosh", "inverse hyperbolic cosine; NaN below 1", "2"),
  atanh: entry("atanh", "inverse hyperbolic tangent; NaN beyond -1 … 1", "0.5"),
  acoth: entry("acoth", "inverse hyperbolic cotangent; NaN between -1 and 1", "2"),
  asech: entry("asech", "inverse hyperbolic secant; NaN beyond 0 … 1", "0.5"),
  acsch: entry("acsch", "inverse hyperbolic cosecant", "2"),
};
