/** Operators of the rule language for docs/rules.md, the tightest first, with mathjs's precedence. */

export interface OperatorEntry {
  readonly operator: string;
  readonly meaning: string;
  /** A constant expression; tests compare its value with mathjs. */
  readonly example: string;
}

export const OPERATORS: readonly OperatorEntry[] = [
  { operator: "x!", meaning: "factorial", example: "5!" },
  { operator: "x'", meaning: "the number itself", example: "5'" },
  { operator: "x ?? y", meaning: "the first number", example: "5 ?? 3" },
  { operator: "x ^ y, x ** y, x .^ y", meaning: "power; from right to left", example: "2 ^ 3 ^ 2" },
  { operator: "-x, +x", meaning: "sign: `-2 ^ 2` is -4", example: "-2 ^ 2" },
  { operator: "~x", meaning: "bitwise complement", example: "~5" },
  { operator: "not x", meaning: "1 for 0 and NaN, else 0", example: "not 0" },
  {
    operator: "x%",
    meaning:
      "hundredth, after `+` and `-` of the left side, as in mathjs: `8 + 10%` is 8.8, but `5% + 3` is 2 and `100 - 20% - 20%` is 100: write `* 0.8`",
    example: "8 + 10%",
  },
  { operator: "2 x, 2 (x + 1)", meaning: "product: `1/2 (3 + 5)` is 4", example: "1/2 (3 + 5)" },
  { operator: "x * y, x / y, x .* y, x ./ y", meaning: "product, quotient", example: "7 / 2 * 4" },
  {
    operator: "x % y, x mod y",
    meaning: "floored modulus, with the sign of y: `-30 % 360` is 330",
    example: "-30 % 360",
  },
  { operator: "x + y, x - y", meaning: "sum, difference", example: "1 - 2 + 3" },
  { operator: "x << y, x >> y, x >>> y", meaning: "shifts of 32 bits", example: "5 << 2" },
  {
    operator: "x < y, x <= y, x > y, x >= y, x == y, x != y",
    meaning: "comparisons; a chain (`1 < 2 <= 2`) is true if each of them is",
    example: "1 < 2 <= 2",
  },
  { operator: "x & y", meaning: "bitwise and", example: "12 & 10" },
  { operator: "x ^| y", meaning: "bitwise exclusive or", example: "12 ^| 10" },
  { operator: "x | y", meaning: "bitwise or", example: "12 | 10" },
  { operator: "x and y", meaning: "1 if both are true", example: "1 and 0" },
  { operator: "x xor y", meaning: "1 if one is true", example: "1 xor 0" },
  { operator: "x or y", meaning: "1 if one or both are true", example: "1 or 0" },
  { operator: "c ? x : y", meaning: "x if c is true, else y; from right to left", example: "2 > 1 ? 10 : 20" },
];
