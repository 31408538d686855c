/**
 * Moves a database of an earlier version to the layout of this one. Earlier versions had tables of measurements
 * (`DATABASE.MEASUREMENT`), tables beside a view (`MEASUREMENT_rows`, with maps by names, and lists), and shared tables,
 * the first ones with columns named by fields. Shared tables whose columns are named by type and number stay as they are;
 * other rows are copied. A transaction moves a measurement, so a process that ends in between goes on at its next start.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import type { FieldType } from "../../model/point.ts";
import { Catalogue, type CatalogueLimits } from "./catalogue.ts";
import { columnOf, type FieldForm } from "./field-form.ts";
import { literal, quoted, SCHEMA, SHARED_TABLE, unescapeName } from "./identifier.ts";
import { CREATE, OLD_FIELDS, refusal } from "./layout.ts";
import type { Minutes } from "./minutes.ts";
import { textRows } from "./read-catalogue.ts";
import { nameOf } from "./schema-changes.ts";
import { numberOfSharedTable } from "./shared-table.ts";
import type { Table, TableNames } from "./table.ts";
import { inTransaction } from "./transaction.ts";

/** Measurements of a shared table that move in one transaction. */
const SHARED_AT_ONCE = 200;
const TELL_EVERY_MS = 5000;

interface OldField {
  readonly name: string;
  readonly type: FieldType;
  readonly column: string;
  /** Index in a list, from 0. */
  readonly element: number | undefined;
}

/** A field, and where its values are. */
interface Moving extends OldField {
  readonly form: FieldForm;
  /** The column with its values, quoted. */
  readonly holder: string;
}

interface OldMeasurement {
  readonly names: TableNames;
  readonly fields: readonly Moving[];
  /** Its number in a shared table. */
  readonly series: number | undefined;
  /** The table with its rows. */
  readonly rows: { readonly schema: string; readonly table: string };
  readonly isView: boolean;
}

/** Notes what has to move; from now on, earlier versions refuse the database. */
export async function beginMove(connection: DuckDBConnection): Promise<void> {
  const [[catalog] = []] = await textRows(connection, "SELECT current_database()");
  const named = await textRows(
    connection,
    `SELECT DISTINCT table_name FROM ${SCHEMA}.fields WHERE schema_name = '${SCHEMA}' AND contains(column_name, ':')`,
  );
  const isShared = `(schema_name, table_name) IN (SELECT (schema_name, table_name) FROM ${SCHEMA}.measurements WHERE ${SHARED_TABLE} IS NOT NULL)`;
  await inTransaction(connection, [
    ...[`${SHARED_TABLE} INTEGER`, "series INTEGER", "rows_table VARCHAR"].map(
      (column) => `ALTER TABLE ${SCHEMA}.measurements ADD COLUMN IF NOT EXISTS ${column}`,
    ),
    `ALTER TABLE ${SCHEMA}.fields RENAME TO ${OLD_FIELDS.split(".")[1]}`,
    CREATE,
    ...named.flatMap(([table]) => [
      `ALTER TABLE ${SCHEMA}.${table} RENAME TO old_${table}`,
      `UPDATE ${SCHEMA}.measurements SET rows_table = 'old_${table}', ${SHARED_TABLE} = NULL WHERE ${SHARED_TABLE} = ${numberOfSharedTable(table!)}`,
    ]),
    `INSERT INTO ${SCHEMA}.columns SELECT schema_name, table_name, field, type, column_name, 'column',
       row_number() OVER (PARTITION BY schema_name, table_name, type ORDER BY rowid) FROM ${OLD_FIELDS} WHERE ${isShared} ORDER BY rowid`,
    `DELETE FROM ${OLD_FIELDS} WHERE ${isShared} OR schema_name = '${SCHEMA}'`,
    ...refusal(catalog!),
  ]);
}

/** @param tell takes a sentence for the log */
export async function continueMove(
  connection: DuckDBConnection,
  limits: CatalogueLimits,
  minutes: Minutes,
  tell: (sentence: string) => void,
): Promise<void> {
  const waiting = await readOld(connection);
  const catalogue = await Catalogue.load(connection, limits);
  const total = waiting.reduce((sum, block) => sum + block.length, 0);
  let moved = 0;
  let reportedMs = performance.now();
  if (total > 0) tell(`the rows of ${total} measurements move to the layout of this version, once`);
  for (const block of waiting) {
    await move(connection, catalogue, minutes, block);
    moved += block.length;
    if (performance.now() - reportedMs < TELL_EVERY_MS) continue;
    reportedMs = performance.now();
    tell(`the rows of ${moved} of ${total} measurements have moved`);
  }
  const left = await textRows(
    connection,
    `SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = '${SCHEMA}'
       AND starts_with(table_name, 'old_${SHARED_TABLE}_')`,
  );
  await inTransaction(connection, [
    ...left.map(([table]) => `DROP TABLE ${SCHEMA}.${table}`),
    `DROP TABLE ${OLD_FIELDS}`,
    `ALTER TABLE ${SCHEMA}.measurements DROP COLUMN rows_table`,
  ]);
  if (total > 0) tell(`the rows of all ${total} measurements have moved`);
}

/** What has to move, by transaction. */
async function readOld(connection: DuckDBConnection): Promise<OldMeasurement[][]> {
  const fields = await readFields(connection);
  const waiting = `SELECT database, measurement, schema_name, table_name, series::VARCHAR, rows_table
    FROM ${SCHEMA}.measurements WHERE ${SHARED_TABLE} IS NULL ORDER BY rowid`;
  const measurements = (await textRows(connection, waiting)).map((row) => measurementOf(row, fields));
  const shared = measurements.filter(({ series }) => series !== undefined);
  return [
    ...measurements.filter(({ series }) => series === undefined).map((one) => [one]),
    ...Array.from({ length: Math.ceil(shared.length / SHARED_AT_ONCE) }, (_, i) =>
      shared.slice(i * SHARED_AT_ONCE, (i + 1) * SHARED_AT_ONCE),
    ),
  ];
}

