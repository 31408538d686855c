/** Creates tables and columns, and records them in the registry. */

import type { ClientBase } from "pg";
import { hashedName, quoted } from "./names.ts";
import { columnType, relationOf, type Table } from "./registry.ts";
import { addSeries, noteKeys } from "./series.ts";

/** Creates everything added by `add`, `addField` and `addKey`, within the batch's transaction and with the lock. */
export async function define(client: ClientBase, made: Table): Promise<void> {
  if (made.isNew) await createTable(client, made);
  const relation = relationOf(made);
  const columns = made.added.flatMap(({ column, type }) =>
    column === undefined ? [] : [`ADD COLUMN IF NOT EXISTS ${quoted(column)} ${columnType(type)}`],
  );
  if (columns.length > 0) await client.query(`ALTER TABLE ${relation} ${columns.join(", ")}`);
  const lists = [
    made.added.map(({ name }) => name),
    made.added.map(({ type }) => type),
    made.added.map(({ column }) => column ?? null),
  ];
  await client.query(
    `INSERT INTO structline.fields (measurement, name, type, column_name)
     SELECT m.id, f.* FROM structline.measurements m, unnest($3::text[], $4::text[], $5::text[]) AS f
     WHERE m.database = $1 AND m.measurement = $2
     ON CONFLICT (measurement, name) DO UPDATE SET type = EXCLUDED.type, column_name = EXCLUDED.column_name`,
    [made.database, made.measurement, ...lists],
  );
  if (made.addedKeys.length > 0) {
    if (made.seriesColumn === undefined) await addSeries(client, made);
    await noteKeys(client, made);
  }
}

async function createTable(client: ClientBase, table: Table): Promise<void> {
  const { database, measurement, schema } = table;
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
  const { rows } = await client.query(
    "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2",
    [schema, table.table],
  );
  // An unrelated table has that name.
  if (rows.length > 0) table.table = hashedName(measurement);
  await client.query(`DELETE FROM structline.measurements WHERE database = $1 AND measurement = $2`, [
    database,
    measurement,
  ]);
  // A double holds integer microseconds, but not nanoseconds.
  await client.query(`CREATE TABLE ${relationOf(table)} (
    time_ns bigint PRIMARY KEY,
    time timestamptz GENERATED ALWAYS AS (to_timestamp((time_ns / 1000)::float8 / 1e6)) STORED,
    _more jsonb)`);
  await client.query(
    "INSERT INTO structline.measurements (database, measurement, schema_name, table_name) VALUES ($1, $2, $3, $4)",
    [database, measurement, schema, table.table],
  );
}
