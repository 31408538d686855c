/** Whole numbers, probability and statistics. */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { number, operation } from "../fold.ts";
import { direct, type FunctionEntry, folded } from "../function-entry.ts";
import type { Operator } from "../operation.ts";

const integers = (operator: Operator, takes: readonly [number, number], example: string) =>
  ({ group: "Integers and probability", ...direct(operator, takes), example }) satisfies FunctionEntry;

const statistics = (operator: Operator, example: string) =>
  ({
    group: "Statistics",
    ...direct(operator, [1, Number.POSITIVE_INFINITY]),
    example,
  }) satisfies FunctionEntry;

export const INTEGER_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = dictionary({
  gcd: {
    group: "Integers and probability",
    ...folded("gcd", 2),
    example: "gcd(12, 18, 27)",
  },
  lcm: {
    group: "Integers and probability",
    ...folded("lcm", 2),
    example: "lcm(4, 6, 10)",
  },
  invmod: integers("invmod", [2, 2], "invmod(8, 11)"),
  factorial: integers("factorial", [1, 1], "factorial(5)"),
  gamma: integers("gamma", [1, 1], "gamma(4.5)"),
  lgamma: integers("lgamma", [1, 1], "lgamma(4.5)"),
  erf: integers("erf", [1, 1], "erf(0.5)"),
  zeta: integers("zeta", [1, 1], "zeta(2)"),
  combinations: integers("combinations", [2, 2], "combinations(7, 5)"),
  combinationsWithRep: integers("combinationsWithRep", [2, 2], "combinationsWithRep(7, 5)"),
  permutations: {
    group: "Integers and probability",
    takes: [1, 2],
    build: (given) => operation(given.length === 1 ? "factorial" : "permutations", ...given),
    example: "permutations(5, 2)",
  },
  catalan: integers("catalan", [1, 1], "catalan(5)"),
  composition: integers("composition", [2, 2], "composition(5, 3)"),
  stirlingS2: integers("stirlingS2", [2, 2], "stirlingS2(5, 3)"),
  bellNumbers: integers("bellNumbers", [1, 1], "bellNumbers(5)"),
  bernoulli: integers("bernoulli", [1, 1], "bernoulli(10)"),
  sum: { group: "Statistics", ...folded("add", 1), example: "sum(1, 2, 3.5)" },
  prod: {
    group: "Statistics",
    ...folded("multiply", 1),
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
    example: "mean(1, 2, 6)",
  },
  max: { group: "Statistics", ...folded("max", 1), example: "max(3, 7, 5)" },
  min: { group: "Statistics", ...folded("min", 1), example: "min(3, 7, 5)" },
  median: statistics("median", "median(3, 7, 5)"),
  mad: statistics("mad", "mad(1, 2, 5)"),
  variance: statistics("variance", "variance(2, 4, 6)"),
  std: statistics("std", "std(2, 4, 6)"),
});