/** By schema and table. */
async function readFields(connection: DuckDBConnection): Promise<ReadonlyMap<string, readonly OldField[]>> {
  const fields = new Map<string, OldField[]>();
  const stored = `SELECT schema_name, table_name, field, type, column_name, element::VARCHAR FROM ${OLD_FIELDS} ORDER BY rowid`;
  for (const [schema, table, field, type, column, element] of await textRows(connection, stored)) {
    const known = fields.get(`${schema}\0${table}`) ?? [];
    known.push({
      name: unescapeName(field!),
      type: type as FieldType,
      column: column!,
      element: element === null ? undefined : Number(element),
    });
    fields.set(`${schema}\0${table}`, known);
  }
  return fields;
}

function measurementOf(
  [database, measurement, schema, table, series, rows]: readonly (string | null)[],
  fields: ReadonlyMap<string, readonly OldField[]>,
): OldMeasurement {
  const own = fields.get(`${schema}\0${table}`) ?? [];
  const texts = { database: unescapeName(database!), measurement: unescapeName(measurement!) };
  const names = { ...texts, schema: schema!, table: table! };
  if (series !== null) {
    const place = { series: Number(series), rows: { schema: SCHEMA, table: rows! }, isView: true };
    return { names, fields: own.map(inNamedColumn), ...place };
  }
  const place = { series: undefined, rows: { schema: schema!, table: rows ?? table! }, isView: rows !== null };
  const holders = rows === null ? undefined : fields.get(`${schema}\0${rows}`);
  return { names, fields: own.map((field) => placeIn(holders, field)), ...place };
}

function inNamedColumn(field: OldField): Moving {
  return { ...field, form: "column", holder: quoted(`${field.column.toLowerCase()}:${field.type}`) };
}

/** @param holders columns of the table beside a view; absent: the measurement is a table */
function placeIn(holders: readonly OldField[] | undefined, field: OldField): Moving {
  const held = (name: string) => holders?.find((holder) => holder.name === name)?.column;
  const { type, column, element } = field;
  if (element !== undefined) return { ...field, form: "list", holder: quoted(held(`\0[]${type}`)!) };
  if (holders === undefined || held(column) !== undefined) return { ...field, form: "column", holder: quoted(column) };
  return { ...field, form: "map", holder: quoted(held(`\0${type}`)!) };
}

async function move(
  connection: DuckDBConnection,
  catalogue: Catalogue,
  minutes: Minutes,
  block: readonly OldMeasurement[],
): Promise<void> {
  const copies: string[] = [];
  const after: string[] = [];
  for (const old of block) {
    const { names, series, isView } = old;
    const rows = nameOf({ names: old.rows }, catalogue.catalog);
    const table = catalogue.takeOver(names, old.fields, series);
    const { columns, values } = copied(table, old.fields);
    const of = `schema_name = ${literal(names.schema)} AND table_name = ${literal(names.table)}`;
    const from = series === undefined ? rows : `${rows} WHERE series = ${series}`;
    copies.push(
      `INSERT INTO ${catalogue.nameOf(table.rows)} (${["time", "series", ...columns].join(", ")})
         SELECT ${["time", table.series, ...values].join(", ")} FROM ${from}`,
      ...(isView ? [`DROP VIEW IF EXISTS ${catalogue.nameOf(table)}`] : []),
      ...(series === undefined ? [`DROP TABLE ${rows}`] : []),
      `DELETE FROM ${SCHEMA}.measurements WHERE ${of}`,
    );
    after.push(...minutes.moved(of));
  }
  const [{ names } = { names: undefined }] = block;
  await inTransaction(connection, [...catalogue.changes(copies), ...after]).catch((error: Error) => {
    throw new Error(
      `the rows of ${names?.database} ${names?.measurement} cannot move to this version's layout: ${error.message}`,
    );
  });
  catalogue.confirm();
  // The space of the earlier table is free for the next one.
  await connection.run("CHECKPOINT");
}

/** Columns of the table of rows, and their values in the earlier one. */
function copied(table: Table, old: readonly Moving[]): { readonly columns: string[]; readonly values: string[] } {
  const byColumn = new Map<string, { readonly form: FieldForm; readonly fields: Moving[] }>();
  for (const [slot, field] of table.fields.entries()) {
    const { name, form } = columnOf(field);
    const column = byColumn.get(name) ?? { form, fields: [] };
    column.fields.push(old[slot]!);
    byColumn.set(name, column);
  }
  return {
    columns: [...byColumn.keys()],
    values: Array.from(byColumn.values(), ({ form, fields }) => VALUES[form](fields)),
  };
}

const VALUES: Readonly<Record<FieldForm, (fields: readonly Moving[]) => string>> = {
  column: ([field]) => field!.holder,
  list: (fields) => {
    if (fields.every(({ element }, index) => element === index)) return fields[0]!.holder;
    const values = fields.map(({ holder, element }) => (element === undefined ? holder : `${holder}[${element + 1}]`));
    return `[${values.join(", ")}]`;
  },
  // Keys were the columns' names.
  map: (fields) => {
    const { holder } = fields[0]!;
    const names = `[${fields.map(({ column }) => literal(column)).join(", ")}]`;
    const keys = `list_transform(map_keys(${holder}), lambda name: list_position(${names}, name)::INTEGER)`;
    return `CASE WHEN ${holder} IS NOT NULL THEN map(${keys}, map_values(${holder})) END`;
  },
};
