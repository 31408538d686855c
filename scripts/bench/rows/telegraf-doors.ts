/** Telegraf's doors for devices beside ours, into the same InfluxDB: JSON posts, and JSON by MQTT. */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Influxd, startInfluxd } from "../../../test/support/influxd.ts";
import { freePort } from "../../../test/support/ports.ts";
import { requires } from "../../../test/support/requirements.ts";
import { postLoad } from "../load/http-load.ts";
import { startPublisher } from "../load/mqtt-load.ts";
import { type Figure, type Row, shown, single, Unavailable } from "../row.ts";
import { benchLab, startReady, usageOf } from "../service.ts";
import { launchTelegraf, TELEGRAF_DATABASE } from "../telegraf.ts";

const CONNECTIONS = 64;
const SECONDS = 3;
const PUBLICATIONS = 20_000;
/** Longer than Telegraf's flush interval here. */
const FLUSH_MS = 2500;
const BODY = JSON.stringify({ temperature: 21.42, humidity: 48.1, pressure: 1013.25, battery: 3.71, counter: 1234 });

export const telegrafDoors: Row = {
  name: "telegraf-doors",
  about: "JSON by HTTP and by MQTT → InfluxDB: Telegraf (http_listener_v2, mqtt_consumer) by us",
  async run() {
    const program = process.env["TELEGRAF"] ?? "telegraf";
    if (spawnSync(program, ["--version"]).status !== 0)
      throw new Unavailable("there is no telegraf; go install makes one");
    const missing = requires("influxd") || requires("mosquitto");
    if (missing !== false) throw new Unavailable(missing);
    const influxd = await startInfluxd();
    const brokerPort = await freePort();
    const directory = mkdtempSync(join(tmpdir(), "bench-"));
    writeFileSync(join(directory, "mosquitto.conf"), brokerConfiguration(brokerPort));
    const broker = spawn("mosquitto", ["-c", join(directory, "mosquitto.conf")], { stdio: "ignore" });
    const brokerUrl = `mqtt://127.0.0.1:${brokerPort}`;
    try {
      const http = (open: () => Promise<Collector>) => measured(influxd, open, byHttp);
      const mqtt = (open: () => Promise<Collector>) => measured(influxd, open, () => byMqtt(brokerUrl));
      const ours = () => startOurs(influxd.url, brokerUrl);
      const theirs = () => startTelegraf(program, influxd.url, brokerUrl);
      const posts = [await http(ours), await http(theirs)] as const;
      const publications = [await mqtt(ours), await mqtt(theirs)] as const;
      return [...figures("posts", ...posts), ...figures("publications", ...publications)];
    } finally {
      broker.kill("SIGKILL");
      rmSync(directory, { recursive: true, force: true });
      await influxd.stop();
    }
  },
};

/** It drops nothing for a session that is behind: what is lost, a collector lost. */
function brokerConfiguration(port: number): string {
  return `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n`;
}

interface Measured {
  readonly rate: number;
  readonly microseconds: number;
  readonly peakMb: number;
  readonly answered: number;
  readonly stored: number;
}

interface Collector {
  /** Of the door for posts. */
  readonly url: string;
  readonly pid: number;
  readonly database: string;
  kill(): Promise<void>;
  /** After `kill`. */
  again(): Promise<void>;
  remove(): Promise<void>;
}

interface Sent {
  readonly total: number;
  readonly rate: number;
}

function figures(what: string, ours: Measured, theirs: Measured): Figure[] {
  // What was stored and not answered any more is no loss.
  const lostOf = ({ answered, stored }: Measured) => Math.max(0, answered - stored);
  const lost = (each: Measured) => `${lostOf(each)} of ${each.answered}`;
  return [
    {
      of: `${what}, processor for each`,
      value: single(theirs.microseconds / ours.microseconds),
      unit: "×",
      wanted: { atLeast: 1 },
      detail: `Telegraf ${shown(theirs.microseconds)} µs, ${shown(theirs.peakMb)} MB, ${shown(theirs.rate)}/s; we ${shown(ours.microseconds)} µs, ${shown(ours.peakMb)} MB, ${shown(ours.rate)}/s`,
    },
    {
      of: `${what}, acknowledged and lost by kill -9`,
      value: single(lostOf(ours)),
      unit: "lost",
      wanted: { atMost: 0 },
      detail: `we: ${lost(ours)}; Telegraf: ${lost(theirs)}`,
    },
  ];
}

