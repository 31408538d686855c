/** Whether doubles can tell a deviation: they hold integers up to 2^53, and beyond, one of a few units would read 0. */

import type { ColumnStatistics } from "./store.ts";

/** Of values beyond 2^53, the part of them from which on a deviation is told. */
const LEAST_PART = 1e-13;

/** Null if it is not known. */
export function knownDeviation({
  min,
  max,
  deviation,
}: Pick<ColumnStatistics, "min" | "max" | "deviation">): number | null {
  const largest = Math.max(Math.abs(min), Math.abs(max));
  if (deviation === null || largest <= Number.MAX_SAFE_INTEGER) return deviation;
  return deviation > largest * LEAST_PART ? deviation : null;
}
