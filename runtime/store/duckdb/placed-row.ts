/** A row as it is written to a table of rows. */

import type { ColumnValue } from "../../codec/struct-codec.ts";

/** Values of fields by index; undefined for values that the row lacks. */
export type StoredList = readonly (ColumnValue | undefined)[];

/** Values of fields by number. */
export type StoredMap = ReadonlyMap<number, ColumnValue>;

/** A field's value, or the values of a map or a list. */
export type StoredValue = ColumnValue | StoredMap | StoredList;

/**
 * A row to write; `values[i]` belongs to the column at `slots[i]` of the table, and is skipped if the slot is negative.
 */
export interface PlacedRow {
  readonly timeNs: bigint;
  /** Number of its measurement. */
  readonly series: number;
  readonly slots: Int32Array;
  readonly values: readonly (StoredValue | undefined)[];
}
