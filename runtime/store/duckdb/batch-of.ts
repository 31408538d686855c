/**
 * Converts a chunk of DuckDB to typed columns. Hot path: a closure or a spread for each value would cost more than the
 * query.
 */

import type { DuckDBDataChunk, DuckDBListValue, DuckDBValue } from "@duckdb/node-api";
import type { Batch, BatchColumn, TableColumn } from "../../model/batch.ts";

/** A column of a batch, and the position of its values in the chunk. */
export interface ReadColumn extends TableColumn {
  readonly vector: number;
  /** For a list column: the index of the element. */
  readonly element?: number;
}

/** One value for each row. */
interface Source {
  getItem(row: number): DuckDBValue;
}

/** Times are read as integers (`epoch_ns`). */
export function batchOf(chunk: DuckDBDataChunk, columns: readonly ReadColumn[]): Batch {
  const rows = chunk.rowCount;
  const lists = new Map<number, (readonly DuckDBValue[] | undefined)[]>();
  for (const { vector, element } of columns) {
    if (element !== undefined && !lists.has(vector)) lists.set(vector, listsOf(chunk.getColumnVector(vector), rows));
  }
  const sourceOf = ({ vector, element }: ReadColumn): Source => {
    if (element === undefined) return chunk.getColumnVector(vector);
    const items = lists.get(vector)!;
    return { getItem: (row) => items[row]?.[element] ?? null };
  };
  return { rows, columns: columns.map((column) => columnOf(column, sourceOf(column), rows)) };
}

function listsOf(vector: Source, rows: number): (readonly DuckDBValue[] | undefined)[] {
  return Array.from({ length: rows }, (_, row) => (vector.getItem(row) as DuckDBListValue | null)?.items);
}

function columnOf({ name, type }: TableColumn, vector: Source, rows: number): BatchColumn {
  switch (type) {
    case "float": {
      const values = new Float64Array(rows);
      return { name, type, values, ...copy(vector, values, rows) };
    }
    case "boolean": {
      const values = new Uint8Array(rows);
      return { name, type, values, ...copy(vector, values, rows) };
    }
    case "integer":
    case "time": {
      const values = new BigInt64Array(rows);
      return { name, type, values, ...copy(vector, values, rows) };
    }
    case "unsigned": {
      const values = new BigUint64Array(rows);
      return { name, type, values, ...copy(vector, values, rows) };
    }
    case "string": {
      const values = new Array<string>(rows).fill("");
      return { name, type, values, ...copy(vector, values, rows) };
    }
  }
}

interface Target {
  [index: number]: unknown;
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
