/** Eclipse Tahu's host application and edge node in Java, beside the service as edge node and as host. */

import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Lab, type ServiceProcess } from "../../support/lab.ts";
import { onlyLong } from "../../support/long.ts";
import { classPathOf, needsMaven } from "../../support/maven.ts";
import { type Mosquitto, startMosquitto } from "../../support/mqtt.ts";
import { freePort } from "../../support/ports.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";

const TAHU = {
  name: "tahu",
  version: "1.0.10",
  group: "org.eclipse.tahu",
  artifacts: ["tahu-host", "tahu-edge"],
};
const PEER = fileURLToPath(new URL("TahuPeer.java", import.meta.url));
const options = { skip: onlyLong || requires("mosquitto") || needsMaven(TAHU) };
const T0 = Date.UTC(2026, 0, 30, 12);

class Tahu {
  readonly lines: string[] = [];
  readonly process: ChildProcessWithoutNullStreams;

  constructor(...given: readonly string[]) {
    this.process = spawn("java", ["-cp", classPathOf(TAHU), PEER, ...given]);
    createInterface({ input: this.process.stdout }).on("line", (line) => this.lines.push(line));
    this.process.stderr.resume();
  }

  say(line: string): void {
    this.process.stdin.write(`${line}\n`);
  }

  async heard(line: string, times = 1): Promise<void> {
    const count = () => this.lines.filter((each) => each === line).length;
    await until(
      () => count() >= times,
      () => `${line}; heard are\n${this.lines.slice(-20).join("\n")}`,
    );
  }

  /** Metrics with their values. */
  told(event: string): string[] {
    return this.lines.filter((line) => line.startsWith(event)).map((line) => line.slice(event.length + 1));
  }

  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill("SIGKILL");
    await once(this.process, "exit");
  }
}

let broker: Mosquitto;
let lab: Lab;
let service: ServiceProcess;
let peers: Tahu[] = [];

function tahu(...given: readonly string[]): Tahu {
  const peer = new Tahu(...given);
  peers.push(peer);
  return peer;
}

async function start(): Promise<void> {
  const url = `mqtt://127.0.0.1:${broker.port}`;
  const realms = "[lab]\nchannels =\n[realm-a]\nrule.t = unit=°C\n[realm-plant]\n";
  const map = "[map-plant]\nvendor = sparkplug\naddress = plant/{1}/{2}/{3}\n";
  const edge = `[sparkplug]\nurl = ${url}\ngroup = Plant\nedge = Line\nhost = structline\n`;
  const ini = `${realms}[mqtt]\nurl = ${url}\n${map}${edge}[http]\nlisten = 127.0.0.1:${await freePort()}\n`;
  lab = new Lab({ ini, headers: {} });
  service = await lab.start();
}

beforeEach(async () => {
  if (options.skip) return;
  broker = await startMosquitto();
});

afterEach(async () => {
  if (options.skip) return;
  await Promise.all(peers.map((peer) => peer.kill()));
  peers = [];
  await lab.remove();
  await broker.stop();
});

const tcp = (port: number) => `tcp://127.0.0.1:${port}`;

/** Stored values of a device, by column, in the order of time. */
async function stored(device: string, column: string): Promise<unknown[]> {
  const path = `/api/plant/Press/E7/${device}/data.json?from=2026-01-01T00:00:00Z&include=${column}`;
  const answer = await fetch(`${service.url}${path}`);
  if (answer.status !== 200) return [];
  const rows = (await answer.json()) as readonly Readonly<Record<string, unknown>>[];
  return rows.flatMap((row) => (row[column] === null || row[column] === undefined ? [] : [row[column]]));
}

