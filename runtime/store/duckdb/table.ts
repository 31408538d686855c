/** A measurement as a table, which a view shows: maps fields to columns and types. */

import type { FieldType, PointColumn } from "../../model/point.ts";
import { columnOf, type FieldForm, type FieldStorage, type HeldField, sqlOf } from "./field-form.ts";
import { IdentifierScope, quoted } from "./identifier.ts";
import type { SharedTable } from "./shared-table.ts";

/** Columns that every view has, and names with a meaning in DuckDB. */
const RESERVED_COLUMNS = ["time", "rowid"];

/** Maximum number of shared sets of fields, since senders can invent many. */
const MAX_SHARED = 4096;
const MOST_SHARED_FIELDS = 64;
const LONGEST_SHARED_KEY = 4096;

/** Number of views: at each start DuckDB reads all of them, some kilobytes and a tenth of a millisecond each. */
const VIEWS = 1000;

/** Up to this number of elements, a query names each one; for more, it reads the whole list. */
const FEW_ELEMENTS = 64;

/** A field with its column in the view. */
export interface NamedField {
  readonly name: string;
  readonly type: FieldType;
  /** Its column's identifier. */
  readonly column: string;
}

export interface TableField extends NamedField, HeldField {}

export interface TableNames {
  readonly database: string;
  readonly measurement: string;
  /** Identifiers. */
  readonly schema: string;
  readonly table: string;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** Where a measurement's rows are. */
export interface SharedSeries {
  readonly rows: SharedTable;
  readonly series: number;
}

/** Fields with an index by name. */
class FieldSet {
  readonly fields: TableField[] = [];
  /** Field name → index in `fields`. */
  readonly slots = new Map<string, number>();
  readonly columns = new IdentifierScope(RESERVED_COLUMNS);
  /** Number of fields that are not in a list. */
  apart = 0;
  /** Number of fields of each type and form. */
  readonly #counts = new Map<string, number>();
  #types: ReadonlyMap<string, FieldType> | undefined;
  #shapes = new WeakMap<readonly PointColumn[], Int32Array>();

  get types(): ReadonlyMap<string, FieldType> {
    this.#types ??= new Map(this.fields.map(({ name, type }) => [name, type]));
    return this.#types;
  }

  add(field: TableField): void {
    this.columns.take(field.column);
    this.slots.set(field.name, this.fields.length);
    this.#counts.set(kindOf(field), Math.max(this.#counts.get(kindOf(field)) ?? 0, field.nth));
    this.fields.push(field);
    if (field.form !== "list") this.apart++;
    this.#types = undefined;
  }

  /** Puts another field at the place of one of the same name. */
  replace(slot: number, field: TableField): void {
    if (this.fields[slot]!.form !== "list") this.apart--;
    if (field.form !== "list") this.apart++;
    this.fields[slot] = field;
    this.#counts.set(kindOf(field), Math.max(this.#counts.get(kindOf(field)) ?? 0, field.nth));
    this.#types = undefined;
    this.#shapes = new WeakMap();
  }

  count(type: FieldType, form: FieldForm): number {
    return this.#counts.get(kindOf({ type, form })) ?? 0;
  }

  /** Removes the fields after the given length. */
  cut(length: number): void {
    for (const field of this.fields.splice(length).reverse()) {
      this.slots.delete(field.name);
      this.columns.release(field.column);
      this.#counts.set(kindOf(field), field.nth - 1);
      if (field.form !== "list") this.apart--;
    }
    this.#types = undefined;
    this.#shapes = new WeakMap();
  }

  copy(): FieldSet {
    const copy = new FieldSet();
    for (const field of this.fields) copy.add(field);
    return copy;
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
}

function kindOf({ type, form }: Pick<FieldStorage, "type" | "form">): string {
  return `${type}:${form}`;
}

/** Sets of fields shared by several measurements. */
export class FieldSets {
  readonly #sets = new Map<string, FieldSet>();
  readonly #loaded = new WeakMap<readonly NamedField[], FieldSet>();

  /** The set of a stored table's fields: one for all tables that have the same array of them. */
  loaded(fields: readonly TableField[]): FieldSet {
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
      .map(({ name, type, column, form, nth }) => [name, type, column, form, nth].join("\0"))
      .join("\0");
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    if (key.length > LONGEST_SHARED_KEY || this.#sets.size >= MAX_SHARED) return undefined;
    this.#sets.set(key, set);
    return set;
  }
}

export class Table {
  readonly names: TableNames;
  /** Undefined until its first fields are known. */
  shared: SharedSeries | undefined;
  #set = new FieldSet();
  /** Other tables use the same set of fields: copy it before a change. */
  #isShared = false;
  /** Number of fields in the database; the others are created by the current transaction. */
  storedFields = 0;
  /** Whether the measurement itself is in the database. */
  stored = false;
  /** Number of its last change. */
  changes = 0;
  /** Columns whose values tell rows of one time apart. */
  keys: ReadonlySet<string> = NO_KEYS;

