/** Whole numbers, probability and statistics. */

import { number, operation } from "../fold.ts";
import { direct, type FunctionEntry, folded } from "../function-entry.ts";
import type { Operator } from "../operation.ts";

const integers = (operator: Operator, takes: readonly [number, number], meaning: string, example: string) =>
  ({ group: "Integers and probability", ...direct(operator, takes), meaning, example }) satisfies FunctionEntry;

const statistics = (operator: Operator, meaning: string, example: string) =>
  ({
    group: "Statistics",
    ...direct(operator, [1, Number.POSITIVE_INFINITY]),
    meaning,
    example,
  }) satisfies FunctionEntry;

export const INTEGER_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = {
  gcd: {
    group: "Integers and probability",
    ...folded("gcd", 2),
    meaning: "greatest common divisor",
    example: "gcd(12, 18, 27)",
  },
  lcm: {
    group: "Integers and probability",
    ...folded("lcm", 2),
    meaning: "least common multiple",
    example: "lcm(4, 6, 10)",
  },
  invmod: integers("invmod", [2, 2], "inverse modulo y; NaN if it does not exist", "invmod(8, 11)"),
  factorial: integers("factorial", [1, 1], "as `x!`, between whole numbers by `gamma`", "factorial(5)"),
  gamma: integers("gamma", [1, 1], "gamma function", "gamma(4.5)"),
  lgamma: integers("lgamma", [1, 1], "logarithm of the gamma function", "lgamma(4.5)"),
  erf: integers("erf", [1, 1], "error function", "erf(0.5)"),
  zeta: integers("zeta", [1, 1], "Riemann's zeta function", "zeta(2)"),
  combinations: integers("combinations", [2, 2], "ways to choose y of x", "combinations(7, 5)"),
  combinationsWithRep: integers(
    "combinationsWithRep",
    [2, 2],
    "ways to choose y of x with repetition",
    "combinationsWithRep(7, 5)",
  ),
  permutations: {
    group: "Integers and probability",
    takes: [1, 2],
    build: (given) => operation(given.length === 1 ? "factorial" : "permutations", ...given),
    meaning: "ways to arrange y of x; with one argument its factorial",
    example: "permutations(5, 2)",
  },
  catalan: integers("catalan", [1, 1], "Catalan number", "catalan(5)"),
  composition: integers("composition", [2, 2], "compositions of x into y parts", "composition(5, 3)"),
  stirlingS2: integers("stirlingS2", [2, 2], "partitions of x things into y groups, x up to 1000", "stirlingS2(5, 3)"),
  bellNumbers: integers("bellNumbers", [1, 1], "partitions of x things, x up to 1000", "bellNumbers(5)"),
  bernoulli: integers("bernoulli", [1, 1], "Bernoulli number", "bernoulli(10)"),
  sum: { group: "Statistics", ...folded("add", 1), meaning: "sum of the arguments", example: "sum(1, 2, 3.5)" },
  prod: {
    group: "Statistics",
    ...folded("multiply", 1),
    meaning: "product of the arguments",
    example: "prod(2, 3, 4)",
  },
  mean: {
    group: "Statistics",
    takes: [1, Number.POSITIVE_INFINITY],
    build: (given) =>
      operation(
        "divide",
        given.reduce((left, right) => operation("add", left, right)),
        number(given.length),
      ),
    meaning: "mean of the arguments",
    example: "mean(1, 2, 6)",
  },
  max: { group: "Statistics", ...folded("max", 1), meaning: "largest argument", example: "max(3, 7, 5)" },
  min: { group: "Statistics", ...folded("min", 1), meaning: "smallest argument", example: "min(3, 7, 5)" },
  median: statistics("median", "middle argument, or the mean of the two middle ones", "median(3, 7, 5)"),
  mad: statistics("mad", "median absolute deviation from the median", "mad(1, 2, 5)"),
  variance: statistics("variance", "variance of a sample", "variance(2, 4, 6)"),
  std: statistics("std", "standard deviation of a sample", "std(2, 4, 6)"),
};
