/** Statements that bring the database in line with the catalogue, in the order of execution. */

import { sqlTypeOf } from "./field-form.ts";
import { escapeName, literal, quoted, SCHEMA, SHARED_TABLE } from "./identifier.ts";
import type { SharedTable } from "./shared-table.ts";
import type { Table, TableField } from "./table.ts";
import { definitionsOf } from "./upsert.ts";

const STATEMENTS_AT_ONCE = 200;
const ROWS_AT_ONCE = 2000;

/**
 * Combines some hundred statements each: executed one by one, they take far longer. @param catalog the database's own
 * name @param between executed when the tables of rows are there, before the views
 */
export function changesOf(
  changed: ReadonlySet<Table>,
  changedRows: ReadonlySet<SharedTable>,
  catalog: string,
  between: readonly string[],
): string[] {
  const tables = [...changed];
  const created = tables.filter(({ stored }) => !stored);
  const schemas = new Set(created.map(({ names }) => `${quoted(catalog)}.${quoted(names.schema)}`));
  const statements = [
    ...[...schemas].map((schema) => `CREATE SCHEMA IF NOT EXISTS ${schema}`),
    ...[...changedRows].flatMap((rows) => rowsChanges(rows, catalog)),
    ...between,
    ...tables.filter(({ hasView }) => hasView).map((table) => view(table, catalog)),
    ...inserts(
      `measurements (database, measurement, schema_name, table_name, ${SHARED_TABLE}, series)`,
      created.map(rowOf),
    ),
    ...inserts(
      "columns",
      tables.flatMap((table) => newFields(table).map((field) => fieldRow(table, field))),
    ),
  ];
  return blocks(statements, STATEMENTS_AT_ONCE).map((block) => block.join(";\n"));
}

/** Statements that remove a measurement from the database; a checkpoint frees the space of a table of its own. */
export function removalOf(table: Table, catalog: string): string[] {
  const { rows, series, names } = table;
  const isAlone = rows.members === 1;
  const isOf = `schema_name = ${literal(names.schema)} AND table_name = ${literal(names.table)}`;
  return [
    `DROP VIEW IF EXISTS ${nameOf(table, catalog)}`,
    isAlone ? `DROP TABLE ${nameOf(rows, catalog)}` : `DELETE FROM ${nameOf(rows, catalog)} WHERE series = ${series}`,
    `DELETE FROM ${SCHEMA}.columns WHERE ${isOf}`,
    `DELETE FROM ${SCHEMA}.measurements WHERE ${isOf}`,
  ];
}

/** The catalogue's row of a field. */
export function fieldUpdate({ names }: Table, { column, type, form, nth }: TableField): string {
  const isOf = `schema_name = ${literal(names.schema)} AND table_name = ${literal(names.table)}`;
  return `UPDATE ${SCHEMA}.columns SET type = ${literal(type)}, form = ${literal(form)}, nth = ${nth}
    WHERE ${isOf} AND column_name = ${literal(column)}`;
}

export interface Named {
  readonly names: { readonly schema: string; readonly table: string };
}

/** Three-part names, since a schema may have the database's name. */
export function nameOf({ names: { schema, table } }: Named, catalog: string): string {
  return `${quoted(catalog)}.${quoted(schema)}.${quoted(table)}`;
}

export function newFields(table: Table): TableField[] {
  return table.fields.slice(table.storedFields);
}

function rowsChanges(rows: SharedTable, catalog: string): string[] {
  const name = nameOf(rows, catalog);
  if (!rows.stored) return [`CREATE TABLE ${name} (${definitionsOf(rows.columns)})`];
  return rows.columns
    .slice(rows.storedColumns)
    .map((column) => `ALTER TABLE ${name} ADD COLUMN ${column.name} ${sqlTypeOf(column)}`);
}

/** A copy of the file has another database name. */
function view(table: Table, catalog: string): string {
  const { schema, table: rows } = table.rows.names;
  const selected = table.selection(table.fields, `${schema}.${rows} WHERE series = ${table.series}`);
  return `CREATE OR REPLACE VIEW ${nameOf(table, catalog)} AS ${selected}`;
}

function rowOf({ names, rows, series }: Table): string {
  const texts = [escapeName(names.database), escapeName(names.measurement), names.schema, names.table].map(literal);
  return `(${[...texts, rows.number, series].join(", ")})`;
}

function fieldRow({ names }: Table, { name, type, column, form, nth }: TableField): string {
  const texts = [names.schema, names.table, escapeName(name), type, column, form].map(literal);
  return `(${[...texts, nth].join(", ")})`;
}

function inserts(table: string, rows: readonly string[]): string[] {
  return blocks(rows, ROWS_AT_ONCE).map((block) => `INSERT INTO ${SCHEMA}.${table} VALUES ${block.join(", ")}`);
}

function blocks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
