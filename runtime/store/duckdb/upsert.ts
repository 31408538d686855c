/**
 * Rows whose time was given by a sender: rows with the same measurement and time are merged, and later columns replace
 * earlier ones. There is no index for this, since it would be maintained for every row. Rows newer than all others are
 * simply appended; only older ones are looked up, for which DuckDB uses the time ranges of its row groups.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import { appendRows } from "./append.ts";
import type { DuckDB } from "./duckdb.ts";
import { type RowsColumn, sqlOf, sqlTypeOf } from "./field-form.ts";
import type { PlacedRow, StoredValue } from "./placed-row.ts";
import type { Shaped } from "./shapes.ts";
import type { SharedTable } from "./shared-table.ts";
import type { Table } from "./table.ts";

const STAGE = "structline_stage";

/** One row for each time of a measurement, in order of first appearance. */
export function mergeByTime(rows: readonly PlacedRow[]): PlacedRow[] {
  const merged = new Map<bigint | string, PlacedRow>();
  const isOne = rows.every(({ series, key }) => series === rows[0]!.series && key === undefined);
  for (const row of rows) {
    const key = isOne ? row.timeNs : keyOf(row);
    const earlier = merged.get(key);
    merged.set(key, earlier === undefined ? row : overlay(earlier, row));
  }
  return [...merged.values()];
}

function keyOf({ timeNs, series, key }: PlacedRow): bigint | string {
  return key === undefined ? (timeNs << 32n) + BigInt(series) : `${timeNs} ${series} ${key}`;
}

function overlay(earlier: PlacedRow, later: PlacedRow): PlacedRow {
  const { timeNs, series, key } = later;
  const bySlot = new Map<number, StoredValue>();
  for (const { slots, values } of [earlier, later]) {
    for (let i = 0; i < slots.length; i++) {
      const value = values[i];
      if (value !== undefined) bySlot.set(slots[i]!, joined(bySlot.get(slots[i]!), value));
    }
  }
  const row = { timeNs, series, slots: Int32Array.from(bySlot.keys()), values: [...bySlot.values()] };
  return key === undefined ? row : { ...row, key };
}

function joined(earlier: StoredValue | undefined, later: StoredValue): StoredValue {
  if (earlier instanceof Map && later instanceof Map) return new Map([...earlier, ...later]);
  if (!Array.isArray(earlier) || !Array.isArray(later)) return later;
  return Array.from({ length: Math.max(earlier.length, later.length) }, (_, i) => later[i] ?? earlier[i]);
}

/** SQL that merges the values of a column in `t` with new ones in `s`. */
function joinedInSql({ name, form }: RowsColumn): string {
  const [earlier, later] = [`t.${name}`, `s.${name}`];
  if (form === "map") return `map_concat(${earlier}, ${later})`;
  if (form === "column") return `coalesce(${later}, ${earlier})`;
  const both = `list_zip(coalesce(${earlier}, []), coalesce(${later}, []))`;
  return `list_transform(${both}, lambda pair: coalesce(pair[2], pair[1]))`;
}

export interface StagedTable {
  readonly duckdb: DuckDB;
  readonly writer: DuckDBConnection;
  readonly table: SharedTable;
  /** Full SQL name. */
  readonly name: string;
}

/**
 * Writes the rows through a temporary table that has only their columns. With `update`, a row with an existing time
 * changes the existing row. @param keyed the measurement of all rows, if it has key columns
 */
export async function writeStaged(
  target: StagedTable,
  { rows, slots: used }: Shaped,
  mode: "append" | "update",
  keyed?: Table,
): Promise<void> {
  const { writer: connection, table, name } = target;
  const columns = used.map((slot) => table.columns[slot]!);
  await connection.run(`CREATE TEMP TABLE ${STAGE} (${definitionsOf(columns)})`);
  const stage = { catalog: "temp", schema: "main", table: STAGE, columns: table.columns, slots: used };
  await appendRows(target.duckdb, connection, stage, rows);
  const all = ["time", "series", ...columns.map((column) => column.name)];
  if (mode === "append") {
    await connection.run(`INSERT INTO ${name} (${all.join(", ")}) SELECT ${all.join(", ")} FROM temp.${STAGE}`);
  } else {
    const assignments = columns.map((column) => `${column.name} = ${joinedInSql(column)}`);
    const values = all.map((column) => `s.${column}`);
    await connection.run(
      `MERGE INTO ${name} AS t USING temp.${STAGE} AS s ON ${sameRow(keyed, columns)}
       WHEN MATCHED THEN UPDATE SET ${assignments.join(", ")}
       WHEN NOT MATCHED THEN INSERT (${all.join(", ")}) VALUES (${values.join(", ")})`,
    );
  }
  await connection.run(`DROP TABLE temp.${STAGE}`);
}

/**
 * SQL condition that `t` and `s` have the same measurement, time, and values of the key columns.
 * @param keyed the measurement of all rows, if it has such columns @param columns those of `s`
 */
export function sameRow(keyed: Table | undefined, columns: readonly RowsColumn[]): string {
  const has = new Set(columns.map(({ name }) => name));
  const keys = (keyed?.keyFields ?? []).map((field) => {
    const value = sqlOf(field);
    return has.has(field.holder) ? `t.${value} IS NOT DISTINCT FROM s.${value}` : `t.${value} IS NULL`;
  });
  return ["t.time = s.time", "t.series = s.series", ...keys].join(" AND ");
}

/** Rows with and without key columns; those with, by measurement. */
export function byKeys(rows: readonly PlacedRow[], measurements: Iterable<Table>): Map<Table | undefined, PlacedRow[]> {
  const keyed = new Map([...measurements].filter(({ keys }) => keys.size > 0).map((table) => [table.series, table]));
  if (keyed.size === 0) return new Map([[undefined, [...rows]]]);
  const groups = new Map<Table | undefined, PlacedRow[]>();
  for (const row of rows) {
    const table = keyed.get(row.series);
    const group = groups.get(table);
    if (group === undefined) groups.set(table, [row]);
    else group.push(row);
  }
  return groups;
}

/** In `CREATE TABLE`. */
export function definitionsOf(columns: readonly RowsColumn[]): string {
  const all = ["time TIMESTAMP_NS NOT NULL", "series INTEGER NOT NULL"];
  return [...all, ...columns.map((column) => `${column.name} ${sqlTypeOf(column)}`)].join(", ");
}

/** Newest time of each measurement in the table, ns, for `SharedTable.setNewest`. */
export async function newestTimes(
  connection: DuckDBConnection,
  name: string,
): Promise<readonly (readonly unknown[])[]> {
  const result = await connection.run(`SELECT epoch_ns(max(time)), series FROM ${name} GROUP BY series`);
  return result.getRows();
}
