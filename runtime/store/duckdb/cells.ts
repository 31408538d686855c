/**
 * Measurements with very many fields. Once it was appended to, a column costs DuckDB two blocks of 256 KB, and a null
 * costs as much as a value: 20,000 rows with one of 900 fields each take a second and half a gigabyte; one row of
 * 20,000 fields takes three seconds and a gigabyte. So sparse fields, from rows that lack many others, are cells:
 * entries in a map, one for each type, with the field's column as the key. Of fields declared in a header, which every
 * row has, those after the first few hundred are elements of a list, one for each type. A view with the measurement's
 * name shows all of them as columns.
 */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { FieldType } from "../../telemetry/point.ts";
import { literal, quoted } from "./identifier.ts";
import type { PlacedRow, StoredValue } from "./placed-row.ts";
import { type Placement, sqlTypeOf, Table, type TableField } from "./table.ts";

/** New fields become cells if their row lacks more than this number of fields, and at least half. */
export const COLUMNS_LACKED = 64;

/** Number of a measurement's fields stored as columns; further declared fields are elements of lists. */
export const COLUMNS_APART = 256;

/** Up to this number of elements, a query names each one; for more, it reads the whole list. */
const FEW_ELEMENTS = 64;

/** @param given number of fields in the row, out of `fields` */
export function areSparse(given: number, fields: number, lacked: number): boolean {
  return fields - given > lacked && 2 * given <= fields;
}

export class CellTable extends Table implements Placement {
  override readonly isMeasurement = false;
  readonly rows = this;
  readonly measurement: Table;
  /**
   * As seen inside the same database: a copy of the file has another database name, and the schema's name may be
   * ambiguous.
   */
  readonly from: string;

  /** @param table its identifier, in the measurement's schema */
  constructor(measurement: Table, table: string) {
    super({ ...measurement.names, table });
    this.measurement = measurement;
    this.from = quoted(table);
  }

  override add(name: string, type: FieldType, column?: string): number {
    const slot = super.add(name, type, column);
    const holds = heldBy(name);
    if (holds !== undefined) this.fields[slot] = { ...this.fields[slot]!, holds };
    return slot;
  }

  /** The existing columns of the measurement's own table, which becomes this one. */
  takeOver(fields: readonly TableField[]): void {
    for (const { column, type } of fields) this.add(column, type, column);
  }

  /** Adds columns for new fields of the measurement. */
  take(fields: readonly TableField[], form: "columns" | "cells"): void {
    for (const { column, type, element } of fields) {
      if (element !== undefined) this.#hold(list(type), type, `list:${type}`);
      else if (form === "columns") this.add(column, type);
      else this.#hold(cells(type), type, `cells:${type}`);
    }
  }

  placed({ timeNs, slots, values }: PlacedRow, { fields }: Table): PlacedRow {
    const placed = new Map<number, StoredValue>();
    for (let i = 0; i < slots.length; i++) {
      const [slot, value] = [slots[i]!, values[i]];
      if (slot < 0 || value === undefined) continue;
      const { column, type, element } = fields[slot]!;
      if (element !== undefined) {
        const holder = this.slotOf(list(type))!;
        let elements = placed.get(holder) as (ColumnValue | undefined)[] | undefined;
        if (elements === undefined) {
          elements = [];
          placed.set(holder, elements);
        }
        elements[element] = value as ColumnValue;
        continue;
      }
      const own = this.slotOf(column);
      if (own !== undefined) placed.set(own, value);
      else addCell(placed, this.slotOf(cells(type))!, column, value as ColumnValue);
    }
    return { timeNs, slots: this.shared([...placed.keys()]), values: [...placed.values()] };
  }

  sqlOf({ column, type, element }: TableField): string {
    if (element !== undefined) return `${this.#holder(list(type))}[${element + 1}]`;
    const own = this.slotOf(column);
    if (own !== undefined) return quoted(this.fields[own]!.column);
    return `${this.#holder(cells(type))}[${literal(column)}]`;
  }

  /** Identifiers, by type, of lists that are read whole because many of the fields are in them. */
  listsFor(fields: readonly TableField[]): Map<FieldType, string> {
    const counts = new Map<FieldType, number>();
    for (const { type, element } of fields) if (element !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
    const many = [...counts].filter(([, count]) => count > FEW_ELEMENTS);
    return new Map(many.map(([type]) => [type, this.fields[this.slotOf(list(type))!]!.column]));
  }

  /**
   * SQL that converts rows to this table's form. @param from has this number of the measurement's first fields as
   * columns; no cells
   */
  packed(from: string, width: number): string {
    const apart: string[] = [];
    const lists = new Map<FieldType, string[]>();
    for (const [slot, field] of this.measurement.fields.slice(0, this.measurement.storedFields).entries()) {
      const value = slot < width ? quoted(field.column) : `NULL::${sqlTypeOf(field)}`;
      const elements = lists.get(field.type);
      if (field.element === undefined) apart.push(slot < width ? value : `${value} AS ${quoted(field.column)}`);
      else if (elements === undefined) lists.set(field.type, [value]);
      else elements.push(value);
    }
    const packed = Array.from(lists, ([type, elements]) => `[${elements.join(", ")}] AS ${this.#holder(list(type))}`);
    return `SELECT ${["time", ...apart, ...packed].join(", ")} FROM (${from})`;
  }

  #hold(name: string, type: FieldType, column: string): void {
    if (this.slotOf(name) === undefined) this.add(name, type, this.propose(column));
  }

  #holder(name: string): string {
    return quoted(this.fields[this.slotOf(name)!]!.column);
  }
}

/** Name of the map of a type as a field; no identifier contains a NUL. */
function cells(type: FieldType): string {
  return `\0${type}`;
}

/** The same for the list. */
function list(type: FieldType): string {
  return `\0[]${type}`;
}

function heldBy(name: string): TableField["holds"] {
  return name.startsWith("\0[]") ? "list" : name.startsWith("\0") ? "map" : undefined;
}

function addCell(placed: Map<number, StoredValue>, slot: number, column: string, value: ColumnValue): void {
  const others = placed.get(slot) as Map<string, ColumnValue> | undefined;
  if (others === undefined) placed.set(slot, new Map([[column, value]]));
  else others.set(column, value);
}
