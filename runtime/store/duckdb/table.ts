/** A measurement's table: which column holds which field, and of what type. */

import type { FieldType, PointColumn } from "../../telemetry/point.ts";
import type { PlacedRow } from "./batch.ts";
import { IdentifierScope } from "./identifier.ts";

/** SQL type of each field type. */
const SQL_TYPES: Readonly<Record<FieldType, string>> = {
  float: "DOUBLE",
  integer: "BIGINT",
  unsigned: "UBIGINT",
  string: "VARCHAR",
  boolean: "BOOLEAN",
};

/** The columns every table has, and names that DuckDB gives a meaning of their own. */
const RESERVED_COLUMNS = ["time", "rowid"];

/** Senders may make up as many shapes as they like. */
const MAX_SHARED = 4096;
const MOST_SHARED_FIELDS = 64;
const LONGEST_SHARED_KEY = 4096;

export interface TableField {
  readonly name: string;
  readonly type: FieldType;
  /** Its column's identifier. */
  readonly column: string;
  /** It has values of several fields of the type: by their columns, or by their places in the list. */
  readonly holds?: "map" | "list";
  /** Of a field whose values stand in a list: its place there, from 0. */
  readonly element?: number;
}

export function sqlTypeOf({ type, holds }: TableField): string {
  const sqlType = SQL_TYPES[type];
  return holds === undefined ? sqlType : holds === "map" ? `MAP(VARCHAR, ${sqlType})` : `${sqlType}[]`;
}

export interface TableNames {
  readonly database: string;
  readonly measurement: string;
  /** Identifiers. */
  readonly schema: string;
  readonly table: string;
}

/** Where a measurement has its rows when it is a view. */
export interface Elsewhere {
  /** The table that they are in. */
  readonly rows: Table;
  /** What the view selects from, in SQL. */
  readonly from: string;
  /** The measurement's row as that table has it. */
  placed(row: PlacedRow, measurement: Table): PlacedRow;
  /** SQL of a field's value there. */
  sqlOf(field: TableField): string;
}

/** Fields, and what is found by them. */
class FieldSet {
  readonly fields: TableField[] = [];
  /** Field name → index in `fields`. */
  readonly slots = new Map<string, number>();
  readonly columns = new IdentifierScope(RESERVED_COLUMNS);
  /** How many fields stand in the list of a type. */
  elements: Map<FieldType, number> | undefined;
  #types: ReadonlyMap<string, FieldType> | undefined;
  #shapes = new WeakMap<readonly PointColumn[], Int32Array>();
  #shared: Map<string, Int32Array> | undefined;

  get types(): ReadonlyMap<string, FieldType> {
    this.#types ??= new Map(this.fields.map(({ name, type }) => [name, type]));
    return this.#types;
  }

  add(field: TableField): number {
    const { name, type, column, element } = field;
    const slot = this.fields.length;
    this.columns.take(column);
    this.slots.set(name, slot);
    this.fields.push(field);
    if (element !== undefined) this.#countElements(type, element + 1);
    this.#types = undefined;
    return slot;
  }

  /** Takes back what was added behind the first so many. */
  cut(length: number): void {
    for (const { name, type, column, element } of this.fields.splice(length)) {
      this.slots.delete(name);
      this.columns.release(column);
      if (element !== undefined) this.#countElements(type, (this.elements?.get(type) ?? 0) - 1);
    }
    this.#types = undefined;
    this.#shapes = new WeakMap();
  }

  copy(): FieldSet {
    const copy = new FieldSet();
    for (const field of this.fields) copy.add(field);
    return copy;
  }

  sharedSlots(slots: readonly number[]): Int32Array {
    const key = slots.join();
    this.#shared ??= new Map();
    let shared = this.#shared.get(key);
    if (shared === undefined) {
      if (this.#shared.size >= MAX_SHARED) this.#shared.clear();
      shared = Int32Array.from(slots);
      this.#shared.set(key, shared);
    }
    return shared;
  }

  slotsOf(columns: readonly PointColumn[]): Int32Array | undefined {
    const known = this.#shapes.get(columns);
    if (known !== undefined) return known;
    const slots = new Int32Array(columns.length);
    for (let i = 0; i < slots.length; i++) {
      const { name, type } = columns[i]!;
      const slot = this.slots.get(name);
      if (slot === undefined || this.fields[slot]!.type !== type) return undefined;
      slots[i] = slot;
    }
    this.#shapes.set(columns, slots);
    return slots;
  }

  #countElements(type: FieldType, count: number): void {
    this.elements ??= new Map();
    this.elements.set(type, count);
  }
}

/** Sets of fields that several measurements have. */
export class FieldSets {
  readonly #sets = new Map<string, FieldSet>();

