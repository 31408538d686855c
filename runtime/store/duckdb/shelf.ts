/**
 * Shared tables for several measurements. A separate table costs DuckDB half a millisecond for each write and, once it
 * was appended to, some hundred kilobytes, whatever its size. Ten thousand devices with a reading a second would exceed
 * both. In a shared table, a measurement is a number in the column `series`, and a view with the measurement's name
 * shows its rows.
 */

import type { PlacedRow } from "./batch.ts";
import { quoted } from "./identifier.ts";
import { type Elsewhere, Table, type TableField } from "./table.ts";

/** Number of measurements with their own table, which is a little faster to read. */
export const OWN_TABLES = 100;
/** Number of views: at each start DuckDB reads all of them, some kilobytes and a tenth of a millisecond each. */
const VIEWS = 1000;
/** Maximum number of columns for adding a measurement: each column costs each row a little. */
const WIDE = 64;
/** Maximum number of columns, including fields that its measurements add later. */
const FULL = 256;

export class Shelf extends Table {
  override readonly isMeasurement = false;
  readonly number: number;
  /** For each series, an upper bound of its rows' times; undefined before the first query. */
  #newest: Map<number, bigint> | undefined;

  constructor(number: number) {
    super({ database: "", measurement: "", schema: "structline", table: `shelf_${number}` });
    this.number = number;
    this.add("series", "integer", "series");
  }

  override get rowKey(): readonly string[] {
    return ["time", "series"];
  }

  /** Whether a measurement with these fields may be added. */
  hasRoomFor(fields: readonly TableField[]): boolean {
    return this.fields.length + this.#missing(fields).length <= WIDE;
  }

  /** Adds missing columns for a measurement's fields. False, without any change, if there are too many. */
  take(fields: readonly TableField[]): "added" | "there" | "full" {
    const missing = this.#missing(fields);
    if (missing.length === 0) return "there";
    if (this.fields.length + missing.length > FULL) return "full";
    for (const field of missing) this.add(columnOf(field), field.type, columnOf(field));
    return "added";
  }

  override keyOf({ timeNs, values }: PlacedRow): bigint {
    return (timeNs << 32n) | BigInt(values[0] as number);
  }

  override get knowsNewest(): boolean {
    return this.#newest !== undefined;
  }

  override newestOf({ values }: PlacedRow): bigint | undefined {
    return this.#newest?.get(values[0] as number);
  }

  override setNewest(rows: readonly (readonly unknown[])[]): void {
    this.#newest = new Map(rows.map(([newest, series]) => [Number(series), newest as bigint]));
  }

  override noteNewest(row: PlacedRow): void {
    const known = this.newestOf(row);
    if (known === undefined || row.timeNs > known) this.#newest?.set(row.values[0] as number, row.timeNs);
  }

  override forgetNewest(): void {
    this.#newest = undefined;
  }

  override forgetUnstored(): void {
    super.forgetUnstored();
    if (this.fields.length === 0) this.add("series", "integer", "series");
  }

  #missing(fields: readonly TableField[]): TableField[] {
    return fields.filter((field) => this.slotOf(columnOf(field)) === undefined);
  }
}

/** A measurement in a shared table. */
export class OnShelf implements Elsewhere {
  readonly rows: Shelf;
  /** Its number in the column `series`. */
  readonly series: number;

  constructor(shelf: Shelf, series: number) {
    this.rows = shelf;
    this.series = series;
  }

  get from(): string {
    return `structline.${this.rows.names.table} WHERE series = ${this.series}`;
  }

  /** Whether a view shows it to users who open the file. */
  get hasView(): boolean {
    return this.series <= VIEWS;
  }

  placed({ timeNs, slots, values }: PlacedRow, { fields }: Table): PlacedRow {
    const own = Array.from(slots, (slot) => (slot < 0 ? slot : this.rows.slotOf(columnOf(fields[slot]!))!));
    return { timeNs, slots: this.rows.shared([0, ...own]), values: [this.series, ...values] };
  }

  sqlOf(field: TableField): string {
    return quoted(columnOf(field));
  }
}

/** The shared table's column for a field: fields with the same name and type share it. DuckDB ignores case. */
export function columnOf({ column, type }: Pick<TableField, "column" | "type">): string {
  return `${column.toLowerCase()}:${type}`;
}
