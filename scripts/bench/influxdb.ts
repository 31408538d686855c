/**
 * Points a second into InfluxDB, and the same line protocol posted with plain `fetch` beside it.
 * `node --import tsx scripts/bench/influxdb.ts [points]`
 */

import { openInfluxStore } from "../../runtime/store/influxdb/influx-store.ts";
import { formatLine } from "../../runtime/store/influxdb/line-protocol.ts";
import type { Message } from "../../runtime/telemetry/message.ts";
import type { Point, PointColumn } from "../../runtime/telemetry/point.ts";
import { startInfluxd } from "../../test/support/influxd.ts";

const TOTAL = Number(process.argv[2] ?? 1_000_000);
const BATCH = 5_000;
const FIELDS = 8;
const T0 = 1_767_225_600_000_000_000n;
const MESSAGE: Message = {
  source: "udp",
  address: "rig",
  sender: "",
  contentType: "",
  receivedNs: T0,
  payload: new Uint8Array(),
};
const COLUMNS: readonly PointColumn[] = Array.from({ length: FIELDS }, (_, index) => ({
  name: `field_${index}`,
  type: "float",
}));

function batch(database: string, first: number): Point[] {
  return Array.from({ length: Math.min(BATCH, TOTAL - first) }, (_, index) => ({
    database,
    measurement: `${String(first % 16).padStart(2, "0")}_rig`,
    timeNs: T0 + BigInt(first + index) * 1_000_000n,
    timeSource: "receipt",
    columns: COLUMNS,
    values: COLUMNS.map((_, field) => Math.round(1e4 * Math.sin((first + index) / 100 + field)) / 1e4),
    origin: { message: MESSAGE, id: `${first + index + 1}` },
  }));
}

/** @returns seconds spent in `write`, without making the points */
async function timed(database: string, write: (points: readonly Point[]) => Promise<void>): Promise<number> {
  let spentMs = 0;
  for (let first = 0; first < TOTAL; first += BATCH) {
    const points = batch(database, first);
    const began = performance.now();
    await write(points);
    spentMs += performance.now() - began;
  }
  return spentMs / 1000;
}

async function countRows(
  query: (statement: string, database: string) => Promise<{ series?: readonly { values: unknown[][] }[] }>,
  database: string,
): Promise<number> {
  const { series = [] } = await query("SELECT count(field_0) FROM /.*/", database);
  return series.reduce((sum, { values }) => sum + Number(values[0]?.[1]), 0);
}

const influxd = await startInfluxd();
try {
  const settings = {
    kind: "influxdb",
    version: "auto",
    url: influxd.url,
    username: undefined,
    password: undefined,
    token: undefined,
    org: undefined,
  } as const;
  const store = openInfluxStore(settings);
  await store.open();
  const storeSeconds = await timed("bench_store", async (points) => {
    const { stored } = await store.write(points, 0);
    if (stored !== points.length) throw new Error(`${points.length - stored} points refused`);
  });
  await store.close();

  // The same bytes, made beforehand: what the database itself takes.
  await influxd.query("CREATE DATABASE bench_fetch");
  let fetchSeconds = 0;
  for (let first = 0; first < TOTAL; first += BATCH) {
    const lines = batch("bench_fetch", first).map((point) => {
      const line = formatLine(point, point.measurement, { unsigned: "as-integer" });
      if ("problem" in line) throw new Error(line.problem);
      return line.text;
    });
    const body = lines.join("\n");
    const began = performance.now();
    const answer = await fetch(`${influxd.url}/write?db=bench_fetch&precision=ns`, { method: "POST", body });
    await answer.arrayBuffer();
    if (answer.status !== 204) throw new Error(`the database answers ${answer.status}`);
    fetchSeconds += (performance.now() - began) / 1000;
  }

  const rate = (seconds: number): string => Math.round(TOTAL / seconds).toLocaleString("en");
  console.log(`${TOTAL.toLocaleString("en")} points of ${FIELDS} floats, ${BATCH} a batch, InfluxDB on loopback`);
  console.log(
    `store        ${storeSeconds.toFixed(1)} s  ${rate(storeSeconds)} points/s  rows counted: ${await countRows(influxd.query, "bench_store")}`,
  );
  console.log(
    `plain fetch  ${fetchSeconds.toFixed(1)} s  ${rate(fetchSeconds)} points/s  rows counted: ${await countRows(influxd.query, "bench_fetch")}`,
  );
  console.log(`ratio        ${(fetchSeconds / storeSeconds).toFixed(2)}`);
} finally {
  await influxd.stop();
}
