/** A measurement's table: maps fields to columns and types. */

import type { FieldType, PointColumn } from "../../telemetry/point.ts";
import { IdentifierScope } from "./identifier.ts";
import type { PlacedRow } from "./placed-row.ts";

/** SQL type of each field type. */
const SQL_TYPES: Readonly<Record<FieldType, string>> = {
  float: "DOUBLE",
  integer: "BIGINT",
  unsigned: "UBIGINT",
  string: "VARCHAR",
  boolean: "BOOLEAN",
};

/** Columns that every table has, and names with a meaning in DuckDB. */
const RESERVED_COLUMNS = ["time", "rowid"];

/** Maximum number of shared shapes, since senders can invent many. */
const MAX_SHARED = 4096;
const MOST_SHARED_FIELDS = 64;
const LONGEST_SHARED_KEY = 4096;

/** A field with its column. */
export interface NamedField {
  readonly name: string;
  readonly type: FieldType;
  /** Its column's identifier. */
  readonly column: string;
}

export interface TableField extends NamedField {
  /** Its number among the table's fields of this type, from 1. */
  readonly nth: number;
  /** The column holds values of several fields of this type: by their columns, or by their index in the list. */
  readonly holds?: "map" | "list";
  /** Index in the list, from 0, for a field whose values are in a list. */
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

/** The location of a measurement's rows if it is a view. */
export interface Placement {
  /** The table that contains them. */
  readonly rows: Table;
  /** The relation that the view selects from, in SQL. */
  readonly from: string;
  /** The measurement's row in the form of that table. */
  placed(row: PlacedRow, measurement: Table): PlacedRow;
  /** SQL expression of a field's value in that table. */
  sqlOf(field: TableField): string;
}

/** Fields with an index by name. */
class FieldSet {
  readonly fields: TableField[] = [];
  /** Field name → index in `fields`. */
  readonly slots = new Map<string, number>();
  readonly columns = new IdentifierScope(RESERVED_COLUMNS);
  /** Number of fields of each type. */
  readonly #counts = new Map<FieldType, number>();
  /** Number of fields in the list of each type. */
  elements: Map<FieldType, number> | undefined;
  #types: ReadonlyMap<string, FieldType> | undefined;
  #shapes = new WeakMap<readonly PointColumn[], Int32Array>();
  #shared: Map<string, Int32Array> | undefined;

  get types(): ReadonlyMap<string, FieldType> {
    this.#types ??= new Map(this.fields.map(({ name, type }) => [name, type]));
    return this.#types;
  }

