/**
 * Disk space of a fleet's history and the cost of queries on it, in the embedded store alone:
 *
 * node --import tsx scripts/bench/fleet-year.ts [--devices 1000] [--days 3] [--keep 1]
 *
 * Each device has a reading of three values per minute. With `--keep`, rows older than that number of days become per-minute summaries. A
 * year's size is extrapolated from the days: rows are grouped by time, so each day has the same size.
 */

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Point, PointColumn } from "../../runtime/model/point.ts";
import { openDuckdbStore } from "../../runtime/store/duckdb/duckdb-store.ts";

const { values } = parseArgs({
  options: {
    devices: { type: "string", default: "1000" },
    days: { type: "string", default: "3" },
    keep: { type: "string" },
  },
});
const devices = Number(values.devices);
const minutes = Math.round(Number(values.days) * 1440);
const MINUTE_NS = 60_000_000_000n;
const DAY_NS = 1440n * MINUTE_NS;
const nowNs = ((BigInt(Date.now()) * 1_000_000n) / MINUTE_NS) * MINUTE_NS;
const COLUMNS: readonly PointColumn[] = ["temperature", "humidity", "battery"].map((name) => ({ name, type: "float" }));

const folder = mkdtempSync(join(tmpdir(), "structline-fleet-"));
const path = join(folder, "fleet.duckdb");
const keep =
  values.keep === undefined
    ? {}
    : { keep: { rowsMs: Number(values.keep) * 86_400_000, minutesMs: 63_072_000_000 }, keepGraceMs: 0 };
try {
  const store = openDuckdbStore({ path, ...keep });
  await store.open();
  // Readings have two decimals and change slowly.
  const state = Array.from({ length: devices }, (_, i) => [15 + (i % 10), 40 + (i % 30), 3.6]);
  const writing = cpuMs();
  for (let minute = 0; minute < minutes; minute++) {
    await store.write(
      Array.from({ length: devices }, (_, device) => reading(device, minute, state[device]!)),
      minute + 1,
    );
  }
  await store.checkpoints?.secure();
  const rows = devices * minutes;
  console.log(
    `${rows} rows of ${COLUMNS.length} values: ${(((cpuMs() - writing) * 1000) / rows).toFixed(1)} µs of processor a row`,
  );
  size("all rows", rows);
  if (values.keep !== undefined) {
    const before = cpuMs();
    await store.retain();
    await store.retain();
    console.log(
      `rows older than ${values.keep} days became figures: processor ${((cpuMs() - before) / 1000).toFixed(1)} s`,
    );
    size("rows and figures", rows);
  }
  const place = (device: number) => ({ database: "lab_net", measurement: nameOf(device) });
  const day = { fromNs: nowNs - DAY_NS, toNs: nowNs };
  const all = { fromNs: nowNs - 4000n * DAY_NS, toNs: nowNs };
  await timed("a day of one device, a field, 1,000 points", 20, (i) =>
    store.series({ ...place((i * 37) % devices), ...day, columns: ["temperature"], points: 1000 }),
  );
  await timed("all of one device, a field, 1,000 points", 20, (i) =>
    store.series({ ...place((i * 37) % devices), ...all, columns: ["temperature"], points: 1000 }),
  );
  await timed("statistics of one device, all", 20, (i) => store.statistics({ ...place((i * 37) % devices), ...all }));
  await timed(`a field's mean of a day, ${devices} devices one by one`, 1, async () => {
    for (let device = 0; device < devices; device++)
      await store.statistics({ ...place(device), ...day, columns: ["temperature"] });
  });
  const names = Array.from({ length: devices }, (_, device) => nameOf(device));
  await timed(`a field's mean of a day, ${devices} devices at once`, 5, () =>
    store.statisticsOfMany!({ database: "lab_net", measurements: names, columns: ["temperature"], ...day }),
  );
  const quarter = { fromNs: nowNs - DAY_NS / 96n, toNs: nowNs };
  await timed(`the last value of ${devices} devices at once, of 15 minutes`, 5, () =>
    store.statisticsOfMany!({ database: "lab_net", measurements: names, columns: ["temperature"], ...quarter }),
  );
  await store.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function nameOf(device: number): string {
  return `gw${Math.floor(device / 100)}_node${device}_sensors`;
}

function reading(device: number, minute: number, state: number[]): Point {
  const steps = [0.05, 0.2, 0.001];
  for (const [i, step] of steps.entries())
    state[i] = Math.round((state[i]! + (Math.random() - 0.5) * step) * 100) / 100;
  const timeNs = nowNs - BigInt(minutes - minute) * MINUTE_NS + BigInt(device) * 59_000_003n;
  const message = {
    source: "mqtt",
    address: "",
    sender: "",
    contentType: "",
    receivedNs: timeNs,
    payload: Buffer.alloc(0),
  };
  return {
    database: "lab_net",
    measurement: nameOf(device),
    timeNs,
    timeSource: "receipt",
    columns: COLUMNS,
    values: [...state],
    origin: { message, id: "" },
  };
}

function size(what: string, rows: number): void {
  const { size: bytes } = statSync(path);
  const each = bytes / (rows * COLUMNS.length);
  const year = (each * COLUMNS.length * devices * 525_600) / 1e9;
  console.log(
    `${what}: ${(bytes / 1e6).toFixed(0)} MB, ${each.toFixed(2)} bytes a value; a year like this ${year.toFixed(1)} GB`,
  );
}

async function timed(what: string, times: number, run: (i: number) => Promise<unknown>): Promise<void> {
  const [cpu, began] = [cpuMs(), performance.now()];
  for (let i = 0; i < times; i++) await run(i);
  const [used, took] = [(cpuMs() - cpu) / times, (performance.now() - began) / times];
  console.log(`${what}: processor ${used.toFixed(1)} ms, ${took.toFixed(0)} ms`);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
