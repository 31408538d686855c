/** Datagrams of a 30-field struct into the embedded store, compared with a socket that only counts; and the cost of one datagram. */

import { fork } from "node:child_process";
import { createSocket } from "node:dgram";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { startInfluxd } from "../../../test/support/influxd.ts";
import { requires } from "../../../test/support/requirements.ts";
import { sendLoad } from "../load/udp-load.ts";
import { type Figure, type Row, shown, single, Unavailable } from "../row.ts";
import { benchLab, startService, usageOf } from "../service.ts";
import { headersOf, iniOf, SIZE } from "../udp-struct.ts";

const SELF = fileURLToPath(import.meta.url);
const SECONDS = 3;
/**
 * Rates to try, in datagrams per second, ascending. A rate fails if datagrams are lost twice. Of seven, the highest is found in three steps.
 */
const RATES = [5_000, 10_000, 20_000, 30_000, 40_000, 60_000, 80_000];
/** For the cost per datagram: a rate far below any limit. */
const COST_RATE = 5_000;
const COST_SECONDS = 8;
const MOST_LOST = 0;

export const udp: Row = {
  name: "udp",
  measures: "programs",
  about: "UDP → durable embedded store: highest rate with none lost, by a bare dgram counter's",
  async run() {
    const [bare, ours] = await heldRates(measureService("[store]\n"));
    return [
      {
        of: "30 fields, DuckDB",
        value: single(ours / bare),
        unit: "×",
        wanted: { atLeast: 0.8 },
        detail: `${shown(ours)}/s by ${shown(bare)}/s, ${SECONDS} s each`,
      },
    ];
  },
};

export const udpInfluxdb: Row = {
  name: "udp-influxdb",
  measures: "programs",
  about: "UDP → InfluxDB: the same",
  async run() {
    const missing = requires("influxd");
    if (missing !== false) throw new Unavailable(missing);
    const influxd = await startInfluxd();
    try {
      const [bare, ours] = await heldRates(
        measureService(`[store]\nurl = ${influxd.url.replace("http", "influxdb")}\n`),
      );
      return [
        {
          of: "30 fields, InfluxDB",
          value: single(ours / bare),
          unit: "×",
          detail: `${shown(ours)}/s by ${shown(bare)}/s`,
        },
      ];
    } finally {
      await influxd.stop();
    }
  },
};

export const udpCost: Row = {
  name: "udp-cost",
  measures: "programs",
  about: "UDP: processor and memory for a datagram; the cost with more channels and structs, by that with one",
  async run() {
    const one = await cost(1, 1);
    // A wrong firmware must not take from the others what they need.
    const refused = await cost(1, 1, SIZE + 1);
    const bare = await bareCost();
    const figures: Figure[] = [
      { of: "bare counter", value: single(bare), unit: "µs", detail: `${COST_RATE}/s` },
      {
        of: "1 channel, 1 struct",
        value: single(one.microseconds),
        unit: "µs",
        detail: `${shown(one.microseconds / bare)} × the bare counter; peak ${shown(one.peakMb)} MB`,
      },
      { of: "peak memory", value: single(one.peakMb), unit: "MB", detail: `${COST_RATE}/s for ${COST_SECONDS} s` },
      {
        of: "refused for its length, by an accepted one",
        value: single(refused.microseconds / one.microseconds),
        unit: "×",
        wanted: { atMost: 1.5 },
        detail: `${shown(refused.microseconds)} µs, peak ${shown(refused.peakMb)} MB`,
      },
    ];
    for (const [channels, structs] of [
      [10, 1],
      [100, 1],
      [1, 250],
    ] as const) {
      const more = await cost(channels, structs);
      figures.push({
        of: `${channels} channels, ${structs} structs`,
        value: single(more.microseconds / one.microseconds),
        unit: "×",
        wanted: { atMost: 1.2 },
        detail: `${shown(more.microseconds)} µs, peak ${shown(more.peakMb)} MB`,
      });
    }
    return figures;
  },
};

/** True if everything sent at this rate is stored. */
type Holds = (rate: number) => Promise<boolean>;

async function heldRates(service: Holds): Promise<readonly [bare: number, ours: number]> {
  const [bare, ours] = [new Search(countsAll), new Search(service)];
  // Alternate, so that both run on the same machine state.
  while (!bare.isOver || !ours.isOver) {
    await bare.step();
    await ours.step();
  }
  if (bare.held === 0) throw new Unavailable("this machine is too busy: even the bare counter loses datagrams");
  return [bare.held, ours.held];
}

/** The highest rate that holds, by halves. */
class Search {
  readonly #holds: Holds;
  /** Numbers of the highest rate that holds, and of the lowest that does not. */
  #low = -1;
  #high = RATES.length;

