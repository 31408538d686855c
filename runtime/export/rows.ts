/** Rows of batches. */

import { type Batch, cellOf } from "../model/batch.ts";
import type { Row } from "../model/store.ts";

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
