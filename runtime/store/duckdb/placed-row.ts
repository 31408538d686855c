/** A row as it is written to a table of rows. */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { PagedRow } from "../../model/paged-row.ts";

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
  /** The values of the measurement's key columns; absent if it has none. Rows of one time with different ones are different rows. */
  readonly key?: string;
}

/** A row whose values are in a page. */
export class PlacedPageRow implements PlacedRow {
  readonly row: PagedRow;
  readonly series: number;
  readonly slots: Int32Array;

  constructor(row: PagedRow, series: number, slots: Int32Array) {
    this.row = row;
    this.series = series;
    this.slots = slots;
  }

  get timeNs(): bigint {
    return this.row.timeNs;
  }

  get values(): PlacedRow["values"] {
    return this.row.values;
  }
}