  add(field: Omit<TableField, "nth">): number {
    const { name, type, column, element } = field;
    const slot = this.fields.length;
    const nth = (this.#counts.get(type) ?? 0) + 1;
    this.columns.take(column);
    this.slots.set(name, slot);
    this.#counts.set(type, nth);
    this.fields.push({ ...field, nth });
    if (element !== undefined) this.#countElements(type, element + 1);
    this.#types = undefined;
    return slot;
  }

  /** Removes the fields after the given length. */
  cut(length: number): void {
    for (const { name, type, column, element } of this.fields.splice(length)) {
      this.slots.delete(name);
      this.columns.release(column);
      this.#counts.set(type, this.#counts.get(type)! - 1);
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

/** Sets of fields shared by several measurements. */
export class FieldSets {
  readonly #sets = new Map<string, FieldSet>();
  readonly #loaded = new WeakMap<readonly NamedField[], FieldSet>();

  /** The set of a stored table's fields: one for all tables that have the same array of them. */
  loaded(fields: readonly Omit<TableField, "nth">[]): FieldSet {
    const known = this.#loaded.get(fields);
    if (known !== undefined) return known;
    const set = new FieldSet();
    for (const field of fields) set.add(field);
    const shared = this.like(set) ?? set;
    this.#loaded.set(fields, shared);
    return shared;
  }

  /** The shared set equal to this one; undefined if it is too large to share. */
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
  /** Whether its rows all belong to one measurement. */
  readonly isMeasurement: boolean = true;
  readonly names: TableNames;
  #set = new FieldSet();
  /** Other tables use the same set of fields: copy it before a change. */
  #isShared = false;
  /** Number of fields in the database; the others are created by the current transaction. */
  storedFields = 0;
  /** Whether the table itself is in the database. */
  stored = false;
  /** Undefined until it is decided; `own`: it is a table. */
  place: Placement | "own" | undefined;
  /** The location that it leaves for a table with cells, in the current transaction. */
  leaves: Placement | "own" | undefined;
  /** An upper bound of the table's times, ns; undefined before the first query. */
  #newestNs: bigint | undefined;
  /** Number of its last change. */
  changes = 0;
  constructor(names: TableNames) {
    this.names = names;
  }

  /** In the order of the table's columns, the first of which is `time`. */
  get fields(): TableField[] {
    return this.#set.fields;
  }

  /** The types of the stored fields; shared by tables with the same fields. */
  storedTypes(): ReadonlyMap<string, FieldType> {
    if (this.storedFields === this.fields.length) return this.#set.types;
    return new Map(this.fields.slice(0, this.storedFields).map(({ name, type }) => [name, type]));
  }

  slotOf(field: string): number | undefined {
    return this.#set.slots.get(field);
  }

  /** Shares its fields with all tables that have the same ones: with many tables, most of them. */
  share(sets: FieldSets): void {
    const shared = sets.like(this.#set);
    if (shared === undefined) return;
    this.#set = shared;
    this.#isShared = true;
  }

  /** Sets the fields of a stored measurement. @param fields the same array for tables with the same fields */
  load(fields: readonly Omit<TableField, "nth">[], sets: FieldSets): void {
    this.#set = sets.loaded(fields);
    this.#isShared = true;
    this.storedFields = fields.length;
  }

  /** Fields that may be changed: a copy if they are shared. */
  get #own(): FieldSet {
    if (this.#isShared) this.#set = this.#set.copy();
    this.#isShared = false;
    return this.#set;
  }

  /** Adds a field with the given column identifier, or with a free one. */
  add(name: string, type: FieldType, column = this.propose(name), element?: number): number {
    return this.#own.add({ name, type, column, ...(element !== undefined && { element }) });
  }

  /** The next free index in the list of a type. */
  nextElement(type: FieldType): number {
    return this.#set.elements?.get(type) ?? 0;
  }

  /** Number of fields that are not in a list. */
  get fieldsApart(): number {
    let apart = this.fields.length;
    for (const count of this.#set.elements?.values() ?? []) apart -= count;
    return apart;
  }

  /** Undefined if it is a table. */
  get placement(): Placement | undefined {
    return this.place === "own" ? undefined : this.place;
  }

  /** A free identifier for a column. */
  protected propose(name: string): string {
    return this.#set.columns.propose(name);
  }

  /** One array for all rows with the same slots. */
  shared(slots: readonly number[]): Int32Array {
    return this.#set.sharedSlots(slots);
  }

  /** Columns that identify a row, if senders give times. */
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

  /** An upper bound of the times of the row's measurement, ns; undefined if there is none. */
  newestOf(_row: PlacedRow): bigint | undefined {
    return this.#newestNs;
  }

  /** Sets the database's result: newest time, ns, and the values of the other columns of `rowKey`. */
  setNewest(rows: readonly (readonly unknown[])[]): void {
    const newest = rows[0]?.[0];
    this.#newestNs = typeof newest === "bigint" ? newest : -(2n ** 63n);
  }

  /** Records that the row is in the table. */
  noteNewest({ timeNs }: PlacedRow): void {
    if (this.#newestNs !== undefined && timeNs > this.#newestNs) this.#newestNs = timeNs;
  }

  forgetNewest(): void {
    this.#newestNs = undefined;
  }

  /** Removes fields that are not in the database, after the transaction for them failed. */
  forgetUnstored(): void {
    if (this.fields.length > this.storedFields) this.#own.cut(this.storedFields);
    this.forgetNewest();
  }

  /**
   * The slot of each column; undefined if a column is new or has another type. Cached for each array of columns,
   * because all datagrams of a struct share one.
   */
  slotsOf(columns: readonly PointColumn[]): Int32Array | undefined {
    return this.#set.slotsOf(columns);
  }
}
