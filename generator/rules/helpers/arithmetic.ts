// biome-ignore-all lint/style/useExponentiationOperator: it is what mathjs calls
/** Arithmetic that names an operand twice, or has cases of its own in mathjs. */

import { ruleFloor, ruleNear } from "./rounding.ts";

/** Floored modulus: the result has the sign of y; x itself for y = 0. */
export function ruleMod(x: number, y: number): number {
  return y === 0 ? x : x - y * ruleFloor(x / y);
}

/** 1 / x, and x itself near 0. */
export function rulePinv(x: number): number {
  return ruleNear(x, 0) ? x : 1 / x;
}

export function ruleSquare(x: number): number {
  return x * x;
}

export function ruleCube(x: number): number {
  return x * x * x;
}

/** x to the power of y; NaN where the result is complex. */
export function rulePow(x: number, y: number): number {
  const square = x * x;
  if ((square < 1 && y === Infinity) || (square > 1 && y === -Infinity)) return 0;
  return x < 0 && !Number.isInteger(y) ? NaN : Math.pow(x, y);
}

/** The real n-th root; NaN for n = 0 and for an even root of a negative number. */
export function ruleNthRoot(x: number, n: number): number {
  const root = Math.abs(n);
  if (root === 0 || (x < 0 && root % 2 !== 1)) return NaN;
  if (x === 0) return n < 0 ? Infinity : 0;
  if (!Number.isFinite(x)) return n < 0 ? 0 : x;
  const size = Math.pow(Math.abs(x), 1 / root);
  const value = x < 0 ? -size : size;
  return n < 0 ? 1 / value : value;
}

/** Square root of the sum of squares, without overflow on the way. */
export function ruleHypot(...values: readonly number[]): number {
  let sum = 0;
  let largest = 0;
  for (const value of values) {
    const size = Math.abs(value);
    if (largest < size && !ruleNear(largest, size)) {
      sum = sum * ((largest / size) * (largest / size)) + 1;
      largest = size;
    } else {
      sum += size > 0 && !ruleNear(size, 0) ? (size / largest) * (size / largest) : size;
    }
  }
  return largest * Math.sqrt(sum);
}
