/** Appends rows to a table through data chunks, whose columns are filled in our own memory. [hot path] */

import type { DuckDBAppender, DuckDBConnection, DuckDBDataChunk, DuckDBType, DuckDBValue } from "@duckdb/node-api";
import type { Vector } from "@duckdb/node-bindings";
import type { FrameColumn, RowPage } from "../../model/paged-row.ts";
import type { FieldType } from "../../model/point.ts";
import type { DuckDB } from "./duckdb.ts";
import type { RowsColumn } from "./field-form.ts";
import { PlacedPageRow, type PlacedRow, type StoredList, type StoredMap } from "./placed-row.ts";

/** Rows of a chunk: DuckDB's vector size. */
const CHUNK_ROWS = 2048;
/** Values that the appender collects before a flush, which has a cost of its own. */
const VALUES_AT_ONCE = 500_000;

/** The target of rows: a table whose columns are `time` and `series` followed by `columns[slots[i]]`. */
export interface AppendTarget {
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly RowsColumn[];
  /** Slots of the table's columns, in column order. */
  readonly slots: readonly number[];
}

export async function appendRows(
  duckdb: DuckDB,
  connection: DuckDBConnection,
  target: AppendTarget,
  rows: readonly PlacedRow[],
): Promise<void> {
  const types = target.slots.map((slot) => typeOf(duckdb, target.columns[slot]!));
  const chunk = duckdb.DuckDBDataChunk.create([duckdb.TIMESTAMP_NS, duckdb.INTEGER, ...types]);
  const columns = new ChunkColumns(duckdb, chunk, target);
  const appender = await connection.createAppender(target.table, target.schema, target.catalog);
  let gathered = 0;
  try {
    for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
      if (from > 0) await nextTurn();
      gathered += columns.fill(rows, from, Math.min(rows.length, from + CHUNK_ROWS));
      appender.appendDataChunk(chunk);
      if (gathered < VALUES_AT_ONCE && from + CHUNK_ROWS < rows.length) continue;
      // Also before closing: a failed close only reports that the transaction is aborted, not why.
      appender.flushSync();
      gathered = 0;
    }
  } catch (error) {
    // Closing fails as well, and would only report that the transaction is aborted.
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

// Filling and appending a chunk takes some milliseconds, which block everything else: other work gets its turn in
// between.
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Memory layouts of columns. NESTED: lists and maps, which only the package's own vectors support; texts go directly to
 * DuckDB.
 */
const NESTED = 0;
const DOUBLE = 1;
const INT64 = 2;
const BYTE = 3;
const TEXT = 4;

/**
 * Distance between columns, in values of 8 bytes. Not a power of two: otherwise, the same row of all columns would use
 * the same cache line.
 */
const STRIDE = CHUNK_ROWS + 8;
/** Size of a column's validity mask, in 32-bit words. */
const MASK = CHUNK_ROWS / 32;

/** The columns before those of values. */
const FIRST = 2;

/** Buffer for the columns of a chunk; shared by all, since filling and appending are synchronous. */
let memory = new ArrayBuffer(0);
let masks = new Int32Array(new ArrayBuffer(0));

/** `duckdb_string_t`: its length (u32), then the text itself if it has at most so many bytes, filled up with zeros. [duckdb.h] */
const INLINED_BYTES = 12;
const TEXT_BYTES = 16;
const NO_BYTES = new Uint8Array(INLINED_BYTES);
const inlined = new BigInt64Array(new ArrayBuffer(CHUNK_ROWS * TEXT_BYTES));

/** The columns of a chunk; the first are the time and the series. */
class ChunkColumns {
  readonly #duckdb: DuckDB;
  readonly #chunk: DuckDBDataChunk;
  readonly #target: AppendTarget;
  readonly #vectors: readonly Vector[];
  readonly #kinds: Uint8Array;
  /** For each column, whether a row of the chunk lacks a value. */
  readonly #isLacked: Uint8Array;
  /** For each set of slots: the index of each column's value, −1 if there is none. */
  readonly #sources = new Map<Int32Array, Int32Array>();
  readonly #nested: readonly number[];

  constructor(duckdb: DuckDB, chunk: DuckDBDataChunk, target: AppendTarget) {
    const { bindings } = duckdb;
    const { slots, columns } = target;
    this.#duckdb = duckdb;
    this.#chunk = chunk;
    this.#target = target;
    this.#kinds = Uint8Array.from(slots, (slot) => kindOf(columns[slot]!));
    this.#isLacked = new Uint8Array(slots.length);
    this.#nested = [...this.#kinds.keys()].filter((column) => this.#kinds[column] === NESTED);
    this.#vectors = Array.from({ length: slots.length + FIRST }, (_, i) =>
      bindings.data_chunk_get_vector(chunk.chunk, i),
    );
    const bytes = (slots.length + FIRST) * STRIDE * 8;
    if (memory.byteLength < bytes) memory = new ArrayBuffer(bytes);
    if (masks.length < slots.length * MASK) masks = new Int32Array(slots.length * MASK);
  }

  /** Fills rows from `from` to before `end`, at most one chunk. @returns number of values, including missing ones */
  fill(rows: readonly PlacedRow[], from: number, end: number): number {
    this.#chunk.reset();
    this.#chunk.rowCount = end - from;
    this.#isLacked.fill(0);
    this.#collect(rows, from, end);
    this.#handOver(end - from);
    for (const column of this.#nested) this.#fillNested(column, rows, from, end);
    // The number of values in lists and maps is unknown.
    return this.#nested.length > 0 ? VALUES_AT_ONCE : (end - from) * this.#kinds.length;
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: once for each value of each row; one branch for each kind, on local arrays and without a call
  #collect(rows: readonly PlacedRow[], from: number, end: number): void {
    const [doubles, int64, int32, bytes] = [
      new Float64Array(memory),
      new BigInt64Array(memory),
      new Int32Array(memory),
      new Uint8Array(memory),
    ];
    const { bindings } = this.#duckdb;
    const kinds = this.#kinds;
    let slots: Int32Array | undefined;
    let sources: Int32Array = new Int32Array(0);
    for (let row = from; row < end; row++) {
      const placed = rows[row]!;
      if (placed.slots !== slots) {
        slots = placed.slots;
        sources = this.#sourcesOf(slots);
      }
      if (placed instanceof PlacedPageRow) {
        const runEnd = endOfRun(rows, row, end);
        this.#collectPage(rows, row, runEnd, row - from);
        row = runEnd - 1;
        continue;
      }
      const { values } = placed;
      let at = row - from;
      int64[at] = placed.timeNs;
      int32[2 * STRIDE + at] = placed.series;
      at += STRIDE;
      for (let column = 0; column < kinds.length; column++) {
        at += STRIDE;
        const source = sources[column]!;
        const value = source < 0 ? undefined : values[source];
        // Checked first, so that V8 does not box a number from an array of mixed values.
        if (typeof value === "number" && kinds[column] === DOUBLE) doubles[at] = value;
        else if (value === undefined) this.#lack(column, row - from);
        // The column decides, not the value: writing to a vector of another type would corrupt memory.
        else if (kinds[column] === DOUBLE) doubles[at] = value as number;
        else if (kinds[column] === TEXT)
          bindings.vector_assign_string_element(this.#vectors[column + FIRST]!, row - from, value as string);
        else if (kinds[column] === BYTE) bytes[8 * (at - (row - from)) + row - from] = value === true ? 1 : 0;
        else if (kinds[column] === INT64 && typeof value === "number") {
          // A safe integer: the lower half modulo 2³², the upper half rounded down. All platforms of DuckDB are
          // little-endian.
          int32[2 * at] = value;
          int32[2 * at + 1] = Math.floor(value / 2 ** 32);
        } else if (kinds[column] === INT64) int64[at] = value as bigint;
      }
    }
  }

  /** Consecutive rows of a page, which go to the chunk from its row `first` on. */
  #collectPage(rows: readonly PlacedRow[], from: number, end: number, first: number): void {
    const { row, series, slots } = rows[from] as PlacedPageRow;
    const { page, index } = row;
    const sources = this.#sourcesOf(slots);
    const count = end - from;
    new BigInt64Array(memory).set(page.timesNs.subarray(index, index + count), first);
    new Int32Array(memory).fill(series, 2 * STRIDE + first, 2 * STRIDE + first + count);
    for (let column = 0; column < sources.length; column++) {
      const source = sources[column]!;
      if (source < 0) for (let at = first; at < first + count; at++) this.#lack(column, at);
      else if (source < page.width) this.#collectValues(page, index, source, column, first, count);
      else this.#collectMore(rows, from, page.shape.more[source - page.width]!, column, first, count);
    }
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a loop for each kind of column
  #collectValues(page: RowPage, index: number, source: number, column: number, first: number, count: number): void {
    const { numbers, integers, lacks, texts, width } = page;
    const start = (column + FIRST) * STRIDE;
    let from = index * width + source;
    switch (this.#kinds[column]) {
      case DOUBLE:
      case BYTE: {
        const to =
          this.#kinds[column] === BYTE ? new Uint8Array(memory, 8 * start) : new Float64Array(memory, 8 * start);
        for (let at = first; at < first + count; at++, from += width) {
          const value = numbers[from]!;
          to[at] = value;
          if (Number.isNaN(value)) this.#lack(column, at);
        }
        return;
      }
      case INT64: {
        const to = new BigInt64Array(memory, 8 * start);
        for (let at = first; at < first + count; at++, from += width) {
          to[at] = integers[from]!;
          if (lacks[from] === 1) this.#lack(column, at);
        }
        return;
      }
      case TEXT: {
        const { bindings } = this.#duckdb;
        for (let at = first; at < first + count; at++, from += width) {
          const text = texts.get(from);
          if (text === undefined) this.#lack(column, at);
          else bindings.vector_assign_string_element(this.#vectors[column + FIRST]!, at, text);
        }
      }
    }
  }

  #collectMore(
    rows: readonly PlacedRow[],
    from: number,
    which: FrameColumn,
    column: number,
    first: number,
    count: number,
  ): void {
    const vector = this.#vectors[column + FIRST]!;
    const { bindings } = this.#duckdb;
    const times = new BigInt64Array(memory, 8 * (column + FIRST) * STRIDE);
    if (which === "schema") {
      this.#repeat(vector, (rows[from] as PlacedPageRow).row.page.shape.schema, first, count);
      return;
    }
    for (let at = 0; at < count; at++) {
      const { row } = rows[from + at] as PlacedPageRow;
      if (which === "received") times[first + at] = row.page.receivedNs[row.index]!;
      else bindings.vector_assign_string_element_len(vector, first + at, row.hex());
    }
  }

  /** The same text in rows that follow each other: a short one lies in its vector, where DuckDB has it. */
  #repeat(vector: Vector, text: string, first: number, count: number): void {
    const { bindings } = this.#duckdb;
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > INLINED_BYTES) {
      for (let at = first; at < first + count; at++) bindings.vector_assign_string_element(vector, at, text);
      return;
    }
    const [head, tail] = new BigInt64Array(Uint8Array.of(bytes.length, 0, 0, 0, ...bytes, ...NO_BYTES).buffer, 0, 2);
    for (let at = 0; at < count; at++) {
      inlined[2 * at] = head!;
      inlined[2 * at + 1] = tail!;
    }
    bindings.copy_data_to_vector(vector, first * TEXT_BYTES, inlined.buffer, 0, count * TEXT_BYTES);
  }

  #lack(column: number, row: number): void {
    if (this.#isLacked[column] === 0) {
      this.#isLacked[column] = 1;
      masks.fill(-1, column * MASK, (column + 1) * MASK);
    }
    masks[column * MASK + (row >> 5)]! &= ~(1 << (row & 31));
  }

  #handOver(rows: number): void {
    const { bindings } = this.#duckdb;
    bindings.copy_data_to_vector(this.#vectors[0]!, 0, memory, 0, rows * 8);
    bindings.copy_data_to_vector(this.#vectors[1]!, 0, memory, STRIDE * 8, rows * 4);
    for (let column = 0; column < this.#kinds.length; column++) {
      const kind = this.#kinds[column];
      if (kind === NESTED) continue;
      const vector = this.#vectors[column + FIRST]!;
      const bytes = kind === BYTE ? rows : rows * 8;
      if (kind !== TEXT) bindings.copy_data_to_vector(vector, 0, memory, (column + FIRST) * STRIDE * 8, bytes);
      if (this.#isLacked[column] === 0) continue;
      bindings.vector_ensure_validity_writable(vector);
      bindings.copy_data_to_vector_validity(vector, 0, masks.buffer, column * MASK * 4, Math.ceil(rows / 64) * 8);
    }
  }

  #fillNested(column: number, rows: readonly PlacedRow[], from: number, end: number): void {
    const { type, form } = this.#target.columns[this.#target.slots[column]!]!;
    const vector = this.#chunk.getColumnVector(column + FIRST);
    const isWide = type === "integer" || type === "unsigned";
    for (let row = from; row < end; row++) {
      const { slots, values } = rows[row]!;
      const source = this.#sourcesOf(slots)[column]!;
      const value = source < 0 ? undefined : values[source];
      if (value === undefined) vector.setItem(row - from, null);
      else if (form === "list") vector.setItem(row - from, listOf(this.#duckdb, value as StoredList, isWide));
      else vector.setItem(row - from, mapOf(this.#duckdb, value as StoredMap, isWide));
    }
    vector.flush();
  }

  #sourcesOf(slots: Int32Array): Int32Array {
    let sources = this.#sources.get(slots);
    if (sources === undefined) {
      sources = invert(slots, this.#target);
      this.#sources.set(slots, sources);
    }
    return sources;
  }
}

/** Where the rows that follow each other in a page end. */
function endOfRun(rows: readonly PlacedRow[], from: number, end: number): number {
  const { row: first, slots } = rows[from] as PlacedPageRow;
  for (let at = from + 1; at < end; at++) {
    const placed = rows[at]!;
    if (!(placed instanceof PlacedPageRow) || placed.slots !== slots) return at;
    const { page, index } = placed.row;
    if (page !== first.page || index !== first.index + at - from) return at;
  }
  return end;
}

function kindOf({ type, form }: RowsColumn): number {
  if (form !== "column") return NESTED;
  if (type === "string") return TEXT;
  return type === "float" ? DOUBLE : type === "boolean" ? BYTE : INT64;
}

function mapOf(duckdb: DuckDB, values: StoredMap, isWide: boolean): DuckDBValue {
  const entries: { key: number; value: DuckDBValue }[] = [];
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

function invert(slots: Int32Array, target: AppendTarget): Int32Array {
  const sourceOfSlot = new Int32Array(target.columns.length).fill(-1);
  for (let source = 0; source < slots.length; source++) {
    const slot = slots[source]!;
    if (slot >= 0) sourceOfSlot[slot] = source;
  }
  return Int32Array.from(target.slots, (slot) => sourceOfSlot[slot]!);
}

function typeOf(duckdb: DuckDB, { type, form }: RowsColumn): DuckDBType {
  const scalar = scalarOf(duckdb, type);
  return form === "column" ? scalar : form === "map" ? duckdb.MAP(duckdb.INTEGER, scalar) : duckdb.LIST(scalar);
}

export function scalarOf(duckdb: DuckDB, type: FieldType): DuckDBType {
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