  constructor(holds: Holds) {
    this.#holds = holds;
  }

  get isOver(): boolean {
    return this.#high - this.#low === 1;
  }

  /** 0 if none holds. */
  get held(): number {
    return RATES[this.#low] ?? 0;
  }

  async step(): Promise<void> {
    if (this.isOver) return;
    const middle = (this.#low + this.#high) >> 1;
    if (await twice(this.#holds, RATES[middle]!)) this.#low = middle;
    else this.#high = middle;
  }
}

async function twice(holds: Holds, rate: number): Promise<boolean> {
  return (await holds(rate)) || (await holds(rate));
}

async function countsAll(rate: number): Promise<boolean> {
  const counter = await startCounter();
  const sent = await sendLoad({ ports: [counter.port], rate, seconds: SECONDS, structs: 1, bytes: SIZE });
  const received = await counter.received();
  return sent - received <= MOST_LOST;
}

function measureService(store: string): Holds {
  return async (rate) => {
    const lab = benchLab({ ini: `${iniOf(1)}${store === "[store]\n" ? "" : store}`, headers: headersOf(1) });
    try {
      const service = await startService(lab);
      const sent = await sendLoad({
        ports: [service.udpPort("bench0")],
        rate,
        seconds: SECONDS,
        structs: 1,
        bytes: SIZE,
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await service.settled();
      const { parts } = await service.json<{ parts: { writer: { counts: { stored: number } } } }>("/health");
      await service.stop();
      if (store === "[store]\n")
        await checkRows(join(lab.directory, "data/telemetry.duckdb"), parts.writer.counts.stored);
      return parts.writer.counts.stored === sent;
    } finally {
      await lab.remove();
    }
  };
}

interface Cost {
  readonly microseconds: number;
  readonly peakMb: number;
}

async function cost(channels: number, structs: number, bytes = SIZE): Promise<Cost> {
  const lab = benchLab({ ini: iniOf(channels), headers: headersOf(structs) });
  try {
    const service = await startService(lab);
    const ports = Array.from({ length: channels }, (_, index) => service.udpPort(`bench${index}`));
    await sendLoad({ ports, rate: COST_RATE, seconds: 2, structs, bytes });
    await service.settled();
    const before = usageOf(service.pid).cpuSeconds;
    const sent = await sendLoad({ ports, rate: COST_RATE, seconds: COST_SECONDS, structs, bytes });
    await service.settled();
    const { cpuSeconds, peakMb } = usageOf(service.pid);
    await service.stop();
    return { microseconds: ((cpuSeconds - before) * 1e6) / sent, peakMb };
  } finally {
    await lab.remove();
  }
}

async function bareCost(): Promise<number> {
  const counter = await startCounter();
  const before = usageOf(counter.pid).cpuSeconds;
  const sent = await sendLoad({
    ports: [counter.port],
    rate: COST_RATE,
    seconds: COST_SECONDS,
    structs: 1,
    bytes: SIZE,
  });
  const spent = usageOf(counter.pid).cpuSeconds - before;
  await counter.received();
  return (spent * 1e6) / sent;
}

interface Counter {
  readonly port: number;
  readonly pid: number;
  /** Ends it and returns the count. */
  received(): Promise<number>;
}

function startCounter(): Promise<Counter> {
  const child = fork(SELF, ["count"], { execArgv: ["--import", "tsx"] });
  const received = async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.send("end");
    return new Promise<number>((resolve) => child.once("message", (count) => resolve(Number(count))));
  };
  return new Promise((resolve, reject) => {
    child.once("message", (port) => resolve({ port: Number(port), pid: child.pid ?? 0, received }));
    child.once("error", reject);
  });
}

if (process.argv[1] === SELF) {
  const socket = createSocket({ type: "udp4", recvBufferSize: 16 << 20 });
  let count = 0;
  socket.on("message", () => {
    count++;
  });
  socket.bind(0, "127.0.0.1", () => process.send?.(socket.address().port));
  process.on("message", () => process.send?.(count, () => process.exit()));
}

/** @throws Error if the rows differ from their count */
async function checkRows(path: string, stored: number): Promise<void> {
  const database = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
  const connection = await database.connect();
  const result = await connection.runAndReadAll(
    `SELECT count(*), count(DISTINCT n), count(DISTINCT "time") FROM lab_bench0."01_bench1"`,
  );
  const [rows, numbers, times] = (result.getRows()[0] ?? []).map(Number);
  connection.closeSync();
  database.closeSync();
  if (rows !== stored || rows !== numbers || rows !== times)
    throw new Error(`${stored} stored, ${rows} rows, ${numbers} different, at ${times} times`);
}
