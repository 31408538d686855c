/**
 * Tables of rows. A table costs DuckDB half a millisecond for each write and, once it was appended to, some hundred
 * kilobytes, whatever its size. Ten thousand devices with a reading a second would exceed both. So measurements share
 * tables: each is a number in the column `series`, and a view with the measurement's name shows its rows. Which table a
 * measurement is placed in is not a matter of form: one that has its table alone is faster to read.
 */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { PagedRow } from "../../model/paged-row.ts";
import { columnOf, type FieldForm, type FieldStorage, type HeldField, type RowsColumn } from "./field-form.ts";
import { SCHEMA, SHARED_TABLE } from "./identifier.ts";
import { PlacedPageRow, type PlacedRow, type StoredValue } from "./placed-row.ts";

/**
 * Number of measurements with a table to themselves. A batch takes a millisecond for each table that it writes to,
 * whatever the number of rows: with many tables, that is more than all the rest.
 */
export const OWN_TABLES = 4;
/** Where more send at once, or may, none gets one: a batch would take five times as long for the few that have. */
export const MANY_AT_ONCE = 32;
/** Maximum number of columns for adding a measurement with fewer fields: each column costs each row a little. */
const WIDE = 64;
/** Maximum number of columns, including fields that its measurements add later. */
const FULL = 256;

/** A measurement. */
interface RowsOwner {
  readonly series: number;
  readonly fields: readonly HeldField[];
}

/** Senders can invent many. */
const MOST_SHAPES = 4096;

/** How values of a measurement's row become those of a row here. */
interface Plan {
  /** Slots of the row here. */
  readonly slots: Int32Array;
  /** Each value is one of a column, so they stay as they are. */
  readonly isPlain: boolean;
  /** For each value its index in `slots`, or −1, and the form and number of its field. */
  readonly at: Int32Array;
  readonly forms: readonly FieldForm[];
  readonly nths: Int32Array;
}

export class SharedTable {
  readonly number: number;
  /** After `time` and `series`, in order. */
  readonly columns: RowsColumn[] = [];
  /** Number of columns in the database; the others are created by the current transaction. */
  storedColumns = 0;
  /** Whether the table itself is in the database. */
  stored = false;
  /** Number of measurements with rows here. */
  members = 0;
  /** It gets no second measurement, as long as this process has the database open. */
  isAlone = false;
  /** Its last measurement was removed, and the table as well. Queries of before must not find another one's rows. */
  isGone = false;
  readonly #slots = new Map<string, number>();
  /** By the slots of a measurement's row. */
  readonly #plans = new WeakMap<Int32Array, Plan>();
  /** Consecutive rows nearly always have the same slots. */
  #last: { readonly of: Int32Array; readonly plan: Plan } | undefined;
  /** Slots of rows here by their numbers: one array for all rows with the same ones. */
  readonly #shapes = new Map<string, Int32Array>();
  /** For each series, an upper bound of its rows' times, ns; undefined before the first query. */
  #newest: Map<number, bigint> | undefined;

  constructor(number: number) {
    this.number = number;
  }

  get names() {
    return { schema: SCHEMA, table: sharedTableName(this.number) };
  }

