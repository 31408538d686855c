/** A table's columns for HDF5: missing values are `NaN` in types that have nothing better. */

import type { Batch, BatchColumn } from "../../model/batch.ts";

export interface Filled {
  readonly name: string;
  readonly kind: "float" | "integer" | "unsigned" | "boolean" | "text";
  readonly at: (row: number) => number | bigint | string;
}

/** Beyond this, a 64-bit integer loses digits as a float. */
const EXACT = 2n ** 53n;

/** All columns but `time`. Missing texts are empty. */
export function filledColumns({ columns, rows }: Batch): Filled[] {
  return columns.filter(({ type }) => type !== "time").map((column) => filled(column, rows));
}

export function timesOf({ columns }: Batch): BigInt64Array | undefined {
  const column = columns.find(({ type }) => type === "time");
  return column?.type === "time" ? column.values : undefined;
}

function filled(column: BatchColumn, rows: number): Filled {
  const { name, values, type, valid } = column;
  const isThere = (row: number) => valid?.[row] !== 0;
  if (type === "string") return { name, kind: "text", at: (row) => (isThere(row) ? values[row]! : "") };
  if (type === "float") return { name, kind: "float", at: (row) => (isThere(row) ? values[row]! : Number.NaN) };
  if (valid === undefined) return { name, kind: type === "time" ? "integer" : type, at: (row) => values[row]! };
  for (let row = 0; row < rows; row++) {
    const value = BigInt(values[row]!);
    if (isThere(row) && (value > EXACT || value < -EXACT))
      return { name, kind: "text", at: (index) => (isThere(index) ? String(values[index]) : "") };
  }
  return { name, kind: "float", at: (row) => (isThere(row) ? Number(values[row]) : Number.NaN) };
}
