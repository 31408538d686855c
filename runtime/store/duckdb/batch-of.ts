/** A chunk of DuckDB's as typed columns. A hot path: a closure or a spread for each value would cost more than the query. */

import type { DuckDBDataChunk, DuckDBVector } from "@duckdb/node-api";
import type { Batch, BatchColumn, TableColumn } from "../../telemetry/batch.ts";

/** @param columns the chunk's, in order; times are read as whole numbers (`epoch_ns`) */
export function batchOf(chunk: DuckDBDataChunk, columns: readonly TableColumn[]): Batch {
  const rows = chunk.rowCount;
  return { rows, columns: columns.map((column, index) => columnOf(column, chunk.getColumnVector(index), rows)) };
}

function columnOf({ name, type }: TableColumn, vector: DuckDBVector, rows: number): BatchColumn {
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

function copy(vector: DuckDBVector, values: Target, rows: number): { readonly valid?: Uint8Array } {
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
