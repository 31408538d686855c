/**
 * How the values of a measurement's fields are stored. Once it was appended to, a column costs DuckDB two blocks of
 * 256 KB, and a null costs as much as a value: 20,000 rows with one of 900 fields each take a second and half a
 * gigabyte; one row of 20,000 fields takes three seconds and a gigabyte. So sparse fields, from rows that lack many
 * others, are entries of a map, one for each type, with the field's number as the key. Of fields declared in a header,
 * which every row has, those after the first few hundred are elements of a list, one for each type. All others are
 * columns. They are named by type and number, so that measurements share them whatever their fields are called.
 */

import type { FieldType } from "../../model/point.ts";

export type FieldForm = "column" | "list" | "map";

/** Where a field's values are. */
export interface FieldStorage {
  readonly type: FieldType;
  readonly form: FieldForm;
  /** Its number among the measurement's fields of this type and form, from 1. */
  readonly nth: number;
}

export interface HeldField extends FieldStorage {
  /** Name of the column with its values. */
  readonly holder: string;
}

/** A column of a table of rows: of one field of each measurement, or of all fields of a type that have this form. */
export interface RowsColumn {
  readonly name: string;
  readonly type: FieldType;
  readonly form: FieldForm;
}

/** New fields are entries of a map if their row lacks more than this number of fields, and at least half. */
export const COLUMNS_LACKED = 64;

/** Number of a measurement's fields stored as columns; further declared fields are elements of lists. */
export const COLUMNS_APART = 256;

const SQL_TYPES: Readonly<Record<FieldType, string>> = {
  float: "DOUBLE",
  integer: "BIGINT",
  unsigned: "UBIGINT",
  string: "VARCHAR",
  boolean: "BOOLEAN",
};

/** @param given number of fields in the row, out of `fields` */
export function areSparse(given: number, fields: number, lacked: number): boolean {
  return fields - given > lacked && 2 * given <= fields;
}

/** The column of its values. */
export function columnOf({ type, form, nth }: FieldStorage): RowsColumn {
  return { name: form === "column" ? `${type}_${nth}` : `${type}_${form}`, type, form };
}

/** Reads the name that `columnOf` gave. */
export function parseColumn(name: string): RowsColumn {
  const [type, what] = name.split("_") as [FieldType, string];
  return { name, type, form: what === "list" || what === "map" ? what : "column" };
}

export function sqlTypeOf({ type, form }: Pick<FieldStorage, "type" | "form">): string {
  const sqlType = SQL_TYPES[type];
  return form === "column" ? sqlType : form === "map" ? `MAP(INTEGER, ${sqlType})` : `${sqlType}[]`;
}

/** SQL of a value as a number: integers keep their digits. */
export function numberSql(value: string, type: FieldType): string {
  return type === "integer" || type === "unsigned" ? value : `${value}::DOUBLE`;
}

/** SQL expression of its value. */
export function sqlOf(field: FieldStorage): string {
  const { name } = columnOf(field);
  return field.form === "column" ? name : `${name}[${field.nth}]`;
}
