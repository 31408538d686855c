/** Whether doubles can tell a deviation: they hold integers up to 2^53, and beyond, one of a few units would read 0. */

import type { ColumnStatistics } from "./store.ts";

/** A deviation of values beyond 2^53 is told from this part of them on. */
const LEAST_PART = 1e-13;

/** Null if it is not known. */
export function knownDeviation({
  min,
  max,
  deviation,
}: Pick<ColumnStatistics, "min" | "max" | "deviation">): number | null {
  const largest = Math.max(Math.abs(Number(min)), Math.abs(Number(max)));
  if (deviation === null || largest <= Number.MAX_SAFE_INTEGER) return deviation;
  return deviation > largest * LEAST_PART ? deviation : null;
}
