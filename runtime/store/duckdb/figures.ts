/** Statistics of values that can be merged exactly: of rows, and of minutes whose rows were deleted. */

import { type ExactNumber, finiteOrNull, type StoredStatistics } from "../../model/store.ts";

/** The squares of larger values overflow a double, and DuckDB's aggregates of them fail. */
export const LARGEST = 1e150;

export interface Figures {
  readonly count: number;
  readonly min: ExactNumber;
  readonly max: ExactNumber;
  readonly mean: number;
  /** Sum of the squared distances from the mean; not finite if it overflows a double. */
  readonly squares: number;
  readonly first: ExactNumber;
  readonly last: ExactNumber;
  readonly firstNs: bigint;
  readonly lastNs: bigint;
}

/** Merges two sets of statistics. [Chan, Golub, LeVeque 1979] */
export function added(a: Figures | undefined, b: Figures | undefined): Figures | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const count = a.count + b.count;
  const distance = b.mean - a.mean;
  const [first, last] = [a.firstNs <= b.firstNs ? a : b, a.lastNs > b.lastNs ? a : b];
  return {
    count,
    min: a.min < b.min ? a.min : b.min,
    max: a.max > b.max ? a.max : b.max,
    mean: a.mean * (a.count / count) + b.mean * (b.count / count),
    squares: a.squares + b.squares + distance * distance * ((a.count * b.count) / count),
    first: first.first,
    last: last.last,
    firstNs: first.firstNs,
    lastNs: last.lastNs,
  };
}

export function statisticsOf({ count, min, max, mean, squares, first, last, lastNs }: Figures): StoredStatistics {
  const isModerate = Math.max(Math.abs(Number(min)), Math.abs(Number(max))) < LARGEST;
  const deviation = count > 1 && isModerate ? finiteOrNull(Math.sqrt(squares / (count - 1))) : null;
  return { count, min, max, mean: finiteOrNull(mean), deviation, first, last, lastNs };
}
