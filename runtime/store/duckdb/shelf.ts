/**
 * Measurements that share one table. A table of its own costs DuckDB half a millisecond for each write and, once it was
 * appended to, some hundred kilobytes, whatever is in it: ten thousand devices with a reading a second take more than there
 * is of both. On a shelf a measurement is a number in the column `series`, and a view under its own names shows its rows.
 */

import type { PlacedRow } from "./batch.ts";
import { quoted } from "./identifier.ts";
import { type Elsewhere, Table, type TableField } from "./table.ts";

/** So many measurements have tables of their own: they are a little faster to read. */
export const OWN_TABLES = 100;
/** Further ones have no view: at each start DuckDB reads all of them, some kilobytes and a tenth of a millisecond each. */
const VIEWS = 1000;
/** Columns up to which measurements are put on a shelf: each costs each row a little. */
const WIDE = 64;
/** Columns that it grows to, with the fields that its measurements get later. */
const FULL = 256;

export class Shelf extends Table {
  override readonly isMeasurement = false;
  readonly number: number;
  /** Of each series, a time that none of its rows is after; undefined until it was asked for. */
  #newest: Map<number, bigint> | undefined;

  constructor(number: number) {
    super({ database: "", measurement: "", schema: "structline", table: `shelf_${number}` });
    this.number = number;
    this.add("series", "integer", "series");
  }

  override get rowKey(): readonly string[] {
    return ["time", "series"];
  }

  /** Whether a measurement with these fields is to be put here. */
  hasRoomFor(fields: readonly TableField[]): boolean {
    return this.fields.length + this.#missing(fields).length <= WIDE;
  }

  /** Adds what a measurement's fields lack. False, and nothing is added, when that is too much. */
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

/** A measurement's place on a shelf. */
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

  /** Whether a view shows it to people who open the file. */
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

/** The shelf's column for a field: fields of the same name and type share it. DuckDB compares names without regard to case. */
export function columnOf({ column, type }: Pick<TableField, "column" | "type">): string {
  return `${column.toLowerCase()}:${type}`;
}