  /** Whether a measurement with these fields may be added. Wide ones share tables with each other only. */
  hasRoomFor(fields: readonly Pick<FieldStorage, "type">[]): boolean {
    const counts = new Map<string, number>();
    for (const { type } of fields.slice(0, FULL)) counts.set(type, (counts.get(type) ?? 0) + 1);
    let width = this.columns.length;
    for (const [type, count] of counts) width += Math.max(0, count - this.#count(type));
    if (fields.length < WIDE) return width <= WIDE;
    return this.columns.length === 0 || (width <= FULL && this.columns.length > WIDE);
  }

  /** Whether it has the column, or may get it. */
  canHave(field: FieldStorage): boolean {
    return this.columns.length < FULL || this.#slots.has(columnOf(field).name);
  }

  /** Adds the field's column if it is missing. @returns whether it was */
  take(field: FieldStorage): boolean {
    const column = columnOf(field);
    if (this.#slots.has(column.name)) return false;
    this.#slots.set(column.name, this.columns.length);
    this.columns.push(column);
    return true;
  }

  /** Columns of a stored table. */
  load(columns: readonly RowsColumn[]): void {
    for (const column of columns) {
      this.#slots.set(column.name, this.columns.length);
      this.columns.push(column);
    }
    this.storedColumns = columns.length;
    this.stored = true;
  }

  /** A measurement's row in the form of this table. [hot path] */
  placed(timeNs: bigint, { series, fields }: RowsOwner, slots: Int32Array, values: PlacedRow["values"]): PlacedRow {
    if (slots !== this.#last?.of) this.#last = { of: slots, plan: this.#plan(slots, fields) };
    const { plan } = this.#last;
    if (plan.isPlain) return { timeNs, series, slots: plan.slots, values };
    return {
      timeNs,
      series,
      slots: plan.slots,
      values: gathered(plan, values as readonly (ColumnValue | undefined)[]),
    };
  }

  /** The same for a row of a page. [hot path] */
  placedPage(row: PagedRow, owner: RowsOwner, slots: Int32Array): PlacedRow {
    const { series, fields } = owner;
    if (slots !== this.#last?.of) this.#last = { of: slots, plan: this.#plan(slots, fields) };
    const { plan } = this.#last;
    return plan.isPlain
      ? new PlacedPageRow(row, series, plan.slots)
      : this.placed(row.timeNs, owner, slots, row.values);
  }

  #plan(slots: Int32Array, fields: readonly HeldField[]): Plan {
    const known = this.#plans.get(slots);
    if (known !== undefined) return known;
    const plan = this.#planFor(slots, fields);
    this.#plans.set(slots, plan);
    return plan;
  }

  #planFor(slots: Int32Array, fields: readonly HeldField[]): Plan {
    const columns: number[] = [];
    const at = new Int32Array(slots.length).fill(-1);
    const nths = new Int32Array(slots.length);
    const forms: FieldForm[] = [];
    let isPlain = true;
    for (let i = 0; i < slots.length; i++) {
      const field = fields[slots[i]!];
      forms.push(field?.form ?? "column");
      if (field === undefined) continue;
      const own = this.#slots.get(field.holder)!;
      const known = field.form === "column" ? -1 : columns.indexOf(own);
      at[i] = known >= 0 ? known : columns.push(own) - 1;
      nths[i] = field.nth;
      isPlain &&= field.form === "column";
    }
    const placed = isPlain ? at.map((index) => (index < 0 ? -1 : columns[index]!)) : columns;
    return { slots: this.#shared(placed), isPlain, at, forms, nths };
  }

  #shared(slots: readonly number[] | Int32Array): Int32Array {
    const key = slots.join();
    const known = this.#shapes.get(key);
    if (known !== undefined) return known;
    if (this.#shapes.size >= MOST_SHAPES) this.#shapes.clear();
    const shared = Int32Array.from(slots);
    this.#shapes.set(key, shared);
    return shared;
  }

  get knowsNewest(): boolean {
    return this.#newest !== undefined;
  }

  /** An upper bound of the times of the row's measurement, ns; undefined without rows. */
  newestOf({ series }: PlacedRow): bigint | undefined {
    return this.#newest?.get(series);
  }

  /** Sets the database's result: newest time, ns, and series. */
  setNewest(rows: readonly (readonly unknown[])[]): void {
    this.#newest = new Map(rows.map(([newest, series]) => [Number(series), newest as bigint]));
  }

  /** Records that the row is in the table. */
  noteNewest({ series, timeNs }: PlacedRow): void {
    const known = this.#newest?.get(series);
    if (known === undefined || timeNs > known) this.#newest?.set(series, timeNs);
  }

  forgetNewest(): void {
    this.#newest = undefined;
  }

  /** The changes were committed. */
  confirm(): void {
    this.stored = true;
    this.storedColumns = this.columns.length;
  }

  /** Removes columns that are not in the database, after the transaction for them failed. */
  forgetUnstored(): void {
    for (const { name } of this.columns.splice(this.storedColumns)) this.#slots.delete(name);
    this.forgetNewest();
  }

  /** Number of columns of single fields of a type: their numbers have no gaps. */
  #count(type: string): number {
    let count = 0;
    while (this.#slots.has(`${type}_${count + 1}`)) count++;
    return count;
  }
}

/** Values of a row with lists or maps. [hot path] */
function gathered(
  { slots, at, forms, nths }: Plan,
  values: readonly (ColumnValue | undefined)[],
): readonly (StoredValue | undefined)[] {
  const placed: (StoredValue | undefined)[] = new Array(slots.length).fill(undefined);
  for (let i = 0; i < at.length; i++) {
    const index = at[i]!;
    const value = values[i];
    if (index < 0 || value === undefined) continue;
    if (forms[i] === "column") placed[index] = value;
    else if (forms[i] === "list") {
      placed[index] ??= [];
      (placed[index] as (ColumnValue | undefined)[])[nths[i]! - 1] = value;
    } else {
      placed[index] ??= new Map();
      (placed[index] as Map<number, ColumnValue>).set(nths[i]!, value);
    }
  }
  return placed;
}

function sharedTableName(number: number | ""): string {
  return `${SHARED_TABLE}_${number}`;
}

/** Undefined for another table. */
export function numberOfSharedTable(name: string): number | undefined {
  const prefix = sharedTableName("");
  return name.startsWith(prefix) ? Number(name.slice(prefix.length)) : undefined;
}
