/**
 * Reads the catalogue's tables when a database is opened. A hundred thousand measurements take tenths of a second: tables with
 * the same fields share one list of them, and names come as JSON, since each separate text from DuckDB costs 2 µs.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import type { FieldType } from "../../model/point.ts";
import { columnOf, type FieldForm, parseColumn, type RowsColumn } from "./field-form.ts";
import { literal, SCHEMA, SHARED_TABLE, unescapeName } from "./identifier.ts";
import { numberOfSharedTable } from "./shared-table.ts";
import type { TableField, TableNames } from "./table.ts";

export interface LoadedMeasurement extends TableNames {
  /** The same array for measurements with the same fields. */
  readonly fields: readonly TableField[];
  /** Number of the table with its rows, and its own there. */
  readonly number: number;
  readonly series: number;
}

/** Distinct fields; the measurements with lists of these; the distinct lists. Sorting `ORDER BY` within `list` takes twelve times as long. */
const READ_KINDS = `
  CREATE OR REPLACE TEMP TABLE structline_parts AS
    SELECT *, row_number() OVER () AS part FROM (SELECT DISTINCT field, type, column_name, form, nth FROM ${SCHEMA}.columns);
  CREATE OR REPLACE TEMP TABLE structline_tables AS
    SELECT schema_name, table_name, [each.p FOR each IN list_sort(list({r: c.rowid, p: part}))] AS parts
    FROM ${SCHEMA}.columns c JOIN structline_parts p ON c.field = p.field AND c.type = p.type
      AND c.column_name = p.column_name AND c.form = p.form AND c.nth = p.nth
    GROUP BY schema_name, table_name;
  CREATE OR REPLACE TEMP TABLE structline_kinds AS
    SELECT parts, row_number() OVER () AS kind FROM (SELECT DISTINCT parts FROM structline_tables)`;
const KINDS = `
  SELECT kind::VARCHAR, field, type, column_name, form, nth::VARCHAR
  FROM (SELECT kind, unnest(parts) AS part, generate_subscripts(parts, 1) AS ordinal FROM structline_kinds)
  JOIN structline_parts USING (part) ORDER BY kind, ordinal`;
const AT_ONCE = 10_000;
const MEASUREMENTS = `
  SELECT database, schema_name, '[' || string_agg(text, ',' ORDER BY ordinal) || ']' FROM (
    SELECT database, m.schema_name, m.rowid AS ordinal,
      json_array(measurement, nullif(m.table_name, measurement), ${SHARED_TABLE}, series, kind)::VARCHAR AS text
    FROM ${SCHEMA}.measurements m
    LEFT JOIN structline_tables t ON t.schema_name = m.schema_name AND t.table_name = m.table_name
    LEFT JOIN structline_kinds k ON k.parts = t.parts
    WHERE ${SHARED_TABLE} IS NOT NULL)
  GROUP BY database, schema_name, ordinal // ${AT_ONCE} ORDER BY min(ordinal)`;
type MeasurementRow = readonly [
  measurement: string,
  /** Absent: the measurement's name. */
  table: string | null,
  number: number,
  series: number,
  kind: number | null,
];
const TABLES = `SELECT table_name FROM duckdb_tables()
  WHERE database_name = current_database() AND schema_name = '${SCHEMA}'`;
const FORGET_KINDS =
  "DROP TABLE temp.structline_parts; DROP TABLE temp.structline_tables; DROP TABLE temp.structline_kinds";

export interface LoadedCatalogue {
  /** The columns of each table of rows, by its number. */
  readonly tables: ReadonlyMap<number, readonly RowsColumn[]>;
  /** In the order in which they were made, within each database. */
  measurements(): Generator<LoadedMeasurement>;
}

export async function readCatalogue(connection: DuckDBConnection): Promise<LoadedCatalogue> {
  await connection.run(READ_KINDS);
  const kinds = new Map<number, TableField[]>();
  for (const [kind, name, type, column, form, nth] of await textRows(connection, KINDS)) {
    const storage = { type: type as FieldType, form: form as FieldForm, nth: Number(nth) };
    const fields = kinds.get(Number(kind)) ?? [];
    fields.push({ name: unescapeName(name!), column: column!, ...storage, holder: columnOf(storage).name });
    kinds.set(Number(kind), fields);
  }
  const blocks = await textRows(connection, MEASUREMENTS);
  await connection.run(FORGET_KINDS);
  return {
    tables: await rowsTables(connection),
    *measurements() {
      for (const [database, schema, rows] of blocks) {
        const of = { database: unescapeName(database!), schema: schema! };
        for (const [measurement, table, number, series, kind] of JSON.parse(rows!) as MeasurementRow[]) {
          const names = { ...of, measurement: unescapeName(measurement), table: table ?? measurement };
          yield { ...names, fields: kinds.get(kind ?? 0) ?? [], number, series };
        }
      }
    },
  };
}

async function rowsTables(connection: DuckDBConnection): Promise<Map<number, readonly RowsColumn[]>> {
  const tables = new Map<number, readonly RowsColumn[]>();
  for (const [table] of await textRows(connection, TABLES)) {
    const number = numberOfSharedTable(table!);
    if (number === undefined) continue;
    const columns = `SELECT name FROM pragma_table_info(${literal(`${SCHEMA}.${table}`)}) ORDER BY cid OFFSET 2`;
    tables.set(
      number,
      (await textRows(connection, columns)).map(([name]) => parseColumn(name!)),
    );
  }
  return tables;
}

/** Rows of texts. */
export async function textRows(connection: DuckDBConnection, sql: string): Promise<(string | null)[][]> {
  return (await (await connection.run(sql)).getRows()) as (string | null)[][];
}
