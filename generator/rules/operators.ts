/** Operators of the rule language for docs/rules.md, the tightest first, with mathjs's precedence. */

export interface OperatorEntry {
  readonly operator: string;
  readonly meaning: string;
  /** A constant expression. */
  readonly example: string;
}

export const OPERATORS: readonly OperatorEntry[] = [
  { operator: "x!", meaning: "factorial", example: "5!" },
  { operator: "x'", meaning: "the number itself", example: "5'" },
  { operator: "x ?? y", meaning: "the first number", example: "5 ?? 3" },
  { operator: "x ^ y, x ** y, x .^ y", meaning: "power; from right to left", example: "2 ^ 3 ^ 2" },
  { operator: "-x, +x", meaning: "sign", example: "-2 ^ 2" },
  { operator: "~x", meaning: "bitwise complement", example: "~5" },
  { operator: "not x", meaning: "1 for 0 and NaN, else 0", example: "not 0" },
  { operator: "x%", meaning: "hundredth; after `+` and `-` of what stands left of it", example: "8 + 10%" },
  { operator: "2 x, 2 (x + 1)", meaning: "product without a sign", example: "1/2 (3 + 5)" },
  { operator: "x * y, x / y, x .* y, x ./ y", meaning: "product, quotient", example: "7 / 2 * 4" },
  { operator: "x % y, x mod y", meaning: "floored modulus: the sign is that of y", example: "-30 % 360" },
  { operator: "x + y, x - y", meaning: "sum, difference", example: "1 - 2 + 3" },
  { operator: "x << y, x >> y, x >>> y", meaning: "shifts of 32 bits", example: "5 << 2" },
  {
    operator: "x < y, x <= y, x > y, x >= y, x == y, x != y",
    meaning: "comparisons; a chain holds when each of them does",
    example: "1 < 2 <= 2",
  },
  { operator: "x & y", meaning: "bitwise and", example: "12 & 10" },
  { operator: "x ^| y", meaning: "bitwise exclusive or", example: "12 ^| 10" },
  { operator: "x | y", meaning: "bitwise or", example: "12 | 10" },
  { operator: "x and y", meaning: "1 when both are true", example: "1 and 0" },
  { operator: "x xor y", meaning: "1 when one is true", example: "1 xor 0" },
  { operator: "x or y", meaning: "1 when one or both are true", example: "1 or 0" },
  { operator: "c ? x : y", meaning: "x when c is true, else y; from right to left", example: "2 > 1 ? 10 : 20" },
];
