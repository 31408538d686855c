/** The tables of the schema `structline`, and the refusal that earlier versions read there. */

import type { DuckDBConnection } from "@duckdb/node-api";
import { CREATE_COMMITTED } from "./committed.ts";
import { literal, quoted, SCHEMA, SHARED_TABLE } from "./identifier.ts";
import type { RowWidth } from "./open-database.ts";
import { textRows } from "./read-catalogue.ts";
import { inTransaction } from "./transaction.ts";

export const CREATE = `
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.measurements (
    database VARCHAR NOT NULL, measurement VARCHAR NOT NULL, schema_name VARCHAR NOT NULL, table_name VARCHAR NOT NULL,
    ${SHARED_TABLE} INTEGER, series INTEGER);
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.columns (
    schema_name VARCHAR NOT NULL, table_name VARCHAR NOT NULL, field VARCHAR NOT NULL, type VARCHAR NOT NULL,
    column_name VARCHAR NOT NULL, form VARCHAR NOT NULL, nth INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS ${SCHEMA}.facts (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);
  ${CREATE_COMMITTED}`;

/** The table in which earlier versions had the fields, while their measurements move. */
export const OLD_FIELDS = `${SCHEMA}.old_fields`;

const NEWER =
  "this database was written by a newer version of structline; install that version, or restore a backup of the database";

/**
 * Earlier versions read the table `fields`. DuckDB computes a generated column on reading, so this sentence is their
 * error. For the inserted row it computes it as well, there without the error.
 */
export function refusal(catalog: string): string[] {
  const generated = `CASE WHEN current_schema() = '${SCHEMA}' THEN '' ELSE error(${literal(NEWER)}) END`;
  return [
    `CREATE TABLE ${SCHEMA}.fields (schema_name VARCHAR, table_name VARCHAR GENERATED ALWAYS AS (${generated}) VIRTUAL,
       field VARCHAR, type VARCHAR, column_name VARCHAR, element INTEGER)`,
    `SET schema = '${SCHEMA}'`,
    `INSERT INTO ${SCHEMA}.fields (schema_name, field, type, column_name) VALUES ('${SCHEMA}', '', '', '')`,
    `USE ${quoted(catalog)}.main`,
  ];
}

/** What of the store's own tables is in the database. */
export interface Layout {
  /** `old`: of an earlier version; `moving`: some of its measurements have moved. */
  readonly state: "new" | "old" | "moving" | "current";
  /** Whether there are rows with lists. */
  readonly width: RowWidth;
}

export async function readLayout(connection: DuckDBConnection): Promise<Layout> {
  const tables = await textRows(
    connection,
    `SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = '${SCHEMA}'`,
  );
  const has = (table: string) => tables.some(([name]) => `${SCHEMA}.${name}` === table);
  const isCurrent = has(`${SCHEMA}.columns`);
  const old = isCurrent ? OLD_FIELDS : `${SCHEMA}.fields`;
  const lists = [
    ...(isCurrent ? [`SELECT 1 FROM ${SCHEMA}.columns WHERE form = 'list'`] : []),
    ...(has(old) ? [`SELECT 1 FROM ${old} WHERE element IS NOT NULL`] : []),
  ];
  if (has(old)) await connection.run(`ALTER TABLE ${old} ADD COLUMN IF NOT EXISTS element INTEGER`);
  const found = lists.length === 0 ? [] : await textRows(connection, `${lists.join(" UNION ALL ")} LIMIT 1`);
  const state = has(old) ? (isCurrent ? "moving" : "old") : isCurrent ? "current" : "new";
  return { state, width: found.length > 0 ? "wide" : "narrow" };
}

/** Creates the tables of a new database. */
export async function createLayout(connection: DuckDBConnection): Promise<void> {
  const [[catalog] = []] = await textRows(connection, "SELECT current_database()");
  await inTransaction(connection, [`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`, CREATE, ...refusal(catalog!)]);
}
