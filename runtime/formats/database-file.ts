/** Writes a table into a database in a temporary folder that is deleted afterwards, for formats that DuckDB writes. */

import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DuckDBAppender, DuckDBConnection, DuckDBDataChunk } from "@duckdb/node-api";
import type { Batch, BatchColumn, Table, TableColumn } from "../model/batch.ts";
import { scalarOf } from "../store/duckdb/append.ts";
import type { DuckDB } from "../store/duckdb/duckdb.ts";
import { quoted } from "../store/duckdb/identifier.ts";
import { openDatabase } from "../store/duckdb/open-database.ts";
import { piecesOf } from "../store/duckdb/parquet.ts";

/** Rows of a chunk: DuckDB's vector size. */
const CHUNK_ROWS = 2048;
/** With more columns, row groups are smaller, since they are collected in memory. */
const MOST_NARROW = 500;
const NOTHING = new Uint8Array();

/** Table name for several measurements, or for a query. */
export const DEFAULT_NAME = "data";

/** A file that is made of a table in a database. */
export interface Target {
  readonly table: string;
  /** The name in the table, where names that differ only in case are the same. */
  readonly columnName: (column: TableColumn, index: number) => string;
  /** Maximum size of the database. */
  readonly mostBytes: number;
  readonly tooLarge: string;
  /** Ends the transaction; gives the file's path. */
  readonly finish: (connection: DuckDBConnection) => Promise<string>;
}

export async function* asFile(
  table: Table,
  directory: string = tmpdir(),
  targetAt: (path: string) => Promise<Target>,
): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(directory, "structline-export-"));
  try {
    const path = join(folder, "export.duckdb");
    const file = yield* write(path, table, await targetAt(path));
    yield* piecesOf(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Yields an empty piece after each batch, so that a client's disconnection ends it. Returns the file's path.
 * @throws Error for too large a table
 */
async function* write(
  path: string,
  { columns, batches }: Table,
  target: Target,
): AsyncGenerator<Uint8Array, string, void> {
  const width = columns.length > MOST_NARROW ? "wide" : "narrow";
  const database = await openDatabase(path, () => {}, { width, directory: dirname(path) });
  try {
    const { duckdb } = database;
    const connection = await database.connect();
    // In one transaction, full row groups are written to the file directly, not to the log first.
    await connection.run("BEGIN TRANSACTION");
    const types = columns.map(({ type }) => (type === "time" ? duckdb.TIMESTAMP_NS : scalarOf(duckdb, type)));
    const declared = columns.map((column, index) => `${quoted(target.columnName(column, index))} ${types[index]}`);
    await connection.run(`CREATE TABLE ${quoted(target.table)} (${declared.join(", ")})`);
    const appender = await connection.createAppender(target.table);
    const chunk = duckdb.DuckDBDataChunk.create(types);
    for await (const batch of batches) {
      append(duckdb, appender, chunk, batch);
      if ((await stat(path)).size > target.mostBytes) throw new Error(target.tooLarge);
      yield NOTHING;
    }
    appender.closeSync();
    return await target.finish(connection);
  } finally {
    database.close();
  }
}

function append(duckdb: DuckDB, appender: DuckDBAppender, chunk: DuckDBDataChunk, { rows, columns }: Batch): void {
  for (let from = 0; from < rows; from += CHUNK_ROWS) {
    const end = Math.min(rows, from + CHUNK_ROWS);
    chunk.reset();
    chunk.rowCount = end - from;
    for (const [index, column] of columns.entries()) fill(duckdb, chunk, index, column, from, end);
    appender.appendDataChunk(chunk);
  }
  appender.flushSync();
}

/** Fills rows of a column; a vector has the same memory layout. */
function fill(
  { bindings }: DuckDB,
  chunk: DuckDBDataChunk,
  index: number,
  column: BatchColumn,
  from: number,
  end: number,
): void {
  const vector = bindings.data_chunk_get_vector(chunk.chunk, index);
  const { valid } = column;
  if (column.type === "string") {
    for (let row = from; row < end; row++)
      if (valid?.[row] !== 0) bindings.vector_assign_string_element(vector, row - from, column.values[row]!);
  } else {
    const { buffer, byteOffset, BYTES_PER_ELEMENT: width } = column.values;
    bindings.copy_data_to_vector(vector, 0, buffer as ArrayBuffer, byteOffset + from * width, (end - from) * width);
  }
  if (valid === undefined) return;
  // One bit for each row, in 64-bit words.
  const mask = new Uint8Array(Math.ceil((end - from) / 64) * 8);
  for (let row = from; row < end; row++) if (valid[row] !== 0) mask[(row - from) >> 3]! |= 1 << ((row - from) & 7);
  bindings.vector_ensure_validity_writable(vector);
  bindings.copy_data_to_vector_validity(vector, 0, mask.buffer, 0, mask.length);
}
