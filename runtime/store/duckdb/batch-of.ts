/**
 * Converts a chunk of DuckDB to typed columns. Hot path: a closure or a spread for each value would cost more than the
 * query.
 */

import type { DuckDBDataChunk, DuckDBListValue, DuckDBValue } from "@duckdb/node-api";
import type { Vector } from "@duckdb/node-bindings";
import type { Batch, BatchColumn, TableColumn } from "../../model/batch.ts";
import type { DuckDB } from "./duckdb.ts";

/** A column of a batch, and the position of its values in the chunk. */
export interface ReadColumn extends TableColumn {
  readonly vector: number;
  /** For a list column: the index of the element. */
  readonly element?: number;
}

/** DuckDB's types whose values lie in memory as those of our arrays. Texts do not. */
const ALIKE = {
  float: "DOUBLE",
  integer: "BIGINT",
  time: "BIGINT",
  unsigned: "UBIGINT",
  boolean: "BOOLEAN",
} as const;

/** One value for each row. */
interface Source {
  getItem(row: number): DuckDBValue;
}

/** Times are read as integers (`epoch_ns`). */
export function batchOf(
  { bindings }: Pick<DuckDB, "bindings">,
  chunk: DuckDBDataChunk,
  columns: readonly ReadColumn[],
): Batch {
  const rows = chunk.rowCount;
  const lists = new Map<number, (readonly DuckDBValue[] | undefined)[]>();
  for (const { vector, element } of columns) {
    if (element !== undefined && !lists.has(vector)) lists.set(vector, listsOf(chunk.getColumnVector(vector), rows));
  }
  const read = (column: ReadColumn): BatchColumn => {
    const { vector, element } = column;
    if (element !== undefined) {
      const items = lists.get(vector)!;
      return columnOf(column, rows, (values) =>
        copy({ getItem: (row) => items[row]?.[element] ?? null }, values, rows),
      );
    }
    const memory = bindings.data_chunk_get_vector(chunk.chunk, vector);
    const type = bindings.get_type_id(bindings.vector_get_column_type(memory));
    const isAlike = column.type !== "string" && type === bindings.Type[ALIKE[column.type]];
    return columnOf(column, rows, (values) =>
      isAlike ? copyMemory(bindings, memory, values as Fixed, rows) : copy(chunk.getColumnVector(vector), values, rows),
    );
  };
  return { rows, columns: columns.map(read) };
}

function listsOf(vector: Source, rows: number): (readonly DuckDBValue[] | undefined)[] {
  return Array.from({ length: rows }, (_, row) => (vector.getItem(row) as DuckDBListValue | null)?.items);
}

interface Target {
  [index: number]: unknown;
}

/** Gives the values, and tells which of them are there. */
type Read = (values: Target) => { readonly valid?: Uint8Array };

function columnOf({ name, type }: TableColumn, rows: number, read: Read): BatchColumn {
  switch (type) {
    case "float": {
      const values = new Float64Array(rows);
      return { name, type, values, ...read(values) };
    }
    case "boolean": {
      const values = new Uint8Array(rows);
      return { name, type, values, ...read(values) };
    }
    case "integer":
    case "time": {
      const values = new BigInt64Array(rows);
      return { name, type, values, ...read(values) };
    }
    case "unsigned": {
      const values = new BigUint64Array(rows);
      return { name, type, values, ...read(values) };
    }
    case "string": {
      const values = new Array<string>(rows).fill("");
      return { name, type, values, ...read(values) };
    }
  }
}

function copy(vector: Source, values: Target, rows: number): { readonly valid?: Uint8Array } {
  let valid: Uint8Array | undefined;
  for (let row = 0; row < rows; row++) {
    const item = vector.getItem(row);
    if (item !== null) values[row] = item;
    else {
      valid ??= new Uint8Array(rows).fill(1);
      valid[row] = 0;
    }
  }
  return valid === undefined ? {} : { valid };
}

type Fixed = Float64Array | BigInt64Array | BigUint64Array | Uint8Array;

/** A vector has the memory of the array. What stands at a null is not defined there; here it is zero. */
function copyMemory(
  bindings: DuckDB["bindings"],
  vector: Vector,
  values: Fixed,
  rows: number,
): { readonly valid?: Uint8Array } {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: width } = values;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  bytes.set(bindings.vector_get_data(vector, byteLength));
  // One bit for each row, in 64-bit words; null if all are there.
  const bits: Uint8Array | null = bindings.vector_get_validity(vector, Math.ceil(rows / 64) * 8);
  if (bits === null) return {};
  let valid: Uint8Array | undefined;
  for (let row = 0; row < rows; row++) {
    if ((bits[row >> 3]! >> (row & 7)) & 1) continue;
    valid ??= new Uint8Array(rows).fill(1);
    valid[row] = 0;
    bytes.fill(0, row * width, (row + 1) * width);
  }
  return valid === undefined ? {} : { valid };
}
