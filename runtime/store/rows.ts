/** Converts between batches and rows. */

import { type Batch, type Cell, cellOf, gather, TIME } from "../telemetry/batch.ts";
import type { FieldType } from "../telemetry/point.ts";
import type { Row } from "./store.ts";

export function* rowsIn({ rows, columns: [time, ...columns] }: Batch): Generator<Row> {
  for (let row = 0; row < rows; row++) {
    // fromEntries defines properties, so that a field named __proto__ works like any other.
    const values = Object.fromEntries(columns.map((column) => [column.name, cellOf(column, row)]));
    yield { timeNs: cellOf(time!, row) as bigint, values };
  }
}

export async function* rowsOf(batches: AsyncIterable<Batch>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* rowsIn(batch);
}

/** @param types of the columns, in the requested order */
export function batchesOf(rows: AsyncIterable<Row>, types: ReadonlyMap<string, FieldType>): AsyncGenerator<Batch> {
  const columns = [TIME, ...Array.from(types, ([name, type]) => ({ name, type }))];
  return gather(columns, cellsOf(rows, [...types.keys()]));
}

async function* cellsOf(rows: AsyncIterable<Row>, names: readonly string[]): AsyncGenerator<(Cell | undefined)[]> {
  for await (const { timeNs, values } of rows) yield [timeNs, ...names.map((name) => values[name])];
}
