/** Points per second into InfluxDB: the store, compared with a plain `fetch` of prepared lines; and the cost of its parts. */

import type { Message } from "../../../runtime/model/message.ts";
import type { Point, PointColumn } from "../../../runtime/model/point.ts";
import { openInfluxStore } from "../../../runtime/parts/influxdb/influx-store.ts";
import { Lines } from "../../../runtime/parts/influxdb/lines.ts";
import { startInfluxd } from "../../../test/support/influxd.ts";
import { requires } from "../../../test/support/requirements.ts";
import { compare, type Figure, type Row, shown, single, spreadOf, Unavailable } from "../row.ts";
import { usageOf } from "../service.ts";

const REPETITIONS = 25;
/** Batch size of the writer. */
const BATCH = 10_000;
const BATCHES = 3;
/** Lines per request of the plain fetch. */
const LINES = 5_000;
const FIELDS = 8;
const POINTS = BATCH * BATCHES;
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

export const influxdb: Row = {
  name: "influxdb",
  about: "InfluxDB: points/s of the store, by a plain fetch of lines made beforehand",
  run,
};

async function run(): Promise<readonly Figure[]> {
  const missing = requires("influxd");
  if (missing !== false) throw new Unavailable(String(missing));
  const influxd = await startInfluxd();
  try {
    const store = openInfluxStore({
      kind: "influxdb",
      version: "auto",
      url: influxd.url,
      username: undefined,
      password: undefined,
      token: undefined,
      org: undefined,
    });
    await store.open(undefined as never);
    await influxd.query("CREATE DATABASE bench_fetch");
    const storeSpent: Spent[] = [];
    const fetchSpent: Spent[] = [];
    let first = 0;
    const next = () => {
      first += POINTS;
      return first;
    };
    const byStore = async (): Promise<number> => {
      const batches = batchesFrom("bench_store", next());
      return rateOf(influxd.pid, storeSpent, async () => {
        for (const points of batches) {
          const { stored } = await store.write(points, 0 as never);
          if (stored !== points.length) throw new Error(`${points.length - stored} points refused`);
        }
      });
    };
    const byFetch = async (): Promise<number> => {
      const bodies = bodiesOf(batchesFrom("bench_fetch", next()));
      return rateOf(influxd.pid, fetchSpent, async () => {
        for (const body of bodies) await post(`${influxd.url}/write?db=bench_fetch&precision=ns`, body);
      });
    };
    await byStore();
    await byFetch();
    const { ratio, first: stored, second: fetched } = await compare(REPETITIONS, byStore, byFetch);
    const spent = (those: readonly Spent[]) => ({
      own: spreadOf(those.map(({ own }) => own)).median,
      database: spreadOf(those.map(({ database }) => database)).median,
    });
    const [byUs, plain] = [spent(storeSpent), spent(fetchSpent)];
    const lines = await rateOf(influxd.pid, [], async () => void bodiesOf(batchesFrom("bench_fetch", first)));
    await store.close();
    return [
      {
        of: `${FIELDS} floats, batches of ${BATCH.toLocaleString("en")}`,
        value: ratio,
        unit: "×",
        wanted: { atLeast: 0.95 },
        detail: `${shown(stored.median)}/s by ${shown(fetched.median)}/s`,
      },
      {
        of: "what both programs spend",
        value: single((plain.own + plain.database) / (byUs.own + byUs.database)),
        unit: "×",
        detail: `the most that can be had where all cores are busy: ${shown(byUs.own)} and influxd ${shown(byUs.database)} µs a point by ${shown(plain.own)} and ${shown(plain.database)}`,
      },
      {
        of: "of it making points and lines",
        value: single(stored.median / lines),
        unit: "×",
        detail: `${shown(1e6 / lines)} µs of ${shown(1e6 / stored.median)} µs for a point`,
      },
    ];
  } finally {
    await influxd.stop();
  }
}

function batchesFrom(database: string, first: number): Point[][] {
  return Array.from({ length: BATCHES }, (_, index) => batch(database, first + index * BATCH));
}

function batch(database: string, first: number): Point[] {
  const measurement = `${String((first / BATCH) % 16).padStart(2, "0")}_rig`;
  return Array.from({ length: BATCH }, (_, index) => ({
    database,
    measurement,
    timeNs: T0 + BigInt(first + index) * 1_000_000n,
    timeSource: "receipt",
    columns: COLUMNS,
    values: COLUMNS.map((_, field) => Math.round(1e4 * Math.sin((first + index) / 100 + field)) / 1e4),
    origin: { message: MESSAGE, id: `${first + index + 1}` },
  }));
}

function bodiesOf(batches: readonly Point[][]): string[] {
  return batches.flatMap((points) => {
    const lines = new Lines({ unsigned: "as-integer" }, 256 * points.length);
    for (const point of points) {
      const problem = lines.add(point, point.measurement);
      if (problem !== undefined) throw new Error(problem);
    }
    return [String(lines.body(0, LINES)), String(lines.body(LINES, points.length))];
  });
}

async function post(url: string, body: string): Promise<void> {
  const answer = await fetch(url, { method: "POST", body });
  await answer.arrayBuffer();
  if (answer.status !== 204) throw new Error(`the database answers ${answer.status}`);
}

/** Processor time per point in µs: the store's and the database's. */
interface Spent {
  readonly own: number;
  readonly database: number;
}

/** Points per second. */
async function rateOf(database: number, spent: Spent[], work: () => Promise<void>): Promise<number> {
  const [began, before, own] = [performance.now(), usageOf(database).cpuSeconds, process.cpuUsage()];
  await work();
  const rate = (POINTS / (performance.now() - began)) * 1000;
  const { user, system } = process.cpuUsage(own);
  spent.push({ own: (user + system) / POINTS, database: ((usageOf(database).cpuSeconds - before) * 1e6) / POINTS });
  return rate;
}
