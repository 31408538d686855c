/** Bit operations, the three-way comparison and tests. */

import type { Helper } from "../helper.ts";

const bits = (name: string, sign: string, doc: string): Helper => ({
  needs: [],
  source: `/** ${doc}; NaN unless both are whole numbers. */
function ${name}(a: number, b: number): number {
  return Number.isInteger(a) && Number.isInteger(b) ? a ${sign} b : NaN;
}`,
});

export const LOGIC = {
  ruleCompare: {
    needs: [],
    source: `/** 0 when equal, 1 when a is larger, else -1. */
function ruleCompare(a: number, b: number): number {
  return a === b ? 0 : a > b ? 1 : -1;
}`,
  },
  ruleBitAnd: {
    needs: [],
    source: `/** Bitwise and of 32 bits; 0 if a is 0, else NaN unless both are whole numbers. */
function ruleBitAnd(a: number, b: number): number {
  return a === 0 || (Number.isInteger(a) && Number.isInteger(b)) ? a & b : NaN;
}`,
  },
  ruleBitOr: {
    needs: [],
    source: `/** Bitwise or of 32 bits; -1 if a is -1, else NaN unless both are whole numbers. */
function ruleBitOr(a: number, b: number): number {
  return a === -1 || (Number.isInteger(a) && Number.isInteger(b)) ? a | b : NaN;
}`,
  },
  ruleBitXor: bits("ruleBitXor", "^", "Bitwise exclusive or of 32 bits"),
  ruleLeftShift: bits("ruleLeftShift", "<<", "Left shift of 32 bits"),
  ruleRightArithShift: bits("ruleRightArithShift", ">>", "Right shift of 32 bits that keeps the sign"),
  ruleRightLogShift: bits("ruleRightLogShift", ">>>", "Right shift of 32 unsigned bits"),
  ruleBitNot: {
    needs: [],
    source: `/** Bitwise complement of 32 bits; NaN unless it is a whole number. */
function ruleBitNot(a: number): number {
  return Number.isInteger(a) ? ~a : NaN;
}`,
  },
  ruleIsInteger: {
    needs: ["ruleNear"],
    source: `function ruleIsInteger(x: number): boolean {
  return Number.isFinite(x) && ruleNear(x, Math.round(x));
}`,
  },
  ruleIsZero: {
    needs: ["ruleNear"],
    source: `function ruleIsZero(x: number): boolean {
  return ruleNear(x, 0);
}`,
  },
  ruleIsPositive: {
    needs: ["ruleNear"],
    source: `function ruleIsPositive(x: number): boolean {
  return x > 0 && !ruleNear(x, 0);
}`,
  },
  ruleIsNegative: {
    needs: ["ruleNear"],
    source: `function ruleIsNegative(x: number): boolean {
  return x < 0 && !ruleNear(x, 0);
}`,
  },
  ruleIsPrime: {
    needs: [],
    source: `/** By trial division below 2^20, above it by Miller and Rabin's test with bases that decide every 64-bit number. */
function ruleIsPrime(x: number): boolean {
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
  for (const witness of [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n]) {
    let power = 1n;
    let square = witness;
    for (let exponent = odd; exponent > 0n; exponent >>= 1n) {
      if (exponent & 1n) power = (power * square) % n;
      square = (square * square) % n;
    }
    let proven = power === 1n || power === n - 1n;
    for (let i = 1; i < twos && !proven; i += 1) {
      power = (power * power) % n;
      proven = power === n - 1n;
    }
    if (!proven) return false;
  }
  return true;
}`,
  },
} as const satisfies Record<string, Helper>;
