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

/** Number of replaced values by the measurement's number in its table. */
export type ReplacedBySeries = Map<number, number>;

export function noteReplaced(replaced: ReplacedBySeries, series: number, values: number): void {
  if (values > 0) replaced.set(series, (replaced.get(series) ?? 0) + values);
}

/**
 * One row for each time of a measurement, in order of first appearance.
 * @param replaced gets the number of values that a later row replaced
 */
export function mergeByTime(rows: readonly PlacedRow[], replaced?: ReplacedBySeries): readonly PlacedRow[] {
  if (areRising(rows)) return rows;
  const merged = new Map<bigint | string, PlacedRow>();
  const isOne = rows.every(({ series, key }) => series === rows[0]!.series && key === undefined);
  for (const row of rows) {
    const key = isOne ? row.timeNs : keyOf(row);
    const earlier = merged.get(key);
    if (earlier !== undefined && replaced !== undefined) noteReplaced(replaced, row.series, differing(earlier, row));
    merged.set(key, earlier === undefined ? row : overlay(earlier, row));
  }
  return [...merged.values()];
}

/** Whether all rows are of one measurement, and each is later than the one before, as those of most tables. [hot path] */
export function areRising(rows: readonly PlacedRow[]): boolean {
  const [first] = rows;
  if (first === undefined) return true;
  if (first.key !== undefined) return false;
  // Read once for each row: that of a page is made for each call.
  let lastNs = first.timeNs;
  for (let at = 1; at < rows.length; at++) {
    const { timeNs, series, key } = rows[at]!;
    if (key !== undefined || series !== first.series || timeNs <= lastNs) return false;
    lastNs = timeNs;
  }
  return true;
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

/** Number of values of the later row that differ from those of the earlier one. */
function differing(earlier: PlacedRow, later: PlacedRow): number {
  const known = new Map<number, StoredValue | undefined>();
  for (let i = 0; i < earlier.slots.length; i++) known.set(earlier.slots[i]!, earlier.values[i]);
  let count = 0;
  for (let i = 0; i < later.slots.length; i++) {
    if (later.slots[i]! >= 0) count += differingIn(known.get(later.slots[i]!), later.values[i]);
  }
  return count;
}

function differingIn(earlier: StoredValue | undefined, later: StoredValue | undefined): number {
  if (earlier === undefined || later === undefined) return 0;
  if (earlier instanceof Map && later instanceof Map) {
    let count = 0;
    for (const [nth, value] of later) count += differingIn(earlier.get(nth), value);
    return count;
  }
  if (Array.isArray(earlier) && Array.isArray(later))
    return later.reduce((count: number, value, i) => count + differingIn(earlier[i], value), 0);
  // An integer is a number or a bigint.
  return earlier === later || String(earlier) === String(later) ? 0 : 1;
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

/** SQL for the number of values of a column in `s` that differ from those in `t`, over all joined rows. */
function differingInSql({ name, form }: RowsColumn): string {
  const [earlier, later] = [`t.${name}`, `s.${name}`];
  if (form === "column") return `count_if(${earlier} <> ${later})`;
  const differ =
    form === "map"
      ? `list_filter(map_keys(${later}), lambda nth: ${earlier}[nth] <> ${later}[nth])`
      : `list_filter(list_zip(${earlier}, ${later}), lambda pair: pair[1] <> pair[2])`;
  return `coalesce(sum(len(${differ})), 0)`;
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
 * @param replaced gets the number of stored values that an update changes
 */
export async function writeStaged(
  target: StagedTable,
  { rows, slots: used }: Shaped,
  mode: "append" | "update",
  keyed?: Table,
  replaced: ReplacedBySeries = new Map(),
): Promise<void> {
  const { writer: connection, table, name } = target;
  const columns = used.map((slot) => table.columns[slot]!);
  await connection.run(`CREATE TEMP TABLE ${STAGE} (${definitionsOf(columns)})`);
  const stage = { catalog: "temp", schema: "main", table: STAGE, columns: table.columns, slots: used };
  await appendRows(target.duckdb, connection, stage, rows);
  const all = ["time", "series", ...columns.map((column) => column.name)];
  const condition = sameRow(keyed, columns);
  if (mode === "append" || !(await matches(connection, name, condition, columns, replaced))) {
    await connection.run(`INSERT INTO ${name} (${all.join(", ")}) SELECT ${all.join(", ")} FROM temp.${STAGE}`);
  } else {
    const assignments = columns.map((column) => `${column.name} = ${joinedInSql(column)}`);
    const values = all.map((column) => `s.${column}`);
    await connection.run(
      `MERGE INTO ${name} AS t USING temp.${STAGE} AS s ON ${condition}
       WHEN MATCHED THEN UPDATE SET ${assignments.join(", ")}
       WHEN NOT MATCHED THEN INSERT (${all.join(", ")}) VALUES (${values.join(", ")})`,
    );
  }
  await connection.run(`DROP TABLE temp.${STAGE}`);
}

/** Whether staged rows are in the table already; adds the number of values that they will replace. */
async function matches(
  connection: DuckDBConnection,
  name: string,
  condition: string,
  columns: readonly RowsColumn[],
  replaced: ReplacedBySeries,
): Promise<boolean> {
  const values = columns.length === 0 ? "0" : columns.map(differingInSql).join(" + ");
  const result = await connection.run(
    `SELECT s.series, ${values} FROM ${name} AS t JOIN temp.${STAGE} AS s ON ${condition} GROUP BY s.series`,
  );
  const rows = await result.getRows();
  for (const [series, count] of rows) noteReplaced(replaced, Number(series), Number(count));
  return rows.length > 0;
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
