/** Inputs of other collectors compared with ours, into the same InfluxDB: JSON posts, and JSON over MQTT. */

import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Influxd, startInfluxd } from "../../../test/support/influxd.ts";
import { startMosquitto } from "../../../test/support/mqtt.ts";
import { freePort } from "../../../test/support/ports.ts";
import { requires } from "../../../test/support/requirements.ts";
import { postLoad } from "../load/http-load.ts";
import { startPublisher } from "../load/mqtt-load.ts";
import { launchRival, type Rival } from "../rival.ts";
import { type Figure, type Row, shown, single, Unavailable } from "../row.ts";
import { benchLab, startReady, usageOf } from "../service.ts";
import { launchTelegraf, TELEGRAF_DATABASE, TELEGRAF_PROGRAM } from "../telegraf.ts";

const CONNECTIONS = 64;
const SECONDS = 6;
const PUBLICATIONS = 100_000;
/** Longer than Telegraf's flush interval in this benchmark. */
const FLUSH_MS = 2500;
const BODY = JSON.stringify({ temperature: 21.42, humidity: 48.1, pressure: 1013.25, battery: 3.71, counter: 1234 });

/** A collector to compare with. */
interface Peer {
  readonly name: string;
  /** On the path, or a file. */
  readonly program: string;
  /** In InfluxDB. */
  readonly database: string;
  /** How to install it. */
  readonly from: string;
  start(program: string, places: Places): Promise<Collector>;
}

interface Places {
  readonly influx: string;
  readonly broker: string;
  readonly port: number;
}

export const telegrafSources = sourcesRow("telegraf-sources", {
  name: "Telegraf (http_listener_v2, mqtt_consumer)",
  program: TELEGRAF_PROGRAM,
  database: TELEGRAF_DATABASE,
  from: "STRUCTLINE_PEERS=telegraf npm run peers makes one",
  start: startTelegraf,
});

export const benthosSources = sourcesRow("benthos-sources", {
  name: "Benthos (http_server, mqtt)",
  program: process.env["BENTHOS"] ?? "benthos",
  database: "benthos",
  from: "a Go program of five lines with benthosdev/benthos' public components io, mqtt and pure is one",
  start: startBenthos,
});

function sourcesRow(name: string, peer: Peer): Row {
  return {
    name,
    about: `JSON by HTTP and by MQTT → InfluxDB: ${peer.name} by us`,
    async run() {
      const { program, database, from } = peer;
      if (spawnSync(program, ["--version"]).status !== 0) throw new Unavailable(`there is no ${program}; ${from}`);
      const missing = requires("influxd") || requires("mosquitto");
      if (missing !== false) throw new Unavailable(missing);
      const influxd = await startInfluxd();
      const broker = await startMosquitto(0, BROKER);
      const places = { influx: influxd.url, broker: `mqtt://127.0.0.1:${broker.port}`, port: await freePort() };
      try {
        const http = (open: () => Promise<Collector>) => measured(influxd, open, byHttp);
        const mqtt = (open: () => Promise<Collector>) => measured(influxd, open, () => byMqtt(places.broker));
        const ours = () => startOurs(places);
        const theirs = async () => {
          await influxd.query(`CREATE DATABASE ${database}`);
          return peer.start(program, places);
        };
        const posts = [await http(ours), await http(theirs)] as const;
        const publications = [await mqtt(ours), await mqtt(theirs)] as const;
        return [...figures(peer, "posts", ...posts), ...figures(peer, "publications", ...publications)];
      } finally {
        await broker.stop();
        await influxd.stop();
      }
    },
  };
}

/** The broker drops nothing for a slow session, so any loss is the collector's. */
const BROKER = "max_queued_messages 0\nmax_inflight_messages 1000\n";

interface Measured {
  readonly rate: number;
  readonly microseconds: number;
  readonly peakMb: number;
  readonly answered: number;
  readonly stored: number;
}

interface Collector {
  /** URL for posts. */
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

function figures({ name }: Peer, what: string, ours: Measured, theirs: Measured): Figure[] {
  const [their] = name.split(" ");
  // Rows that were stored but not acknowledged are not a loss.
  const lostOf = ({ answered, stored }: Measured) => Math.max(0, answered - stored);
  const lost = (each: Measured) => `${lostOf(each)} of ${each.answered}`;
  return [
    {
      of: `${what}, processor for each`,
      value: single(theirs.microseconds / ours.microseconds),
      unit: "×",
      wanted: { atLeast: 1 },
      detail: `${their} ${shown(theirs.microseconds)} µs, ${shown(theirs.peakMb)} MB, ${shown(theirs.rate)}/s; we ${shown(ours.microseconds)} µs, ${shown(ours.peakMb)} MB, ${shown(ours.rate)}/s`,
    },
    {
      of: `${what}, acknowledged and lost by kill -9`,
      value: single(lostOf(ours)),
      unit: "lost",
      wanted: { atMost: 0 },
      detail: `we: ${lost(ours)}; ${their}: ${lost(theirs)}`,
    },
  ];
}

/** Runs the load twice: first for the figures, then the collector is killed as soon as the last message is acknowledged. */
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

/** The number of rows once it no longer changes. */
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

async function startOurs({ influx, broker }: Places): Promise<Collector> {
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

async function startTelegraf(program: string, { influx, broker, port }: Places): Promise<Collector> {
  const telegraf = await launchTelegraf(program, influx, telegrafInputs(broker, port));
  return collectorOf(telegraf, `http://127.0.0.1:${port}/telegraf`, TELEGRAF_DATABASE);
}

async function startBenthos(program: string, places: Places): Promise<Collector> {
  const benthos = await launchRival(program, (file) => ["-c", file], benthosConfig(places));
  return collectorOf(benthos, `http://127.0.0.1:${places.port}/benthos`, "benthos");
}

function collectorOf(rival: Rival, url: string, database: string): Collector {
  return { ...rival, url, database, kill: () => rival.end("SIGKILL") };
}

/** With a durable session, so that the broker keeps messages while the subscriber is away. */
function telegrafInputs(broker: string, port: number): string {
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

/** Acknowledges when InfluxDB has the row. Times are unique, because rows with equal times would be merged. */
function benthosConfig({ influx, broker, port }: Places): string {
  return `http: { enabled: false }
logger: { level: NONE }
input:
  broker:
    inputs:
      - http_server: { address: "127.0.0.1:${port}", path: /benthos }
      - mqtt: { urls: [ "${broker.replace("mqtt:", "tcp:")}" ], client_id: bench-benthos, topics: [ "bench/#" ], qos: 1, clean_session: false }
pipeline:
  processors:
    - mapping: 'root = "reading " + this.key_values().map_each(kv -> "%v=%v".format(kv.key, kv.value)).join(",") + " %v".format(timestamp_unix_micro() * 1000 + count("rows") % 1000)'
output:
  http_client:
    url: "${influx}/write?db=benthos"
    verb: POST
    batching: { count: 5000, period: 5ms, processors: [ { archive: { format: lines } } ] }
`;
}
