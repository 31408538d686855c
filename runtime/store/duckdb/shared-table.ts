/**
 * Shared tables for several measurements. A separate table costs DuckDB half a millisecond for each write and, once it
 * was appended to, some hundred kilobytes, whatever its size. Ten thousand devices with a reading a second would exceed
 * both. In a shared table, a measurement is a number in the column `series`, and a view with the measurement's name
 * shows its rows.
 */

import { quoted } from "./identifier.ts";
import type { PlacedRow } from "./placed-row.ts";
import { type NamedField, type Placement, Table, type TableField } from "./table.ts";

/**
 * Number of measurements with their own table, which is faster to read. A batch takes a millisecond for each table that
 * it writes to, whatever the number of rows: with many tables, that is more than all the rest.
 */
export const OWN_TABLES = 4;
/** Number of views: at each start DuckDB reads all of them, some kilobytes and a tenth of a millisecond each. */
const VIEWS = 1000;
/** Maximum number of columns for adding a measurement with fewer fields: each column costs each row a little. */
const WIDE = 64;
/** Maximum number of columns, including fields that its measurements add later. */
const FULL = 256;

/**
 * What a column is named by: the number of its field among the measurement's fields of the type, so that measurements
 * share it whatever their fields are called; or the field's name, in tables that earlier versions made.
 */
export type Naming = "places" | "names";

export class SharedTable extends Table {
  override readonly isMeasurement = false;
  readonly number: number;
  readonly #naming: Naming;
  /** For the slots of a measurement's row: those of the row here. */
  readonly #placed = new WeakMap<Int32Array, Int32Array>();
  /** For each series, an upper bound of its rows' times; undefined before the first query. */
  #newest: Map<number, bigint> | undefined;

  constructor(number: number, naming: Naming) {
    super({ database: "", measurement: "", schema: "structline", table: sharedTableName(number) });
    this.number = number;
    this.#naming = naming;
    this.add("series", "integer", "series");
  }

  override get rowKey(): readonly string[] {
    return ["time", "series"];
  }

  /** Whether a measurement with these fields may be added. Wide ones share tables with each other only. */
  hasRoomFor(fields: readonly TableField[]): boolean {
    if (this.#naming === "names") return false;
    const width = this.fields.length + this.#missing(fields).length;
    if (fields.length < WIDE) return width <= WIDE;
    return width <= FULL && (this.fields.length === 1 || this.fields.length > WIDE);
  }

  /** The column of a measurement's field. */
  columnOf({ column, type, nth }: TableField): string {
    // DuckDB ignores case.
    return this.#naming === "places" ? `${type}_${nth}` : `${column.toLowerCase()}:${type}`;
  }

  /** The slots of a measurement's row here, for each of its slots; the first is the series. */
  slotsFor(slots: Int32Array, fields: readonly TableField[]): Int32Array {
    let placed = this.#placed.get(slots);
    if (placed === undefined) {
      placed = this.shared([0, ...slots].map((slot, i) => (i > 0 && slot >= 0 ? this.#slotOf(fields[slot]!) : slot)));
      this.#placed.set(slots, placed);
    }
    return placed;
  }

  /** Adds missing columns for a measurement's fields. False, without any change, if there are too many. */
  take(fields: readonly TableField[]): "added" | "there" | "full" {
    const missing = this.#missing(fields);
    if (missing.length === 0) return "there";
    if (this.fields.length + missing.length > FULL) return "full";
    for (const field of missing) this.add(this.columnOf(field), field.type, this.columnOf(field));
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
    return fields.filter((field) => this.slotOf(this.columnOf(field)) === undefined);
  }

  #slotOf(field: TableField): number {
    return this.slotOf(this.columnOf(field))!;
  }
}

/** A measurement in a shared table. */
export class InSharedTable implements Placement {
  readonly rows: SharedTable;
  /** Its number in the column `series`. */
  readonly series: number;

  constructor(table: SharedTable, series: number) {
    this.rows = table;
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
    return { timeNs, slots: this.rows.slotsFor(slots, fields), values: [this.series, ...values] };
  }

  sqlOf(field: TableField): string {
    return quoted(this.rows.columnOf(field));
  }
}

/** How identifiers of shared tables begin, in databases of all versions. */
const PREFIX = "shelf_";

export function sharedTableName(number: number): string {
  return `${PREFIX}${number}`;
}

export function numberOfSharedTable(name: string): number {
  return Number(name.slice(PREFIX.length));
}

/** @param fields of a stored shared table */
export function namingOf(fields: readonly NamedField[]): Naming {
  return fields.some(({ column }) => column.includes(":")) ? "names" : "places";
}
