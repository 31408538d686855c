/** Arithmetic, rounding, powers and logarithms. */

import { number, operation } from "../fold.ts";
import { always, byCount, direct, type FunctionEntry, folded, identity, quotient } from "../function-entry.ts";

const arithmetic = { group: "Arithmetic" } as const;
const rounding = { group: "Rounding" } as const;
const powers = { group: "Powers and logarithms" } as const;

export const ARITHMETIC_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = {
  add: { ...arithmetic, ...folded("add", 2), meaning: "sum, as `+`", example: "add(1, 2, 3)" },
  subtract: { ...arithmetic, ...direct("subtract", [2, 2]), meaning: "difference, as `-`", example: "subtract(5, 3)" },
  multiply: { ...arithmetic, ...folded("multiply", 2), meaning: "product, as `*`", example: "multiply(2, 3, 4)" },
  divide: { ...arithmetic, ...direct("divide", [2, 2]), meaning: "quotient, as `/`", example: "divide(7, 2)" },
  addScalar: { ...arithmetic, ...direct("add", [2, 2]), meaning: "sum, as `+`", example: "addScalar(1, 2)" },
  subtractScalar: {
    ...arithmetic,
    ...direct("subtract", [2, 2]),
    meaning: "difference, as `-`",
    example: "subtractScalar(5, 3)",
  },
  multiplyScalar: {
    ...arithmetic,
    ...direct("multiply", [2, 2]),
    meaning: "product, as `*`",
    example: "multiplyScalar(2, 3)",
  },
  divideScalar: {
    ...arithmetic,
    ...direct("divide", [2, 2]),
    meaning: "quotient, as `/`",
    example: "divideScalar(7, 2)",
  },
  dotMultiply: { ...arithmetic, ...direct("multiply", [2, 2]), meaning: "as `*`", example: "dotMultiply(2, 3)" },
  dotDivide: { ...arithmetic, ...direct("divide", [2, 2]), meaning: "as `/`", example: "dotDivide(7, 2)" },
  unaryMinus: { ...arithmetic, ...direct("unaryMinus"), meaning: "negation, as `-x`", example: "unaryMinus(3)" },
  unaryPlus: { ...arithmetic, ...identity(), meaning: "the number itself, as `+x`", example: "unaryPlus(3)" },
  mod: {
    ...arithmetic,
    ...direct("mod", [2, 2]),
    meaning: "floored modulus, as `x % y`",
    example: "mod(-30, 360)",
  },
  abs: { ...arithmetic, ...direct("abs"), meaning: "absolute value", example: "abs(-3.5)" },
  norm: { ...arithmetic, ...direct("abs"), meaning: "absolute value, as `abs(x)`", example: "norm(-3.5)" },
  sign: { ...arithmetic, ...direct("sign"), meaning: "-1, 0 or 1", example: "sign(-3.5)" },
  inv: {
    ...arithmetic,
    takes: [1, 1],
    build: (given) => operation("divide", number(1), ...given),
    meaning: "1 / x",
    example: "inv(4)",
  },
  pinv: { ...arithmetic, ...direct("pinv"), meaning: "1 / x, and 0 for 0", example: "pinv(0)" },
  hypot: {
    ...arithmetic,
    ...direct("hypot", [1, Number.POSITIVE_INFINITY]),
    meaning: "square root of the sum of squares",
    example: "hypot(3, 4)",
  },
  number: { ...arithmetic, ...identity(), meaning: "the number itself, as `+x`", example: "number(3)" },
  clone: { ...arithmetic, ...identity(), meaning: "the number itself, as `+x`", example: "clone(3)" },
  re: { ...arithmetic, ...identity(), meaning: "real part: the number itself, as `+x`", example: "re(3)" },
  im: { ...arithmetic, ...always(0), meaning: "imaginary part: 0", example: "im(3)" },
  conj: { ...arithmetic, ...identity(), meaning: "complex conjugate: the number itself, as `+x`", example: "conj(3)" },
  arg: { ...arithmetic, ...direct("arg"), meaning: "argument: 0, or pi for a negative number", example: "arg(-3)" },
  det: { ...arithmetic, ...identity(), meaning: "determinant: the number itself, as `+x`", example: "det(3)" },
  trace: { ...arithmetic, ...identity(), meaning: "trace: the number itself, as `+x`", example: "trace(3)" },
  transpose: { ...arithmetic, ...identity(), meaning: "the number itself, as `+x`", example: "transpose(3)" },
  ctranspose: { ...arithmetic, ...identity(), meaning: "the number itself, as `x'`", example: "ctranspose(3)" },
  squeeze: { ...arithmetic, ...identity(), meaning: "the number itself, as `+x`", example: "squeeze(3)" },
  nullish: {
    ...arithmetic,
    takes: [2, 2],
    build: ([value = number(Number.NaN)]) => value,
    meaning: "the first number, as `x ?? y`",
    example: "nullish(3, 4)",
  },

  round: {
    ...rounding,
    ...byCount("round", "roundTo"),
    meaning: "nearest number, half away from zero; with a second argument to that many decimals (0 to 15)",
    example: "round(-2.5)",
  },
  floor: {
    ...rounding,
    ...byCount("floor", "floorTo"),
    meaning: "next number below; the second argument as in `round`",
    example: "floor(-2.37, 1)",
  },
  ceil: {
    ...rounding,
    ...byCount("ceil", "ceilTo"),
    meaning: "next number above; the second argument as in `round`",
    example: "ceil(2.31, 1)",
  },
  fix: {
    ...rounding,
    ...byCount("fix", "fixTo"),
    meaning: "next number towards zero; the second argument as in `round`",
    example: "fix(-2.7)",
  },

  pow: { ...powers, ...direct("pow", [2, 2]), meaning: "power, as `x ^ y`", example: "pow(2, 10)" },
  dotPow: { ...powers, ...direct("pow", [2, 2]), meaning: "power, as `x ^ y`", example: "dotPow(2, 10)" },
  square: { ...powers, ...direct("square"), meaning: "x * x", example: "square(1.5)" },
  cube: { ...powers, ...direct("cube"), meaning: "x * x * x", example: "cube(1.5)" },
  sqrt: { ...powers, ...direct("sqrt"), meaning: "square root; NaN for a negative number", example: "sqrt(2)" },
  cbrt: { ...powers, ...direct("cbrt"), meaning: "cube root", example: "cbrt(-27)" },
  nthRoot: {
    ...powers,
    takes: [1, 2],
    build: ([value = number(Number.NaN), root = number(2)]) => operation("nthRoot", value, root),
    meaning: "real n-th root, n = 2 when not given; NaN for an even root of a negative number",
    example: "nthRoot(-32, 5)",
  },
  exp: { ...powers, ...direct("exp"), meaning: "e ^ x", example: "exp(1)" },
  expm1: { ...powers, ...direct("expm1"), meaning: "e ^ x - 1, precise near 0", example: "expm1(1e-9)" },
  log: {
    ...powers,
    ...quotient("log", "log"),
    meaning: "natural logarithm; with a second argument to that base; NaN for a negative number",
    example: "log(100, 10)",
  },
  ln: { ...powers, ...direct("log"), meaning: "natural logarithm, as `log(x)`", example: "ln(10)" },
  log2: { ...powers, ...direct("log2"), meaning: "logarithm to base 2", example: "log2(1024)" },
  log10: { ...powers, ...direct("log10"), meaning: "logarithm to base 10", example: "log10(1000)" },
  log1p: {
    ...powers,
    ...quotient("log1p", "log"),
    meaning: "log(1 + x), precise near 0; with a second argument to that base",
    example: "log1p(1e-9)",
  },
};
