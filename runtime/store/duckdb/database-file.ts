/** Writes a table as a DuckDB file with this one table, in a temporary folder that is deleted afterwards. */

import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBAppender, DuckDBDataChunk } from "@duckdb/node-api";
import type { Encode } from "../../export/encode.ts";
import type { Batch, BatchColumn, Table } from "../../telemetry/batch.ts";
import { scalarOf } from "./append.ts";
import type { DuckDB } from "./duckdb.ts";
import { quoted } from "./identifier.ts";
import { openDatabase } from "./open-database.ts";

/** Rows of a chunk: DuckDB's vector size. */
const CHUNK_ROWS = 2048;
/** With more columns, row groups are smaller, since they are collected in memory. */
const MOST_NARROW = 500;
const READ_AT_ONCE = 256 * 1024;
/** Maximum size of the temporary folder. */
const MOST_BYTES = 2 ** 31;
const NOTHING = new Uint8Array();

/** Table name for several measurements, or for a query. */
const DEFAULT_NAME = "data";

export const encodeDatabase: Encode = async function* (table, { name = DEFAULT_NAME, directory = tmpdir() }) {
  const folder = await mkdtemp(join(directory, "structline-export-"));
  try {
    const path = join(folder, "export.duckdb");
    yield* write(path, table, name);
    for await (const piece of createReadStream(path, { highWaterMark: READ_AT_ONCE })) yield piece as Buffer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Yields an empty piece after each batch, so that a client's disconnection ends it. @throws Error for too large a table
 */
async function* write(path: string, { columns, batches }: Table, name: string): AsyncGenerator<Uint8Array> {
  const width = columns.length > MOST_NARROW ? "wide" : "narrow";
  const database = await openDatabase(path, () => {}, { width });
  try {
    const { duckdb } = database;
    const connection = await database.connect();
    // In one transaction, full row groups are written to the file directly, not to the log first.
    await connection.run("BEGIN TRANSACTION");
    const types = columns.map(({ type }) => (type === "time" ? duckdb.TIMESTAMP_NS : scalarOf(duckdb, type)));
    const declared = columns.map((column, place) => `${quoted(column.name)} ${types[place]}`);
    await connection.run(`CREATE TABLE ${quoted(name)} (${declared.join(", ")})`);
    const appender = await connection.createAppender(name);
    const chunk = duckdb.DuckDBDataChunk.create(types);
    for await (const batch of batches) {
      append(duckdb, appender, chunk, batch);
      if ((await stat(path)).size > MOST_BYTES) throw new Error("a DuckDB file of an export has at most 2 GiB");
      yield NOTHING;
    }
    appender.closeSync();
    await connection.run("COMMIT");
    await connection.run("CHECKPOINT");
    connection.disconnectSync();
  } finally {
    database.close();
  }
}

function append(duckdb: DuckDB, appender: DuckDBAppender, chunk: DuckDBDataChunk, { rows, columns }: Batch): void {
  for (let from = 0; from < rows; from += CHUNK_ROWS) {
    const end = Math.min(rows, from + CHUNK_ROWS);
    chunk.reset();
    chunk.rowCount = end - from;
    for (const [place, column] of columns.entries()) fill(duckdb, chunk, place, column, from, end);
    appender.appendDataChunk(chunk);
  }
  appender.flushSync();
}

/** Fills rows of a column; a vector has the same memory layout. */
function fill(
  { bindings }: DuckDB,
  chunk: DuckDBDataChunk,
  place: number,
  column: BatchColumn,
  from: number,
  end: number,
): void {
  const vector = bindings.data_chunk_get_vector(chunk.chunk, place);
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
