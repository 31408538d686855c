/** Statements that bring the database in line with the catalogue, in the order of execution. */

import { CellTable } from "./cells.ts";
import { escapeName, literal, quoted, SCHEMA } from "./identifier.ts";
import { InSharedTable } from "./shared-table.ts";
import { type Placement, sqlTypeOf, type Table, type TableField } from "./table.ts";

const STATEMENTS_AT_ONCE = 200;
const ROWS_AT_ONCE = 2000;

/**
 * Combines some hundred statements each: executed one by one, they take far longer. @param catalog the database's own
 * name
 */
export function changesOf(changed: Iterable<Table>, catalog: string): string[] {
  // Views depend on shared tables.
  const tables = [...changed].sort((a, b) => Number(a.isMeasurement) - Number(b.isMeasurement));
  if (tables.length === 0) return [];
  const created = tables.filter((table) => !table.stored && table.isMeasurement);
  const schemas = new Set(created.map(({ names }) => `${quoted(catalog)}.${quoted(names.schema)}`));
  const statements = [
    ...[...schemas].map((schema) => `CREATE SCHEMA IF NOT EXISTS ${schema}`),
    ...tables.flatMap((table) => changesOfOne(table, catalog)),
    ...inserts("measurements", created.map(measurementRow)),
    ...inserts(
      "fields",
      tables.flatMap(partsOf).flatMap((table) => newFields(table).map((field) => fieldRow(table, field))),
    ),
  ];
  return blocks(statements, STATEMENTS_AT_ONCE).map((block) => block.join(";\n"));
}

/** Statements that remove a measurement from the database. */
export function removalOf(table: Table, catalog: string): string[] {
  const { placement } = table;
  const shown = [`DROP ${placement === undefined ? "TABLE" : "VIEW IF EXISTS"} ${nameOf(table, catalog)}`];
  const rows = placement === undefined ? [] : [clearance(placement, catalog)];
  const facts = partsOf(table).map((part) => `DELETE FROM ${SCHEMA}.fields WHERE ${isOf(part)}`);
  return [...shown, ...rows, ...facts, `DELETE FROM ${SCHEMA}.measurements WHERE ${isOf(table)}`];
}

/** Three-part names, since a schema may have the database's name. */
export function nameOf({ names: { schema, table } }: Table, catalog: string): string {
  return `${quoted(catalog)}.${quoted(schema)}.${quoted(table)}`;
}

/** A measurement, and its own table if the measurement is a view of one. */
export function partsOf(table: Table): readonly Table[] {
  return table.place instanceof CellTable ? [table, table.place] : [table];
}

export function newFields(table: Table): TableField[] {
  return table.fields.slice(table.storedFields);
}

function changesOfOne(table: Table, catalog: string): string[] {
  const { placement } = table;
  if (placement === undefined) return rowsChanges(table, catalog);
  if (!(placement instanceof CellTable)) return view(table, placement, catalog);
  if (table.leaves !== undefined) return move(table, table.leaves, placement, catalog);
  return [...rowsChanges(placement, catalog), ...view(table, placement, catalog)];
}

function rowsChanges(table: Table, catalog: string): string[] {
  return table.stored ? additions(table, newFields(table), catalog) : [creation(table, catalog)];
}

function creation(table: Table, catalog: string): string {
  const columns = ["time TIMESTAMP_NS NOT NULL", ...table.fields.map(columnDefinition)];
  return `CREATE TABLE ${nameOf(table, catalog)} (${columns.join(", ")})`;
}

function additions(table: Table, fields: readonly TableField[], catalog: string): string[] {
  return fields.map((field) => `ALTER TABLE ${nameOf(table, catalog)} ADD COLUMN ${columnDefinition(field)}`);
}

function view(table: Table, place: Placement, catalog: string): string[] {
  if (place instanceof InSharedTable && !place.hasView) return [];
  const selected = selectionOf(place, table.fields, place.from);
  const statement = `CREATE OR REPLACE VIEW ${nameOf(table, catalog)} AS ${selected}`;
  if (place instanceof InSharedTable) return [statement];
  const schema = `${quoted(catalog)}.${quoted(table.names.schema)}`;
  return [`SET schema = ${literal(schema)}`, statement, `USE ${quoted(catalog)}.main`];
}

/** Fields of a measurement that is a view, under their own names. @param lists additional columns, unchanged */
export function selectionOf(
  place: Placement,
  fields: readonly TableField[],
  from: string,
  lists: Iterable<string> = [],
): string {
  const named = fields.map((field) => `${place.sqlOf(field)} AS ${quoted(field.column)}`);
  const columns = ["time", ...named, ...Array.from(lists, quoted)];
  return `SELECT ${columns.join(", ")} FROM ${from}`;
}

/** Moves the measurement to its own table, which also has the new fields. */
function move(table: Table, from: Placement | "own", to: CellTable, catalog: string): string[] {
  const rows = from === "own" ? renaming(table, to, catalog) : copying(table, from, to, catalog);
  const [shelf, series, rowsTable] = placeValues(table);
  const place = `shelf = ${shelf}, series = ${series}, rows_table = ${rowsTable}`;
  return [...rows, ...view(table, to, catalog), `UPDATE ${SCHEMA}.measurements SET ${place} WHERE ${isOf(table)}`];
}

function renaming(table: Table, to: CellTable, catalog: string): string[] {
  const renamed = `ALTER TABLE ${nameOf(table, catalog)} RENAME TO ${quoted(to.names.table)}`;
  return [renamed, ...additions(to, to.fields.slice(table.storedFields), catalog)];
}

function copying(table: Table, from: Placement, to: CellTable, catalog: string): string[] {
  const stored = table.fields.slice(0, table.storedFields);
  const values = ["time", ...stored.map((field) => from.sqlOf(field))].join(", ");
  const columns = ["time", ...stored.map((field) => to.sqlOf(field))].join(", ");
  const copied = `INSERT INTO ${nameOf(to, catalog)} (${columns}) SELECT ${values} FROM ${from.from}`;
  return [creation(to, catalog), copied, clearance(from, catalog)];
}

function clearance(place: Placement, catalog: string): string {
  return place instanceof InSharedTable ? `DELETE FROM ${place.from}` : `DROP TABLE ${nameOf(place.rows, catalog)}`;
}

function isOf({ names: { schema, table } }: Table): string {
  return `schema_name = ${literal(schema)} AND table_name = ${literal(table)}`;
}

function columnDefinition(field: TableField): string {
  return `${quoted(field.column)} ${sqlTypeOf(field)}`;
}

function measurementRow(table: Table): string {
  const { database, measurement, schema, table: name } = table.names;
  const names = [escapeName(database), escapeName(measurement), schema, name].map(literal);
  return `(${[...names, ...placeValues(table)].join(", ")})`;
}

/** Values of `shelf`, `series` and `rows_table`. */
function placeValues({ place }: Table): (string | number)[] {
  if (place instanceof InSharedTable) return [place.rows.number, place.series, "NULL"];
  return ["NULL", "NULL", place instanceof CellTable ? literal(place.names.table) : "NULL"];
}

function fieldRow({ names }: Table, { name, type, column, element }: TableField): string {
  const texts = [names.schema, names.table, escapeName(name), type, column].map(literal);
  return `(${[...texts, element ?? "NULL"].join(", ")})`;
}

function inserts(table: string, rows: readonly string[]): string[] {
  return blocks(rows, ROWS_AT_ONCE).map((block) => `INSERT INTO ${SCHEMA}.${table} VALUES ${block.join(", ")}`);
}

function blocks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
