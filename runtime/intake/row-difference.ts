/** Compares a stored row with the result of decoding its payload again. */

import type { ColumnValue } from "../codec/struct-codec.ts";
import type { Row } from "../store/store.ts";
import type { Point } from "../telemetry/point.ts";

export interface ColumnDifference {
  readonly column: string;
  /** Undefined: the row has no such column. */
  readonly old: ColumnValue | undefined;
  readonly new: ColumnValue | undefined;
}

export function differences(row: Row, point: Point): ColumnDifference[] {
  const found: ColumnDifference[] = [];
  const decoded = new Set<string>();
  for (const [index, { name }] of point.columns.entries()) {
    decoded.add(name);
    const old = row.values[name] ?? undefined;
    const value = point.values[index];
    if (!isSame(old, value)) found.push({ column: name, old, new: value });
  }
  for (const [name, old] of Object.entries(row.values)) {
    if (old !== null && !decoded.has(name)) found.push({ column: name, old, new: undefined });
  }
  return found;
}

/**
 * Stores return 64-bit integers as bigint, codecs return smaller ones as numbers. The sign of zero is ignored: not
 * every database keeps it.
 */
function isSame(a: ColumnValue | undefined, b: ColumnValue | undefined): boolean {
  if (typeof a === "bigint" && typeof b === "number") return Number.isInteger(b) && BigInt(b) === a;
  return a === b;
}
