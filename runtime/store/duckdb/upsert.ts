/**
 * Rows whose time was given by a sender: rows with the same measurement and time are merged, and later columns replace
 * earlier ones. There is no index for this, since it would be maintained for every row. Rows newer than all others are
 * simply appended; only older ones are looked up, for which DuckDB uses the time ranges of its row groups.
 */

import type { DuckDBConnection } from "@duckdb/node-api";
import { appendRows } from "./append.ts";
import type { DuckDB } from "./duckdb.ts";
import { quoted } from "./identifier.ts";
import type { PlacedRow, StoredValue } from "./placed-row.ts";
import type { Shaped } from "./shapes.ts";
import { sqlTypeOf, type Table, type TableField } from "./table.ts";

const STAGE = "structline_stage";

/** One row for each time of a measurement, in order of first appearance. */
export function mergeByTime(table: Table, rows: readonly PlacedRow[]): PlacedRow[] {
  const merged = new Map<bigint, PlacedRow>();
  for (const row of rows) {
    const key = table.keyOf(row);
    const earlier = merged.get(key);
    merged.set(key, earlier === undefined ? row : overlay(earlier, row));
  }
  return [...merged.values()];
}

function overlay(earlier: PlacedRow, later: PlacedRow): PlacedRow {
  const bySlot = new Map<number, StoredValue>();
  for (const { slots, values } of [earlier, later]) {
    for (let i = 0; i < slots.length; i++) {
      const value = values[i];
      if (value !== undefined) bySlot.set(slots[i]!, joined(bySlot.get(slots[i]!), value));
    }
  }
  return { timeNs: later.timeNs, slots: Int32Array.from(bySlot.keys()), values: [...bySlot.values()] };
}

function joined(earlier: StoredValue | undefined, later: StoredValue): StoredValue {
  if (earlier instanceof Map && later instanceof Map) return new Map([...earlier, ...later]);
  if (!Array.isArray(earlier) || !Array.isArray(later)) return later;
  return Array.from({ length: Math.max(earlier.length, later.length) }, (_, i) => later[i] ?? earlier[i]);
}

/** SQL that merges the values of a column in `t` with new ones in `s`. */
function joinedInSql(column: string, { holds }: TableField): string {
  const [earlier, later] = [`t.${column}`, `s.${column}`];
  if (holds === "map") return `map_concat(${earlier}, ${later})`;
  if (holds === undefined) return `coalesce(${later}, ${earlier})`;
  const both = `list_zip(coalesce(${earlier}, []), coalesce(${later}, []))`;
  return `list_transform(${both}, lambda pair: coalesce(pair[2], pair[1]))`;
}

export interface StagedTable {
  readonly duckdb: DuckDB;
  readonly writer: DuckDBConnection;
  readonly table: Table;
  /** Full SQL name. */
  readonly name: string;
}

/**
 * Writes the rows through a temporary table that has only their columns. With `update`, a row with an existing time
 * changes the existing row.
 */
export async function writeStaged(
  target: StagedTable,
  { rows, slots: used }: Shaped,
  mode: "append" | "update",
): Promise<void> {
  const { writer: connection, table, name } = target;
  const columns = used.map((slot) => quoted(table.fields[slot]!.column));
  const definitions = used.map((slot, i) => `${columns[i]} ${sqlTypeOf(table.fields[slot]!)}`);
  await connection.run(`CREATE TEMP TABLE ${STAGE} (${["time TIMESTAMP_NS", ...definitions].join(", ")})`);
  const stage = { catalog: "temp", schema: "main", table: STAGE, fields: table.fields, slots: used };
  await appendRows(target.duckdb, connection, stage, rows);
  const all = ["time", ...columns].join(", ");
  if (mode === "append") {
    await connection.run(`INSERT INTO ${name} (${all}) SELECT ${all} FROM temp.${STAGE}`);
  } else {
    const assignments = used.map((slot, i) => `${columns[i]} = ${joinedInSql(columns[i]!, table.fields[slot]!)}`);
    const values = ["time", ...columns].map((column) => `s.${column}`);
    await connection.run(
      `MERGE INTO ${name} AS t USING temp.${STAGE} AS s ON ${sameRow(table)}
       WHEN MATCHED THEN UPDATE SET ${assignments.join(", ")}
       WHEN NOT MATCHED THEN INSERT (${all}) VALUES (${values.join(", ")})`,
    );
  }
  await connection.run(`DROP TABLE temp.${STAGE}`);
}

/** SQL condition that `t` and `s` have the same measurement and time. */
export function sameRow({ rowKey }: Table): string {
  return rowKey.map((column) => `t.${column} = s.${column}`).join(" AND ");
}

/** Newest time of each measurement in the table, ns, for `Table.setNewest`. */
export async function newestTimes(
  connection: DuckDBConnection,
  { rowKey: [, ...others] }: Table,
  name: string,
): Promise<readonly (readonly unknown[])[]> {
  const wanted = ["epoch_ns(max(time))", ...others].join(", ");
  const result = await connection.run(`SELECT ${wanted} FROM ${name}${others.length > 0 ? ` GROUP BY ${others}` : ""}`);
  return result.getRows();
}
