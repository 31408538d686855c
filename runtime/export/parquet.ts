/** Parquet, one row group at a time. Times are nanoseconds (UTC), readable by `pandas`, `polars` and DuckDB. */

import type { Batch, BatchColumn, Table, TableColumn } from "../telemetry/batch.ts";
import type { Encode } from "./encode.ts";

/** Cells of a row group, which is kept in memory until it is full. */
const GROUP_CELLS = 1_000_000;
const MOST_GROUP_ROWS = 122_880;

type Element = Parameters<typeof import("hyparquet-writer").parquetWrite>[0]["schema"] extends
  | readonly (infer One)[]
  | undefined
  ? One
  : never;

const ELEMENTS: Readonly<Record<TableColumn["type"], Omit<Element, "name">>> = {
  float: { type: "DOUBLE" },
  integer: { type: "INT64" },
  // Without the logical type: the library writes it in a form for which DuckDB and pyarrow reject the whole file.
  unsigned: { type: "INT64", converted_type: "UINT_64" },
  boolean: { type: "BOOLEAN" },
  string: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  // Times are UTC. With the flag for that, DuckDB would read them only to the microsecond.
  time: { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: false, unit: "NANOS" } },
};

export const encodeParquet: Encode = async function* ({ columns, batches }: Table) {
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const schema: Element[] = [
    { name: "schema", num_children: columns.length, repetition_type: "REQUIRED" },
    ...columns.map(({ name, type }) => ({ ...ELEMENTS[type], name, repetition_type: "OPTIONAL" as const })),
  ];
  const bytes = new ByteWriter();
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: "structline" });
  const taken = (): Uint8Array => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    return piece;
  };
  const groupRows = Math.min(MOST_GROUP_ROWS, Math.max(1000, Math.floor(GROUP_CELLS / columns.length)));
  for await (const group of groups(batches, groupRows)) {
    const columnData = columns.map(({ name, type }, index) => ({
      name,
      data: dataOf(group.map((batch) => batch.columns[index]!)),
      // The library compares them as signed numbers.
      ...(type === "unsigned" && { statistics: false }),
      ...(type === "time" && { encoding: "DELTA_BINARY_PACKED" as const }),
    }));
    await file.write({ columnData, rowGroupSize: Number.MAX_SAFE_INTEGER });
    yield taken();
  }
  await file.finish();
  yield taken();
};

async function* groups(batches: AsyncIterable<Batch>, most: number): AsyncGenerator<Batch[]> {
  let group: Batch[] = [];
  let rows = 0;
  for await (const batch of batches) {
    group.push(batch);
    rows += batch.rows;
    if (rows < most) continue;
    yield group;
    group = [];
    rows = 0;
  }
  if (rows > 0) yield group;
}

function dataOf(parts: readonly BatchColumn[]): unknown[] {
  const all: unknown[] = [];
  for (const { type, values, valid } of parts) {
    for (let row = 0; row < values.length; row++) {
      if (valid?.[row] === 0) all.push(null);
      else all.push(type === "boolean" ? values[row] === 1 : values[row]);
    }
  }
  return all;
}
