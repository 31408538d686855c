/**
 * Measures the DuckDB store: rows of 30 columns a second through `write`, the longest time the event loop stood still
 * meanwhile, the same rows appended to DuckDB value by value, imports with given times, and thinning a day of history.
 *
 *   node --import tsx scripts/bench/store.ts [rows]
 */

import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DuckDBInstance, DuckDBTimestampNanosecondsValue } from "@duckdb/node-api";
import { openDuckdbStore } from "../../runtime/store/duckdb/duckdb-store.ts";
import type { Message } from "../../runtime/telemetry/message.ts";
import type { Point, PointColumn } from "../../runtime/telemetry/point.ts";

const ROWS = Number(process.argv[2] ?? 600_000);
const BATCH_ROWS = 10_000;
const FIELDS = 29;
const BASE_NS = 1_700_000_000_000_000_000n;
const STEP_NS = 50_000_000n;

const message: Message = {
  source: "udp",
  address: "rig",
  sender: "",
  contentType: "",
  receivedNs: 0n,
  payload: Buffer.alloc(0),
};
const columns: PointColumn[] = [
  { name: "_hex_", type: "string" },
  ...Array.from({ length: FIELDS }, (_, i): PointColumn => ({ name: `field_${i}`, type: "float" })),
];
const HEX = Buffer.alloc(60, 0xab).toString("hex");

function pointAt(index: number, timeSource: Point["timeSource"]): Point {
  const values = [HEX, ...Array.from({ length: FIELDS }, (_, i) => Math.sin(index / (100 + i)))];
  const timeNs = BASE_NS + BigInt(index) * STEP_NS;
  return {
    database: "rig",
    measurement: "02_cap_r",
    timeNs,
    timeSource,
    columns,
    values,
    origin: { message, id: `${index}` },
  };
}

const samples = Array.from({ length: BATCH_ROWS }, (_, i) => pointAt(i, "receipt"));

/** The same values each time, so that making them is no part of what is measured. */
function batchFrom(first: number, timeSource: Point["timeSource"]): Point[] {
  return samples.map((point, i) => ({ ...point, timeNs: BASE_NS + BigInt(first + i) * STEP_NS, timeSource }));
}

/** Milliseconds spent in `work`. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function report(what: string, rows: number, ms: number): number {
  const rate = (rows / ms) * 1000;
  console.log(
    `${what.padEnd(46)} ${ms.toFixed(0).padStart(7)} ms ${Math.round(rate).toLocaleString().padStart(9)} rows/s`,
  );
  return rate;
}

/** As the database's own examples append: one value after the other, one transaction. */
async function appendByValue(path: string, rows: number): Promise<number> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  const fields = Array.from({ length: FIELDS }, (_, i) => `field_${i} DOUBLE`).join(", ");
  await connection.run(`CREATE TABLE t (time TIMESTAMP_NS, _hex_ VARCHAR, ${fields})`);
  let ms = 0;
  for (let first = 0; first < rows; first += BATCH_ROWS) {
    const points = batchFrom(first, "receipt");
    ms += await timed(async () => {
      await connection.run("BEGIN");
      const appender = await connection.createAppender("t");
      for (const { timeNs, values } of points) {
        appender.appendTimestampNanoseconds(new DuckDBTimestampNanosecondsValue(timeNs));
        appender.appendVarchar(values[0] as string);
        for (let i = 1; i <= FIELDS; i++) appender.appendDouble(values[i] as number);
        appender.endRow();
      }
      appender.closeSync();
      await connection.run("COMMIT");
    });
  }
  connection.closeSync();
  instance.closeSync();
  return ms;
}

const directory = await fs.mkdtemp(join(tmpdir(), "store-bench-"));
try {
  const store = openDuckdbStore({ path: join(directory, "telemetry.duckdb") });
  await store.open();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.cpuUsage();
  let ms = 0;
  for (let first = 0; first < ROWS; first += BATCH_ROWS) {
    const points = batchFrom(first, "receipt");
    ms += await timed(() => store.write(points, first + BATCH_ROWS));
  }
  delay.disable();
  const { user, system } = process.cpuUsage(before);
  const rate = report(`${ROWS} rows of ${FIELDS + 1} columns, batches of ${BATCH_ROWS}`, ROWS, ms);
  console.log(
    `${"longest stop of the event loop meanwhile".padEnd(46)} ${(delay.max / 1e6).toFixed(0).padStart(7)} ms`,
  );
  console.log(`${"processor time for a row".padEnd(46)} ${((user + system) / ROWS).toFixed(1).padStart(7)} µs`);
  const plain = report(
    "the same value by value",
    ROWS / 4,
    await appendByValue(join(directory, "plain.duckdb"), ROWS / 4),
  );
  console.log(`${"ratio".padEnd(46)} ${(rate / plain).toFixed(2).padStart(10)}`);

  const repeated = batchFrom(Math.floor(ROWS / 2), "payload");
  report(
    "given times that are all there (rows merged)",
    BATCH_ROWS,
    await timed(() => store.write(repeated, ROWS + 1)),
  );
  const between = repeated.map((point) => ({ ...point, timeNs: point.timeNs + 7n }));
  report("given times between those that are there", BATCH_ROWS, await timed(() => store.write(between, ROWS + 2)));
  const later = batchFrom(ROWS + BATCH_ROWS, "payload");
  report("given times after all others", BATCH_ROWS, await timed(() => store.write(later, ROWS + 3)));

  const where = { database: "rig", measurement: "02_cap_r", fromNs: 0n, toNs: BASE_NS * 2n, points: 1000 };
  report(
    "thinned to 1000 points, one column",
    ROWS,
    await timed(() => store.series({ ...where, columns: ["field_3"] })),
  );
  report("thinned to 1000 points, all columns", ROWS, await timed(() => store.series(where)));
  const lastMinutes = { ...where, fromNs: BASE_NS + BigInt(ROWS - 18_000) * STEP_NS };
  report("thinned, the last 15 minutes, all columns", 18_000, await timed(() => store.series(lastMinutes)));
  let read = 0;
  const readMs = await timed(async () => {
    for await (const _row of store.rows({ database: "rig", measurement: "02_cap_r", limit: 100_000 })) read++;
  });
  report("rows read", read, readMs);
  await store.close();
} finally {
  await fs.rm(directory, { recursive: true });
}
