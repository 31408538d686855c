/**
 * Measurements with very many fields, of which each row has few. A column costs DuckDB two blocks of 256 KB once it was appended
 * to, and a null in it as much as a value: 20,000 rows with one of 900 fields each are a second of work and half a gigabyte.
 * So fields that come in rows which lack many others are cells: entries, by the field's column, of a map that the table has
 * for each type. A view under the measurement's own names shows all as columns.
 */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { FieldType } from "../../telemetry/point.ts";
import type { PlacedRow, StoredValue } from "./batch.ts";
import { literal, quoted } from "./identifier.ts";
import { type Elsewhere, Table, type TableField, type TableNames } from "./table.ts";

/** New fields are cells when a row that brings them lacks more than so many of all fields, and at least half. */
export const COLUMNS_LACKED = 64;

/** @param given fields that the row has, of `fields` in all */
export function areSparse(given: number, fields: number, lacked: number): boolean {
  return fields - given > lacked && 2 * given <= fields;
}

export class CellTable extends Table implements Elsewhere {
  override readonly isMeasurement = false;
  readonly rows = this;
  /** As its neighbour sees it: the database's name would be wrong in a copy of its file, and its schema's may be ambiguous. */
  readonly from: string;

  /** @param table its identifier, beside the measurement's */
  constructor(measurement: TableNames, table: string) {
    super({ ...measurement, table });
    this.from = quoted(table);
  }

  override add(name: string, type: FieldType, column?: string): number {
    const slot = super.add(name, type, column);
    if (isCells(name)) this.fields[slot] = { ...this.fields[slot]!, isMap: true };
    return slot;
  }

  /** These have been columns of the measurement's own table, which becomes this one. */
  takeOver(fields: readonly TableField[]): void {
    for (const { column, type } of fields) this.add(column, type, column);
  }

  /** Adds what new fields of the measurement need. */
  take(fields: readonly TableField[], form: "columns" | "cells"): void {
    for (const { column, type } of fields) {
      if (form === "columns") this.add(column, type);
      else if (this.slotOf(cells(type)) === undefined) this.add(cells(type), type, this.propose(`cells:${type}`));
    }
  }

  placed({ timeNs, slots, values }: PlacedRow, { fields }: Table): PlacedRow {
    const placed = new Map<number, StoredValue>();
    for (let i = 0; i < slots.length; i++) {
      const [slot, value] = [slots[i]!, values[i]];
      if (slot < 0 || value === undefined) continue;
      const { column, type } = fields[slot]!;
      const own = this.slotOf(column);
      if (own !== undefined) placed.set(own, value);
      else {
        const map = this.slotOf(cells(type))!;
        const others = placed.get(map) as Map<string, ColumnValue> | undefined;
        if (others === undefined) placed.set(map, new Map([[column, value as ColumnValue]]));
        else others.set(column, value as ColumnValue);
      }
    }
    return { timeNs, slots: this.shared([...placed.keys()]), values: [...placed.values()] };
  }

  sqlOf({ column, type }: TableField): string {
    const own = this.slotOf(column);
    if (own !== undefined) return quoted(this.fields[own]!.column);
    return `${quoted(this.fields[this.slotOf(cells(type))!]!.column)}[${literal(column)}]`;
  }
}

/** The name of the field that is the map of a type; no identifier has a NUL. */
function cells(type: FieldType): string {
  return `\0${type}`;
}

function isCells(name: string): boolean {
  return name.startsWith("\0");
}