/** Twice the load: first for the figures, then killed as soon as its end was acknowledged. */
async function measured(influxd: Influxd, open: () => Promise<Collector>, load: (url: string) => Promise<Sent>) {
  const collector = await open();
  try {
    const before = usageOf(collector.pid).cpuSeconds;
    const { total, rate } = await load(collector.url);
    const stored = await settled(influxd, collector.database);
    const { cpuSeconds, peakMb } = usageOf(collector.pid);
    const { total: answered } = await load(collector.url);
    await collector.kill();
    await collector.again();
    const kept = (await settled(influxd, collector.database)) - stored;
    return { rate, microseconds: ((cpuSeconds - before) * 1e6) / total, peakMb, answered, stored: kept };
  } finally {
    await collector.remove();
    await influxd.dropAll();
  }
}

async function byHttp(url: string): Promise<Sent> {
  return postLoad({ url, connections: CONNECTIONS, seconds: SECONDS, contentType: "application/json", body: BODY });
}

async function byMqtt(url: string): Promise<Sent> {
  const publisher = await startPublisher(url);
  const began = performance.now();
  await publisher.publish(PUBLICATIONS);
  publisher.end();
  return { total: PUBLICATIONS, rate: (PUBLICATIONS / (performance.now() - began)) * 1000 };
}

/** How many rows there are once no more come. */
async function settled(influxd: Influxd, database: string): Promise<number> {
  let rows = -1;
  for (;;) {
    await sleep(FLUSH_MS);
    const now = await rowsIn(influxd, database);
    if (now === rows) return rows;
    rows = now;
  }
}

async function rowsIn(influxd: Influxd, database: string): Promise<number> {
  const { series = [] } = await influxd.query("SELECT count(temperature) FROM /.*/", database);
  return series.reduce((sum, { values }) => sum + Number(values[0]?.[1]), 0);
}

async function startOurs(influx: string, broker: string): Promise<Collector> {
  const ini = `[lab]\nchannels =\n[mqtt]\nurl = ${broker}\n[store]\nurl = ${influx.replace("http", "influxdb")}\n`;
  const lab = benchLab({ ini, headers: {} });
  let service = await startReady(lab);
  return {
    url: `${service.url}/api/bench/site/area/node/data`,
    pid: service.pid,
    database: "bench_site",
    kill: () => service.kill(),
    again: async () => {
      service = await startReady(lab);
    },
    remove: async () => {
      await service.stop();
      await lab.remove();
    },
  };
}

async function startTelegraf(program: string, influx: string, broker: string): Promise<Collector> {
  const port = await freePort();
  const telegraf = await launchTelegraf(program, influx, inputs(broker, port));
  return {
    ...telegraf,
    url: `http://127.0.0.1:${port}/telegraf`,
    database: TELEGRAF_DATABASE,
    kill: () => telegraf.end("SIGKILL"),
  };
}

/** With a session, as whoever wants nothing lost has one. */
function inputs(broker: string, port: number): string {
  return `[[inputs.http_listener_v2]]
  service_address = "tcp://127.0.0.1:${port}"
  http_success_code = 200
  data_format = "json"
[[inputs.mqtt_consumer]]
  servers = ["${broker.replace("mqtt:", "tcp:")}"]
  topics = ["bench/#"]
  qos = 1
  client_id = "bench-telegraf"
  persistent_session = true
  max_undelivered_messages = 10000
  data_format = "json"
`;
}
