/** A row as it is written to a table. */

import type { ColumnValue } from "../../codec/struct-codec.ts";

/** Values of fields by index; undefined for values that the row lacks. */
export type StoredList = readonly (ColumnValue | undefined)[];

/** A field's value, or the values of a map or a list. */
export type StoredValue = ColumnValue | ReadonlyMap<string, ColumnValue> | StoredList;

/**
 * A row to write; `values[i]` belongs to the field at `slots[i]` of the table, and is skipped if the slot is negative.
 */
export interface PlacedRow {
  readonly timeNs: bigint;
  readonly slots: Int32Array;
  readonly values: readonly (StoredValue | undefined)[];
}