  constructor(names: TableNames) {
    this.names = names;
  }

  /** The table that contains its rows. */
  get rows(): SharedTable {
    return this.shared!.rows;
  }

  /** Its number in the column `series` there. */
  get series(): number {
    return this.shared!.series;
  }

  /** In the order of the view's columns, before which is `time`. */
  get fields(): TableField[] {
    return this.#set.fields;
  }

  /** The fields of the key columns. */
  get keyFields(): TableField[] {
    return this.fields.filter(({ name }) => this.keys.has(name));
  }

  /** Whether a view shows it to users who open the file. */
  get hasView(): boolean {
    return this.series <= VIEWS;
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
  load(fields: readonly TableField[], sets: FieldSets): void {
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
  add(name: string, { type, form }: Pick<FieldStorage, "type" | "form">, column = this.propose(name)): TableField {
    const storage = { type, form, nth: this.count(type, form) + 1 };
    const field = { name, column, ...storage, holder: columnOf(storage).name };
    this.#own.add(field);
    return field;
  }

  /** Gives a field another type and place. @returns the field, and what takes it back */
  retype(slot: number, type: FieldType, form: FieldForm): { readonly field: TableField; readonly undo: () => void } {
    const before = this.fields[slot]!;
    const storage = { type, form, nth: this.count(type, form) + 1 };
    const field = { ...before, ...storage, holder: columnOf(storage).name };
    this.#own.replace(slot, field);
    return { field, undo: () => this.#own.replace(slot, before) };
  }

  /** Number of its fields of a type that have this form. */
  count(type: FieldType, form: FieldForm): number {
    return this.#set.count(type, form);
  }

  /** Number of fields that are not in a list. */
  get fieldsApart(): number {
    return this.#set.apart;
  }

  /** A free identifier for a column. */
  propose(name: string): string {
    return this.#set.columns.propose(name);
  }

  /** Lists that are read whole because many of the fields are in them: for each type, a free name for the list. */
  listsFor(fields: readonly TableField[]): Map<FieldType, string> {
    const counts = new Map<FieldType, number>();
    for (const { type, form } of fields) if (form === "list") counts.set(type, (counts.get(type) ?? 0) + 1);
    const many = [...counts].filter(([, count]) => count > FEW_ELEMENTS);
    return new Map(many.map(([type]) => [type, this.propose(`${type}_list`)]));
  }

  /**
   * SQL of the fields under their own names. @param from relation with the columns of `rows` @param lists additional
   * columns
   */
  selection(fields: readonly TableField[], from: string, lists: ReadonlyMap<FieldType, string> = new Map()): string {
    const named = fields.map((field) => `${sqlOf(field)} AS ${quoted(field.column)}`);
    const whole = Array.from(lists, ([type, name]) => `${type}_list AS ${quoted(name)}`);
    return `SELECT ${["time", ...named, ...whole].join(", ")} FROM ${from}`;
  }

  /** The inverse. @param from has this number of the first fields as columns */
  packed(from: string, width: number): string {
    const columns = new Map<string, { readonly form: FieldForm; readonly nths: number[]; readonly values: string[] }>();
    for (const field of this.fields.slice(0, width)) {
      const { name, form } = columnOf(field);
      const column = columns.get(name) ?? { form, nths: [], values: [] };
      column.nths.push(field.nth);
      column.values.push(quoted(field.column));
      columns.set(name, column);
    }
    const packed = Array.from(columns, ([name, { form, nths, values }]) => {
      const list = `[${values.join(", ")}]`;
      return `${form === "column" ? values[0] : form === "list" ? list : `map([${nths.join(", ")}], ${list})`} AS ${name}`;
    });
    return `SELECT ${["time", ...packed].join(", ")} FROM (${from})`;
  }

  /** Removes fields that are not in the database, after the transaction for them failed. */
  forgetUnstored(): void {
    if (this.fields.length > this.storedFields) this.#own.cut(this.storedFields);
  }

  /**
   * The slot of each column; undefined if a column is new or has another type. Cached for each array of columns,
   * because all datagrams of a struct share one.
   */
  slotsOf(columns: readonly PointColumn[]): Int32Array | undefined {
    return this.#set.slotsOf(columns);
  }
}
