/**
 * Reads the catalogue's tables when a database is opened. A hundred thousand measurements take tenths of a second: tables with
 * the same fields share one list of them, and names come as JSON, since each separate text from DuckDB costs 2 µs.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import type { FieldType } from "../../telemetry/point.ts";
import { SCHEMA, unescapeName } from "./identifier.ts";

export interface LoadedField {
  readonly name: string;
  readonly type: FieldType;
  /** Identifier of its column. */
  readonly column: string;
  /** Index in the list, from 0, for a field whose values are in a list. */
  readonly element?: number;
}

export interface LoadedMeasurement {
  readonly database: string;
  readonly measurement: string;
  readonly schema: string;
  readonly table: string;
  readonly fields: readonly LoadedField[];
  /** Its shared table and its series there; absent: it has its own table. */
  readonly shared?: { readonly shelf: number; readonly series: number };
  /** The table of its rows, if that is a different one. */
  readonly rows?: string;
}

/** Distinct fields; the tables with lists of these; the distinct lists. Sorting `ORDER BY` within `list` takes twelve times as long. */
const READ_KINDS = `
  CREATE OR REPLACE TEMP TABLE structline_parts AS
    SELECT *, row_number() OVER () AS part FROM (SELECT DISTINCT field, type, column_name, element FROM ${SCHEMA}.fields);
  CREATE OR REPLACE TEMP TABLE structline_tables AS
    SELECT schema_name, table_name, [each.p FOR each IN list_sort(list({r: f.rowid, p: part}))] AS parts
    FROM ${SCHEMA}.fields f JOIN structline_parts p ON f.field = p.field AND f.type = p.type
      AND f.column_name = p.column_name AND f.element IS NOT DISTINCT FROM p.element
    GROUP BY schema_name, table_name;
  CREATE OR REPLACE TEMP TABLE structline_kinds AS
    SELECT parts, row_number() OVER () AS kind FROM (SELECT DISTINCT parts FROM structline_tables)`;
const KINDS = `
  SELECT kind::VARCHAR, field, type, column_name, element::VARCHAR
  FROM (SELECT kind, unnest(parts) AS part, generate_subscripts(parts, 1) AS place FROM structline_kinds)
  JOIN structline_parts USING (part) ORDER BY kind, place`;
const AT_ONCE = 10_000;
const MEASUREMENTS = `
  SELECT database, schema_name, '[' || string_agg(text, ',' ORDER BY place) || ']' FROM (
    SELECT database, m.schema_name, m.rowid AS place,
      json_array(measurement, nullif(m.table_name, measurement), shelf, series, rows_table, kind)::VARCHAR AS text
    FROM ${SCHEMA}.measurements m
    LEFT JOIN structline_tables t ON t.schema_name = m.schema_name AND t.table_name = m.table_name
    LEFT JOIN structline_kinds k ON k.parts = t.parts)
  GROUP BY database, schema_name, place // ${AT_ONCE} ORDER BY min(place)`;
type MeasurementRow = readonly [
  measurement: string,
  /** Absent: the measurement's name. */
  table: string | null,
  shelf: number | null,
  series: number | null,
  rows: string | null,
  kind: number | null,
];
const OTHER_TABLES = `
  SELECT t.schema_name, t.table_name, k.kind::VARCHAR FROM structline_tables t JOIN structline_kinds k ON k.parts = t.parts
  ANTI JOIN ${SCHEMA}.measurements m ON t.schema_name = m.schema_name AND t.table_name = m.table_name`;
const FORGET_KINDS =
  "DROP TABLE temp.structline_parts; DROP TABLE temp.structline_tables; DROP TABLE temp.structline_kinds";

export interface LoadedCatalogue {
  /** Fields of a table that no measurement has as its own: a shared one, or one of rows. */
  fieldsOf(schema: string, table: string): readonly LoadedField[];
  /** In the order in which they were made, within each database. */
  measurements(): Generator<LoadedMeasurement>;
}

export async function readCatalogue(connection: DuckDBConnection): Promise<LoadedCatalogue> {
  await connection.run(READ_KINDS);
  const kinds = new Map<number, LoadedField[]>();
  for (const [kind, name, type, column, element] of await textRows(connection, KINDS)) {
    const field = { name: unescapeName(name!), type: type as FieldType, column: column! };
    const fields = kinds.get(Number(kind)) ?? [];
    fields.push(element === null ? field : { ...field, element: Number(element) });
    kinds.set(Number(kind), fields);
  }
  const others = new Map<string, readonly LoadedField[]>();
  for (const [schema, table, kind] of await textRows(connection, OTHER_TABLES))
    others.set(`${schema}\0${table}`, kinds.get(Number(kind)) ?? []);
  const blocks = await textRows(connection, MEASUREMENTS);
  await connection.run(FORGET_KINDS);
  return {
    fieldsOf: (schema, table) => others.get(`${schema}\0${table}`) ?? [],
    *measurements() {
      for (const [database, schema, rows] of blocks) {
        const name = unescapeName(database!);
        for (const row of JSON.parse(rows!) as MeasurementRow[]) yield measurementOf(name, schema!, row, kinds);
      }
    },
  };
}

function measurementOf(
  database: string,
  schema: string,
  [measurement, table, shelf, series, rows, kind]: MeasurementRow,
  kinds: ReadonlyMap<number, readonly LoadedField[]>,
): LoadedMeasurement {
  return {
    database,
    measurement: unescapeName(measurement),
    schema,
    table: table ?? measurement,
    fields: kinds.get(kind ?? 0) ?? [],
    ...(shelf !== null && { shared: { shelf, series: Number(series) } }),
    ...(rows !== null && { rows }),
  };
}

/** Rows of texts. */
export async function textRows(connection: DuckDBConnection, sql: string): Promise<(string | null)[][]> {
  return (await (await connection.run(sql)).getRows()) as (string | null)[][];
}
