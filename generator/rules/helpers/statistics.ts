/** Statistics of the arguments; what mathjs's tolerance takes for equal is equal for them too. */

import { ruleNear } from "./rounding.ts";

/** The larger of both; NaN when one is. */
export function ruleMax(a: number, b: number): number {
  return Number.isNaN(b) || (b > a && !ruleNear(a, b)) ? b : a;
}

/** The smaller of both; NaN when one is. */
export function ruleMin(a: number, b: number): number {
  return Number.isNaN(b) || (b < a && !ruleNear(a, b)) ? b : a;
}

/** The middle value, or the mean of the two middle ones; NaN when one is. */
export function ruleMedian(...values: readonly number[]): number {
  if (values.some(Number.isNaN)) return NaN;
  const sorted = [...values].sort((a, b) => (a === b ? 0 : a < b ? -1 : 1));
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[sorted.length / 2 - 1] ?? NaN) + upper) / 2;
}

/** Median absolute deviation from the median. */
export function ruleMad(...values: readonly number[]): number {
  const median = ruleMedian(...values);
  return ruleMedian(...values.map((value) => Math.abs(value - median)));
}

/** Variance of a sample: divided by one less than the count. */
export function ruleVariance(...values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value) / values.length;
  const squares = values.map((value) => (value - mean) * (value - mean)).reduce((sum, square) => sum + square);
  if (Number.isNaN(squares)) return squares;
  return values.length === 1 ? 0 : squares / (values.length - 1);
}

/** Standard deviation of a sample. */
export function ruleStd(...values: readonly number[]): number {
  return Math.sqrt(ruleVariance(...values));
}
