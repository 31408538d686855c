/** Rows per second of processor time into DuckDB: the store, compared with DuckDB's appender with vectors from typed arrays. */

import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOUBLE, type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, TIMESTAMP_NS } from "@duckdb/node-api";
import type { Message } from "../../../runtime/model/message.ts";
import type { Point, PointColumn } from "../../../runtime/model/point.ts";
import { openDuckdbStore } from "../../../runtime/store/duckdb/duckdb-store.ts";
import { compare, type Figure, type Row, shown } from "../row.ts";

const REPETITIONS = 5;
const BATCH = 10_000;
/** Vector size of DuckDB. [STANDARD_VECTOR_SIZE] */
const VECTOR = 2048;
const BASE_NS = 1_700_000_000_000_000_000n;
const STEP_NS = 1_000_000n;
const COLUMNS = [2, 10, 30, 100];
/** Values per measurement, and the maximum number of batches: with more, a busy machine does not end the row within the time of one. */
const VALUES = 3_000_000;
const BATCHES = 50;

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
    "DuckDB: rows a second of processor, of the store (sorted, checked, one transaction for a batch), by its appender's of the same from typed arrays",
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
  const batches = Math.min(BATCHES, Math.round(VALUES / width / BATCH));
  const store = openDuckdbStore({ path: join(directory, `store-${width}.duckdb`) });
  await store.open();
  const plain = await DuckDBInstance.create(join(directory, `plain-${width}.duckdb`));
  const connection = await plain.connect();
  await connection.run(`CREATE TABLE t (time TIMESTAMP_NS, ${columns.map(({ name }) => `${name} DOUBLE`).join(", ")})`);
  const chunk = DuckDBDataChunk.create([TIMESTAMP_NS, ...columns.map(() => DOUBLE)], VECTOR);
  let last = 0;
  let cursor = 0;
  const nextFirst = () => {
    last += BATCH;
    return last;
  };
  const byStore = () =>
    rateOf({
      batches,
      make: () => batch(columns, nextFirst()),
      write: (points) => store.write(points, ++cursor as never),
      end: async () => store.checkpoints?.secure(),
    });
  // The same rows, because compressibility affects the cost of a checkpoint.
  const vectors = () => {
    const first = nextFirst();
    const times = BigInt64Array.from({ length: BATCH }, (_, index) => timeOf(first + index));
    const signals = (column: number) =>
      Float64Array.from({ length: BATCH }, (_, index) => signalOf(first + index, column));
    return [times, ...columns.map((_, column) => signals(column))];
  };
  const byAppender = () =>
    rateOf({
      batches,
      make: vectors,
      write: (all) => append(connection, chunk, all),
      end: () => connection.run("CHECKPOINT"),
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

async function append(
  connection: DuckDBConnection,
  chunk: DuckDBDataChunk,
  columns: readonly (Float64Array | BigInt64Array)[],
): Promise<void> {
  await connection.run("BEGIN");
  const appender = await connection.createAppender("t");
  for (let row = 0; row < BATCH; row += VECTOR) {
    chunk.rowCount = Math.min(VECTOR, BATCH - row);
    for (const [index, values] of columns.entries()) {
      const vector = chunk.getColumnVector(index) as unknown as { items: typeof values; flush(): void };
      vector.items.set(values.subarray(row, row + chunk.rowCount) as never);
      vector.flush();
    }
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
  await connection.run("COMMIT");
}

function timeOf(row: number): bigint {
  return BASE_NS + BigInt(row) * STEP_NS;
}

function signalOf(row: number, column: number): number {
  return Math.sin(row / (100 + column));
}

function batch(columns: readonly PointColumn[], first: number): Point[] {
  return Array.from({ length: BATCH }, (_, index) => ({
    database: "rig",
    measurement: "02_cap_r",
    timeNs: timeOf(first + index),
    timeSource: "receipt",
    columns,
    values: columns.map((_, column) => signalOf(first + index, column)),
    origin: { message: MESSAGE, id: `${first + index}` },
  }));
}

interface Work<T> {
  readonly batches: number;
  readonly make: () => T;
  readonly write: (made: T) => Promise<unknown>;
  /** A checkpoint: otherwise some repetitions would have one, and others none. */
  readonly end: () => Promise<unknown>;
}

/** Rows per second of processor time, of all threads. Rows are created just before they are written, as in the service. */
async function rateOf<T>({ batches, make, write, end }: Work<T>): Promise<number> {
  let microseconds = 0;
  const measure = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    microseconds += user + system;
  };
  for (let index = 0; index < batches; index++) {
    const made = make();
    await measure(() => write(made));
  }
  await measure(end);
  return ((batches * BATCH) / microseconds) * 1e6;
}
