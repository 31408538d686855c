/** Appends rows to a table through data chunks, column by column. [hot path] */

import type { DuckDBAppender, DuckDBConnection, DuckDBDataChunk, DuckDBType, DuckDBValue } from "@duckdb/node-api";
import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { FieldType } from "../../telemetry/point.ts";
import type { PlacedRow, StoredList } from "./batch.ts";
import type { DuckDB } from "./duckdb.ts";
import type { TableField } from "./table.ts";

/** Rows of a chunk, DuckDB's vector size. */
const CHUNK_ROWS = 2048;

/** Where rows go to: a table whose columns are `time` and then those of `fields[slots[i]]`. */
export interface AppendTarget {
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
  readonly fields: readonly TableField[];
  /** Slots of the table's columns, in their order. */
  readonly slots: readonly number[];
}

export async function appendRows(
  duckdb: DuckDB,
  connection: DuckDBConnection,
  target: AppendTarget,
  rows: readonly PlacedRow[],
): Promise<void> {
  const types = target.slots.map((slot) => typeOf(duckdb, target.fields[slot]!));
  const chunk = duckdb.DuckDBDataChunk.create([duckdb.TIMESTAMP_NS, ...types]);
  const appender = await connection.createAppender(target.table, target.schema, target.catalog);
  try {
    for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
      if (from > 0) await nextTurn();
      fill(duckdb, chunk, target, rows.slice(from, from + CHUNK_ROWS));
      appender.appendDataChunk(chunk);
      appender.flushSync();
    }
  } catch (error) {
    // Closing fails as well then, and would only say that the transaction is aborted.
    closeQuietly(appender);
    throw error;
  }
  appender.closeSync();
}

function closeQuietly(appender: DuckDBAppender): void {
  try {
    appender.closeSync();
  } catch {}
}

// Filling a chunk and handing it over takes some milliseconds, in which nothing is received: other work has its turn then.
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function fill(duckdb: DuckDB, chunk: DuckDBDataChunk, target: AppendTarget, rows: readonly PlacedRow[]): void {
  chunk.reset();
  chunk.rowCount = rows.length;
  fillTimes(duckdb, chunk, rows);
  const sources = sourcesOf(target, rows);
  for (let column = 0; column < target.slots.length; column++) {
    const { type, holds } = target.fields[target.slots[column]!]!;
    const vector = chunk.getColumnVector(column + 1);
    const isWide = type === "integer" || type === "unsigned";
    for (let i = 0; i < rows.length; i++) {
      const source = sources[i]![column]!;
      const value = source < 0 ? undefined : rows[i]!.values[source];
      if (value === undefined) vector.setItem(i, null);
      else if (holds === "list") vector.setItem(i, listOf(duckdb, value as StoredList, isWide));
      else if (holds === "map") vector.setItem(i, mapOf(duckdb, value as ReadonlyMap<string, ColumnValue>, isWide));
      else vector.setItem(i, isWide ? BigInt(value as bigint) : (value as DuckDBValue));
    }
    vector.flush();
  }
}

function mapOf(duckdb: DuckDB, values: ReadonlyMap<string, ColumnValue>, isWide: boolean): DuckDBValue {
  const entries: { key: string; value: DuckDBValue }[] = [];
  for (const [key, value] of values) entries.push({ key, value: isWide ? BigInt(value) : value });
  return new duckdb.DuckDBMapValue(entries);
}

function listOf(duckdb: DuckDB, values: StoredList, isWide: boolean): DuckDBValue {
  const items: DuckDBValue[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    items.push(value === undefined ? null : isWide ? BigInt(value) : value);
  }
  return new duckdb.DuckDBListValue(items);
}

function fillTimes(duckdb: DuckDB, chunk: DuckDBDataChunk, rows: readonly PlacedRow[]): void {
  const vector = chunk.getColumnVector(0);
  for (let i = 0; i < rows.length; i++) {
    vector.setItem(i, new duckdb.DuckDBTimestampNanosecondsValue(rows[i]!.timeNs));
  }
  vector.flush();
}

/** For each row the index of each column's value, −1 where it has none. Rows of one shape share one array. */
function sourcesOf(target: AppendTarget, rows: readonly PlacedRow[]): Int32Array[] {
  const known = new Map<Int32Array, Int32Array>();
  return rows.map(({ slots }) => {
    let sources = known.get(slots);
    if (sources === undefined) {
      sources = invert(slots, target);
      known.set(slots, sources);
    }
    return sources;
  });
}

function invert(slots: Int32Array, target: AppendTarget): Int32Array {
  const sourceOfSlot = new Int32Array(target.fields.length).fill(-1);
  for (let source = 0; source < slots.length; source++) {
    const slot = slots[source]!;
    if (slot >= 0) sourceOfSlot[slot] = source;
  }
  return Int32Array.from(target.slots, (slot) => sourceOfSlot[slot]!);
}

function typeOf(duckdb: DuckDB, { type, holds }: TableField): DuckDBType {
  const scalar = scalarOf(duckdb, type);
  return holds === undefined ? scalar : holds === "map" ? duckdb.MAP(duckdb.VARCHAR, scalar) : duckdb.LIST(scalar);
}

function scalarOf(duckdb: DuckDB, type: FieldType): DuckDBType {
  switch (type) {
    case "float":
      return duckdb.DOUBLE;
    case "integer":
      return duckdb.BIGINT;
    case "unsigned":
      return duckdb.UBIGINT;
    case "string":
      return duckdb.VARCHAR;
    case "boolean":
      return duckdb.BOOLEAN;
  }
}
