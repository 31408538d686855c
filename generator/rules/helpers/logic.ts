/** Bit operations, the three-way comparison and tests. */

import { ruleNear } from "./rounding.ts";

/** 0 when equal, 1 when a is larger, else -1. */
export function ruleCompare(a: number, b: number): number {
  return a === b ? 0 : a > b ? 1 : -1;
}

/** Bitwise and of 32 bits; 0 if a is 0, else NaN unless both are whole numbers. */
export function ruleBitAnd(a: number, b: number): number {
  return a === 0 || (Number.isInteger(a) && Number.isInteger(b)) ? a & b : NaN;
}

/** Bitwise or of 32 bits; -1 if a is -1, else NaN unless both are whole numbers. */
export function ruleBitOr(a: number, b: number): number {
  return a === -1 || (Number.isInteger(a) && Number.isInteger(b)) ? a | b : NaN;
}

/** Bitwise exclusive or of 32 bits; NaN unless both are whole numbers. */
export function ruleBitXor(a: number, b: number): number {
  return Number.isInteger(a) && Number.isInteger(b) ? a ^ b : NaN;
}

/** Left shift of 32 bits; NaN unless both are whole numbers. */
export function ruleLeftShift(a: number, b: number): number {
  return Number.isInteger(a) && Number.isInteger(b) ? a << b : NaN;
}

/** Right shift of 32 bits that keeps the sign; NaN unless both are whole numbers. */
export function ruleRightArithShift(a: number, b: number): number {
  return Number.isInteger(a) && Number.isInteger(b) ? a >> b : NaN;
}

/** Right shift of 32 unsigned bits; NaN unless both are whole numbers. */
export function ruleRightLogShift(a: number, b: number): number {
  return Number.isInteger(a) && Number.isInteger(b) ? a >>> b : NaN;
}

/** Bitwise complement of 32 bits; NaN unless it is a whole number. */
export function ruleBitNot(a: number): number {
  return Number.isInteger(a) ? ~a : NaN;
}

export function ruleIsInteger(x: number): boolean {
  return Number.isFinite(x) && ruleNear(x, Math.round(x));
}

export function ruleIsZero(x: number): boolean {
  return ruleNear(x, 0);
}

export function ruleIsPositive(x: number): boolean {
  return x > 0 && !ruleNear(x, 0);
}

export function ruleIsNegative(x: number): boolean {
  return x < 0 && !ruleNear(x, 0);
}

/** By trial division below 2^20, above it by Miller and Rabin's test with bases that decide every 64-bit number. */
export function ruleIsPrime(x: number): boolean {
  if (x <= 3) return x > 1;
  if (x % 2 === 0 || x % 3 === 0 || x === Infinity) return false;
  if (!Number.isInteger(x)) return true;
  if (x < 1048576) {
    for (let i = 5; i * i <= x; i += 6) {
      if (x % i === 0 || x % (i + 2) === 0) return false;
    }
    return true;
  }
  const n = BigInt(x);
  let odd = n - 1n;
  let twos = 0;
  while (odd % 2n === 0n) {
    odd /= 2n;
    twos += 1;
  }
  const witnesses = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];
  return witnesses.every((witness) => ruleMayBePrime(n, witness, odd, twos));
}

/** False if the witness proves that n = odd * 2^twos + 1 is composite. */
function ruleMayBePrime(n: bigint, witness: bigint, odd: bigint, twos: number): boolean {
  let power = 1n;
  let square = witness;
  for (let exponent = odd; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) power = (power * square) % n;
    square = (square * square) % n;
  }
  if (power === 1n || power === n - 1n) return true;
  for (let i = 1; i < twos; i += 1) {
    power = (power * power) % n;
    if (power === n - 1n) return true;
  }
  return false;
}
