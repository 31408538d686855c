/** Rows a second into DuckDB by the store, by those of its appender given whole vectors from typed arrays; by columns. */

import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BIGINT, DOUBLE, DuckDBDataChunk, DuckDBInstance } from "@duckdb/node-api";
import { openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import type { Message } from "../../../runtime/telemetry/message.ts";
import type { Point, PointColumn } from "../../../runtime/telemetry/point.ts";
import { compare, type Figure, type Row, shown } from "../row.ts";

const REPETITIONS = 5;
const BATCH = 10_000;
/** What DuckDB takes at once. [STANDARD_VECTOR_SIZE] */
const VECTOR = 2048;
const BASE_NS = 1_700_000_000_000_000_000n;
const STEP_NS = 1_000_000n;
const COLUMNS = [2, 10, 30, 100];
/** Values written in one measurement, whatever the columns. */
const VALUES = 1_500_000;

const MESSAGE: Message = {
  source: "udp",
  address: "rig",
  sender: "",
  contentType: "",
  receivedNs: 0n,
  payload: Buffer.alloc(0),
};

export const duckdb: Row = {
  name: "duckdb",
  about:
    "DuckDB: rows/s of the store (sorted, checked, one transaction for a batch), by its appender's from typed arrays",
  async run() {
    const directory = await fs.mkdtemp(join(tmpdir(), "bench-"));
    try {
      const figures: Figure[] = [];
      for (const columns of COLUMNS) figures.push(await figureOf(directory, columns));
      return figures;
    } finally {
      await fs.rm(directory, { recursive: true });
    }
  },
};

async function figureOf(directory: string, width: number): Promise<Figure> {
  const columns: PointColumn[] = Array.from({ length: width }, (_, index) => ({
    name: `field_${index}`,
    type: "float",
  }));
  const batches = Math.max(2, Math.round(VALUES / width / BATCH));
  const store = openDuckdbStore({ path: join(directory, `store-${width}.duckdb`) });
  await store.open();
  const plain = await DuckDBInstance.create(join(directory, `plain-${width}.duckdb`));
  const connection = await plain.connect();
  await connection.run(`CREATE TABLE t (time BIGINT, ${columns.map(({ name }) => `${name} DOUBLE`).join(", ")})`);
  const chunk = DuckDBDataChunk.create([BIGINT, ...columns.map(() => DOUBLE)], VECTOR);
  const source = new Float64Array(VECTOR).map((_, index) => Math.sin(index));
  let stored = 0;
  let cursor = 0;

  const byStore = async (): Promise<number> => {
    const all = Array.from({ length: batches }, (_, index) => batch(columns, stored + index * BATCH));
    stored += batches * BATCH;
    return rateOf(batches * BATCH, async () => {
      for (const points of all) await store.write(points, ++cursor as never);
    });
  };
  const byAppender = (): Promise<number> =>
    rateOf(batches * BATCH, async () => {
      for (let index = 0; index < batches; index++) {
        await connection.run("BEGIN");
        const appender = await connection.createAppender("t");
        for (let row = 0; row < BATCH; row += VECTOR) {
          chunk.rowCount = Math.min(VECTOR, BATCH - row);
          for (let column = 0; column <= width; column++) {
            const vector = chunk.getColumnVector(column) as unknown as {
              items: Float64Array | BigInt64Array;
              flush(): void;
            };
            if (vector.items instanceof Float64Array) vector.items.set(source.subarray(0, vector.items.length));
            vector.flush();
          }
          appender.appendDataChunk(chunk);
        }
        appender.closeSync();
        await connection.run("COMMIT");
      }
    });
  await byStore();
  await byAppender();
  const { ratio, first, second } = await compare(REPETITIONS, byStore, byAppender);
  await store.close();
  connection.closeSync();
  plain.closeSync();
  const detail = `${shown(first.median)}/s by ${shown(second.median)}/s`;
  return { of: `${width} columns`, value: ratio, unit: "×", wanted: { atLeast: 0.8 }, detail };
}

function batch(columns: readonly PointColumn[], first: number): Point[] {
  return Array.from({ length: BATCH }, (_, index) => ({
    database: "rig",
    measurement: "02_cap_r",
    timeNs: BASE_NS + BigInt(first + index) * STEP_NS,
    timeSource: "receipt",
    columns,
    values: columns.map((_, column) => Math.sin((first + index) / (100 + column))),
    origin: { message: MESSAGE, id: `${first + index}` },
  }));
}

async function rateOf(rows: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (rows / (performance.now() - began)) * 1000;
}
