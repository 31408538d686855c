/** Arithmetic, rounding, powers and logarithms. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { number, operation } from "../fold.ts";
import { always, byCount, direct, type FunctionEntry, folded, identity, quotient } from "../function-entry.ts";

const arithmetic = { group: "Arithmetic" } as const;
const rounding = { group: "Rounding" } as const;
const powers = { group: "Powers and logarithms" } as const;

export const ARITHMETIC_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = dictionary({
  add: { ...arithmetic, ...folded("add", 2), example: "add(1, 2, 3)" },
  subtract: { ...arithmetic, ...direct("subtract", [2, 2]), example: "subtract(5, 3)" },
  multiply: { ...arithmetic, ...folded("multiply", 2), example: "multiply(2, 3, 4)" },
  divide: { ...arithmetic, ...direct("divide", [2, 2]), example: "divide(7, 2)" },
  addScalar: { ...arithmetic, ...direct("add", [2, 2]), example: "addScalar(1, 2)" },
  subtractScalar: {
    ...arithmetic,
    ...direct("subtract", [2, 2]),
    example: "subtractScalar(5, 3)",
  },
  multiplyScalar: {
    ...arithmetic,
    ...direct("multiply", [2, 2]),
    example: "multiplyScalar(2, 3)",
  },
  divideScalar: {
    ...arithmetic,
    ...direct("divide", [2, 2]),
    example: "divideScalar(7, 2)",
  },
  dotMultiply: { ...arithmetic, ...direct("multiply", [2, 2]), example: "dotMultiply(2, 3)" },
  dotDivide: { ...arithmetic, ...direct("divide", [2, 2]), example: "dotDivide(7, 2)" },
  unaryMinus: { ...arithmetic, ...direct("unaryMinus"), example: "unaryMinus(3)" },
  unaryPlus: { ...arithmetic, ...identity(), example: "unaryPlus(3)" },
  mod: {
    ...arithmetic,
    ...direct("mod", [2, 2]),
    example: "mod(-30, 360)",
  },
  abs: { ...arithmetic, ...direct("abs"), example: "abs(-3.5)" },
  norm: { ...arithmetic, ...direct("abs"), example: "norm(-3.5)" },
  sign: { ...arithmetic, ...direct("sign"), example: "sign(-3.5)" },
  inv: {
    ...arithmetic,
    takes: [1, 1],
    build: (given) => operation("divide", number(1), ...given),
    example: "inv(4)",
  },
  pinv: { ...arithmetic, ...direct("pinv"), example: "pinv(0)" },
  hypot: {
    ...arithmetic,
    ...direct("hypot", [1, Number.POSITIVE_INFINITY]),
    example: "hypot(3, 4)",
  },
  number: { ...arithmetic, ...identity(), example: "number(3)" },
  clone: { ...arithmetic, ...identity(), example: "clone(3)" },
  re: { ...arithmetic, ...identity(), example: "re(3)" },
  im: { ...arithmetic, ...always(0), example: "im(3)" },
  conj: { ...arithmetic, ...identity(), example: "conj(3)" },
  arg: { ...arithmetic, ...direct("arg"), example: "arg(-3)" },
  det: { ...arithmetic, ...identity(), example: "det(3)" },
  trace: { ...arithmetic, ...identity(), example: "trace(3)" },
  transpose: { ...arithmetic, ...identity(), example: "transpose(3)" },
  ctranspose: { ...arithmetic, ...identity(), example: "ctranspose(3)" },
  squeeze: { ...arithmetic, ...identity(), example: "squeeze(3)" },
  nullish: {
    ...arithmetic,
    takes: [2, 2],
    build: ([value = number(Number.NaN)]) => value,
    example: "nullish(3, 4)",
  },

  round: {
    ...rounding,
    ...byCount("round", "roundTo"),
    example: "round(-2.5)",
  },
  floor: {
    ...rounding,
    ...byCount("floor", "floorTo"),
    example: "floor(-2.37, 1)",
  },
  ceil: {
    ...rounding,
    ...byCount("ceil", "ceilTo"),
    example: "ceil(2.31, 1)",
  },
  fix: {
    ...rounding,
    ...byCount("fix", "fixTo"),
    example: "fix(-2.7)",
  },

  pow: { ...powers, ...direct("pow", [2, 2]), example: "pow(2, 10)" },
  dotPow: { ...powers, ...direct("pow", [2, 2]), example: "dotPow(2, 10)" },
  square: { ...powers, ...direct("square"), example: "square(1.5)" },
  cube: { ...powers, ...direct("cube"), example: "cube(1.5)" },
  sqrt: { ...powers, ...direct("sqrt"), example: "sqrt(2)" },
  cbrt: { ...powers, ...direct("cbrt"), example: "cbrt(-27)" },
  nthRoot: {
    ...powers,
    takes: [1, 2],
    build: ([value = number(Number.NaN), root = number(2)]) => operation("nthRoot", value, root),
    example: "nthRoot(-32, 5)",
  },
  exp: { ...powers, ...direct("exp"), example: "exp(1)" },
  expm1: { ...powers, ...direct("expm1"), example: "expm1(1e-9)" },
  log: {
    ...powers,
    ...quotient("log", "log"),
    example: "log(100, 10)",
  },
  ln: { ...powers, ...direct("log"), example: "ln(10)" },
  log2: { ...powers, ...direct("log2"), example: "log2(1024)" },
  log10: { ...powers, ...direct("log10"), example: "log10(1000)" },
  log1p: {
    ...powers,
    ...quotient("log1p", "log"),
    example: "log1p(1e-9)",
  },
});