async function post(body: object): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${service.url}/api/a/n/g/d/data`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200);
}

test(
  "the service is an edge node of Tahu's host: births, data, late data, births on request, death",
  options,
  async () => {
    const host = tahu("host", "tahu", tcp(broker.port));
    await host.heard("onConnect");
    await start();
    await host.heard("onNodeBirthComplete Plant/Line");
    const at = (ms: number) => new Date(T0 + ms).toISOString();
    await post({ time: at(0), t: 1.5, note: "x" });
    await host.heard("onDeviceBirthComplete Plant/Line/a_n.g_d_sensors");
    await post({ time: at(2000), t: 2.5 });
    await host.heard("onDataMetric Plant/Line/a_n.g_d_sensors t Double 2.5");
    await post({ time: at(1000), t: 2 });
    await host.heard("onDataMetric Plant/Line/a_n.g_d_sensors t Double 2.0 historical");
    assert.deepEqual(host.told("onBirthMetric"), [
      "Plant/Line bdSeq Int64 0",
      "Plant/Line Node Control/Rebirth Boolean false",
      "Plant/Line/a_n.g_d_sensors t Double 1.5 engUnit=°C",
      "Plant/Line/a_n.g_d_sensors note String x",
    ]);
    host.say("rebirth Plant Line");
    await host.heard("onDeviceBirthComplete Plant/Line/a_n.g_d_sensors", 2);
    await service.stop();
    await host.heard("onNodeDeath Plant/Line");
  },
);

/** What the service stores of `TahuPeer`'s metrics. */
const VALUES = {
  i8: -5,
  i16: -300,
  i32: -70_000,
  f: 1.5,
  b: true,
  s: "text",
  date: "2026-01-30T12:00:00.123000000Z",
  text: "more",
  uuid: "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  bytes: "AQL/",
  file: "QUI=",
  "i8s.0": -1,
  "i16s.0": -300,
  "i32s.0": -70_000,
  u8: 250,
  u16: 65_000,
  u32: 4_000_000_000,
  "u8s.0": 250,
  "u16s.0": 65_000,
  "u32s.0": 4_000_000_000,
  "fs.1": -2,
  "ds.0": 0.1,
  "bs.2": true,
  "ss.1": "b c",
  "dates.1": "2026-01-30T12:00:00.123000000Z",
  set: '[{"n":7,"s":"x"}]',
  "t.member": 9,
  with: 2.5,
};

test("the service is the host of Tahu's edge node: each type, a gap, late data, deaths", options, async () => {
  await start();
  const edge = tahu("edge", "Press/E7", "structline", tcp(broker.port));
  await edge.heard("born");
  await until(async () => (await stored("D", "with")).length === 1, "the device's birth");
  for (const [column, value] of Object.entries(VALUES)) assert.deepEqual(await stored("D", column), [value], column);
  const csv = await fetch(
    `${service.url}/api/plant/Press/E7/D/data.csv?from=2026-01-01T00:00:00Z&include=i64,u64,u64s.0,i64s.0`,
  );
  const digits = "-9007199254740993,-9007199254740993,18446744073709551615,18446744073709551615";
  assert.ok((await csv.text()).includes(digits), digits);
  edge.say(`now 0.5 ${T0 + 2000}`);
  edge.say(`old 0.25 ${T0 + 1000}`);
  await until(async () => (await stored("D", "d")).length === 3, "two data");
  edge.say("gap");
  edge.say(`now 0.75 ${T0 + 3000}`);
  await edge.heard("born", 2);
  await until(async () => (await stored("D", "d")).includes(0.75), "what came behind the gap");
  assert.deepEqual((await stored("D", "d")).slice(0, 3), [0.25, 0.5, 0.75]);
  edge.say("death");
  await until(async () => (await stored("D", "online")).at(-1) === 0, "the device's death");
  assert.equal((await stored("edge_node", "online")).at(-1), 1);
  await edge.kill();
  await until(async () => (await stored("edge_node", "online")).at(-1) === 0, "the edge node's death");
});

test("an edge node with two brokers comes to the one where its primary host is", options, async () => {
  const other = await startMosquitto();
  try {
    await start();
    const edge = tahu("edge", "Press/E7", "structline", `${tcp(other.port)},${tcp(broker.port)}`);
    await edge.heard(`connected ${tcp(broker.port)}`);
    await edge.heard("born");
    await until(async () => (await stored("D", "with")).length === 1, "the device's birth");
  } finally {
    await Promise.all(peers.map((peer) => peer.kill()));
    await other.stop();
  }
});
