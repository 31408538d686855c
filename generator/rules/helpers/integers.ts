/** Whole numbers and combinatorics. Each is bounded: no datagram makes one run long, also where mathjs would. */

import { ruleMod } from "./arithmetic.ts";

/** Greatest common divisor; NaN unless both are whole numbers. */
export function ruleGcd(a: number, b: number): number {
  if (!Number.isInteger(a) || !Number.isInteger(b)) return NaN;
  let divisor = a;
  let rest = b;
  for (let step = 0; rest !== 0; step += 1) {
    if (step > 5000) return NaN;
    const next = ruleMod(divisor, rest);
    divisor = rest;
    rest = next;
  }
  return divisor < 0 ? -divisor : divisor;
}

/** Least common multiple; NaN unless both are whole numbers. */
export function ruleLcm(a: number, b: number): number {
  if (!Number.isInteger(a) || !Number.isInteger(b)) return NaN;
  if (a === 0 || b === 0) return 0;
  let divisor = a;
  let rest = b;
  while (rest !== 0) {
    const next = divisor % rest;
    divisor = rest;
    rest = next;
  }
  return Math.abs((a * b) / divisor);
}

/** Inverse of a modulo b; NaN if it does not exist. */
export function ruleInvmod(a: number, b: number): number {
  if (!Number.isInteger(a) || !Number.isInteger(b) || b === 0) return NaN;
  let divisor = ruleMod(a, b);
  let rest = b;
  let inverse = 1;
  let next = 0;
  for (let step = 0; rest !== 0; step += 1) {
    if (step > 5000) return NaN;
    const quotient = Math.floor(divisor / rest);
    [divisor, rest] = [rest, divisor - quotient * rest];
    [inverse, next] = [next, inverse - quotient * next];
  }
  if (Math.abs(divisor) !== 1) return NaN;
  const positive = ruleMod(divisor < 0 ? -inverse : inverse, b);
  return positive < 0 ? positive + b : positive;
}

/** Product of the whole numbers from first to last, multiplied in halves as mathjs does. */
export function ruleProduct(first: number, last: number): number {
  if (last < first) return 1;
  if (last === first) return last;
  if (last - first > 1100) return Infinity;
  const half = Math.floor((first + last) / 2);
  return ruleProduct(first, half) * ruleProduct(half + 1, last);
}

/** Ways to choose k of n; NaN unless both are whole and 0 <= k <= n. */
export function ruleCombinations(n: number, k: number): number {
  if (!Number.isInteger(n) || !Number.isInteger(k) || k < 0 || k > n) return NaN;
  const lastDivisor = Math.min(k, n - k);
  let result = 1;
  let divisor = 2;
  for (let factor = Math.max(k, n - k) + 1; factor <= n && result !== Infinity; factor += 1) {
    result *= factor;
    while (divisor <= lastDivisor && result % divisor === 0) {
      result /= divisor;
      divisor += 1;
    }
  }
  return divisor <= lastDivisor ? result / ruleProduct(divisor, lastDivisor) : result;
}

/** Ways to choose k of n with repetition; NaN unless both are whole, n >= 1 and k >= 0. */
export function ruleCombinationsWithRep(n: number, k: number): number {
  if (!Number.isInteger(n) || !Number.isInteger(k) || n < 1 || k < 0) return NaN;
  return k < n - 1
    ? ruleProduct(n, n + k - 1) / ruleProduct(1, k)
    : ruleProduct(k + 1, n + k - 1) / ruleProduct(1, n - 1);
}

/** Ways to arrange k of n; NaN unless both are whole and 0 <= k <= n. */
export function rulePermutations(n: number, k: number): number {
  if (!Number.isInteger(n) || !Number.isInteger(k) || k < 0 || k > n) return NaN;
  return ruleProduct(n - k + 1, n);
}

/** Catalan number; NaN unless n is whole and not negative. */
export function ruleCatalan(n: number): number {
  return ruleCombinations(n * 2, n) / (n + 1);
}

/** Compositions of n into k parts; NaN unless both are whole and 1 <= k <= n. */
export function ruleComposition(n: number, k: number): number {
  return ruleCombinations(n - 1, k - 1);
}

/** Partitions of n things into each number of groups up to k. */
export function ruleStirlingRow(n: number, k: number): number[] {
  const row = [1];
  for (let things = 1; things <= n; things += 1) {
    if (things <= k) row.push(1);
    for (let groups = Math.min(things - 1, k); groups >= 1; groups -= 1) {
      row[groups] = groups * (row[groups] ?? 0) + (row[groups - 1] ?? 0);
    }
    row[0] = 0;
  }
  return row;
}

/** Partitions of n things into k groups; NaN unless both are whole and 0 <= k <= n <= 1000. */
export function ruleStirlingS2(n: number, k: number): number {
  if (!Number.isInteger(n) || !Number.isInteger(k) || k < 0 || k > n || n > 1000) return NaN;
  return ruleStirlingRow(n, k)[k] ?? NaN;
}

/** Partitions of n things; NaN unless n is whole and 0 <= n <= 1000. */
export function ruleBellNumbers(n: number): number {
  if (!Number.isInteger(n) || n < 0 || n > 1000) return NaN;
  let sum = 0;
  for (const value of ruleStirlingRow(n, n)) sum += value;
  return sum;
}

/** Bernoulli number; NaN unless n is whole and not negative, and from 1000, where mathjs's terms underflow. */
export function ruleBernoulli(n: number): number {
  if (!Number.isInteger(n) || n < 0) return NaN;
  if (n < 3) return [1, -1 / 2, 1 / 6][n] ?? NaN;
  if (n % 2 === 1) return 0;
  if (n >= 1000) return NaN;
  const cotangent = [NaN, -1 / 3];
  let factor = -1 / 2;
  for (let i = 2; i <= n / 2; i += 1) {
    const middle = Math.floor((i + 1) / 2);
    const half = cotangent[middle] ?? NaN;
    let sum = 0;
    for (let m = 1; m < middle; m += 1) sum += (cotangent[m] ?? NaN) * (cotangent[i - m] ?? NaN);
    sum *= 2;
    if (i % 2 === 0) sum += half * half;
    cotangent.push(sum / -(2 * i + 1));
    factor = (factor * (-i * (2 * i - 1))) / 2;
  }
  return factor * (cotangent[n / 2] ?? NaN);
}