  /** The one that is used by all that are like it; undefined where it is too large to look for. */
  like(set: FieldSet): FieldSet | undefined {
    if (set.fields.length > MOST_SHARED_FIELDS) return undefined;
    const key = set.fields
      .map(({ name, type, column, element = "" }) => [name, type, column, element].join("\0"))
      .join("\0");
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    if (key.length > LONGEST_SHARED_KEY || this.#sets.size >= MAX_SHARED) return undefined;
    this.#sets.set(key, set);
    return set;
  }
}

export class Table {
  /** Its rows may belong to others otherwise. */
  readonly isMeasurement: boolean = true;
  readonly names: TableNames;
  #set = new FieldSet();
  /** Others have the same fields: they are copied before there are more. */
  #isShared = false;
  /** How many of them are in the database: the others are made by the transaction under way. */
  storedFields = 0;
  /** The table itself is in the database. */
  stored = false;
  /** Undefined until it is decided; `own`: it is a table. */
  place: Elsewhere | "own" | undefined;
  /** The place that it leaves for a table with cells, with the transaction under way. */
  leaves: Elsewhere | "own" | undefined;
  /** A time that no row of the table is after, ns; undefined until it was asked for. */
  #newestNs: bigint | undefined;
  /** The number of the change that was its last. */
  changes = 0;
  constructor(names: TableNames) {
    this.names = names;
  }

  /** In the order of the table's columns, of which the first is `time`. */
  get fields(): TableField[] {
    return this.#set.fields;
  }

  /** The same for all that share their fields. */
  storedTypes(): ReadonlyMap<string, FieldType> {
    if (this.storedFields === this.fields.length) return this.#set.types;
    return new Map(this.fields.slice(0, this.storedFields).map(({ name, type }) => [name, type]));
  }

  slotOf(field: string): number | undefined {
    return this.#set.slots.get(field);
  }

  /** Has its fields together with all that have the same, which is most of them where there are many. */
  share(sets: FieldSets): void {
    const shared = sets.like(this.#set);
    if (shared === undefined) return;
    this.#set = shared;
    this.#isShared = true;
  }

  /** Fields that it may change. */
  get #own(): FieldSet {
    if (this.#isShared) this.#set = this.#set.copy();
    this.#isShared = false;
    return this.#set;
  }

  /** Adds a field whose column has the identifier given, or a free one. */
  add(name: string, type: FieldType, column = this.propose(name), element?: number): number {
    return this.#own.add({ name, type, column, ...(element !== undefined && { element }) });
  }

  /** The next free place in the list of a type. */
  nextElement(type: FieldType): number {
    return this.#set.elements?.get(type) ?? 0;
  }

  /** Fields that stand in no list. */
  get fieldsApart(): number {
    let apart = this.fields.length;
    for (const count of this.#set.elements?.values() ?? []) apart -= count;
    return apart;
  }

  /** Undefined where it is a table. */
  get elsewhere(): Elsewhere | undefined {
    return this.place === "own" ? undefined : this.place;
  }

  /** A free identifier for a column. */
  protected propose(name: string): string {
    return this.#set.columns.propose(name);
  }

  /** One array for all rows of the same slots. */
  shared(slots: readonly number[]): Int32Array {
    return this.#set.sharedSlots(slots);
  }

  /** Columns that together tell a row from all others, where senders give times. */
  get rowKey(): readonly string[] {
    return ["time"];
  }

  /** The same as one number. */
  keyOf({ timeNs }: PlacedRow): bigint {
    return timeNs;
  }

  get knowsNewest(): boolean {
    return this.#newestNs !== undefined;
  }

  /** A time that no row of the same measurement is after, ns; undefined where there is none. */
  newestOf(_row: PlacedRow): bigint | undefined {
    return this.#newestNs;
  }

  /** What the database says: newest time, ns, and the values of the other columns of `rowKey`. */
  setNewest(rows: readonly (readonly unknown[])[]): void {
    const newest = rows[0]?.[0];
    this.#newestNs = typeof newest === "bigint" ? newest : -(2n ** 63n);
  }

  /** The row is in the table. */
  noteNewest({ timeNs }: PlacedRow): void {
    if (this.#newestNs !== undefined && timeNs > this.#newestNs) this.#newestNs = timeNs;
  }

  forgetNewest(): void {
    this.#newestNs = undefined;
  }

  /** Takes back the fields that are not in the database: the transaction that was to add them failed. */
  forgetUnstored(): void {
    if (this.fields.length > this.storedFields) this.#own.cut(this.storedFields);
    this.forgetNewest();
  }

  /**
   * The slot of each column; undefined where a column is new or of another type.
   * Kept for each array of columns, because all datagrams of a struct share one.
   */
  slotsOf(columns: readonly PointColumn[]): Int32Array | undefined {
    return this.#set.slotsOf(columns);
  }
}
