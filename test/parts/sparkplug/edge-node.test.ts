/** The service as an edge node, heard over Mosquitto by the library of Eclipse Tahu: births, data, deaths, and their sequence. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Storing } from "../../../runtime/parts/part-kind.ts";
import { EdgeNode } from "../../../runtime/parts/sparkplug/edge-node.ts";
import type { SparkplugSettings } from "../../../runtime/parts/sparkplug/keys.ts";
import { openEdge } from "../../../runtime/parts/sparkplug/open-edge.ts";
import { readPayload } from "../../../runtime/parts/sparkplug/payload.ts";
import { Lab, type ServiceProcess } from "../../support/lab.ts";
import { type Mosquitto, mosquittoSub, startMosquitto } from "../../support/mqtt.ts";
import { needsPeers } from "../../support/peers.ts";
import { freePort } from "../../support/ports.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";
import { HostPeer } from "./host-peer.ts";

const options = { skip: needsPeers("sparkplug") || requires("mosquitto") };
const T0 = Date.UTC(2026, 0, 30, 12);

let broker: Mosquitto;
let host: HostPeer;
let lab: Lab | undefined;

beforeEach(async () => {
  if (options.skip) return;
  broker = await startMosquitto();
  host = await HostPeer.at(broker.port);
});

afterEach(async () => {
  if (options.skip) return;
  await lab?.remove();
  lab = undefined;
  await host.leave();
  await broker.stop();
});

let http = 0;

function ini(more: string, edge = "Line"): string {
  return `[lab]\nchannels =\n[realm-a]\nrule.t = unit=°C\n[sparkplug]\nurl = mqtt://127.0.0.1:${broker.port}\ngroup = Plant\nedge = ${edge}\n${more}[http]\nlisten = 127.0.0.1:${http}\n`;
}

async function start(more = ""): Promise<ServiceProcess> {
  http = await freePort();
  lab = new Lab({ ini: ini(more), headers: {} });
  return lab.start();
}

async function post(service: ServiceProcess, device: string, body: object): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const url = `${service.url}/api/a/n/g/${device}/data`;
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 200);
}

const heard = (count: number) => until(() => host.heard.length >= count);
const at = (ms: number) => new Date(T0 + ms).toISOString();

/** Of a connected node, each message has the next number. */
function isInOrder(): void {
  let next = 0;
  for (const { topic, seq } of host.heard) {
    if (topic.includes("/NDEATH/")) assert.equal(seq, undefined);
    else {
      if (topic.includes("/NBIRTH/")) next = 0;
      assert.equal(seq, next, topic);
      next = (next + 1) % 256;
    }
  }
}

const BORN = (bdSeq: number) => `NBIRTH bdSeq=${bdSeq} Node Control/Rebirth=false`;

test(
  "each measurement is a device: births with names, types and units, data by alias, a birth for a new column",
  options,
  async () => {
    const service = await start();
    await heard(1);
    await post(service, "d", { time: at(0), t: 1.5, on: true, note: "x" });
    await heard(2);
    await post(service, "d", { time: at(1000), t: 2.5 });
    await heard(3);
    // A late row is not the current one.
    await post(service, "d", { time: at(500), t: 2 });
    await heard(4);
    await post(service, "d", { time: at(2000), t: 3, h: 40 });
    await heard(5);
    // A new column in a late row: what its birth does not say follows.
    await post(service, "d", { time: at(1500), t: 2.75, p: 1 });
    await heard(7);
    assert.deepEqual(host.told, [
      BORN(0),
      "DBIRTH/a_n.g_d_sensors t=1.5 on=1 note=x",
      "DDATA/a_n.g_d_sensors t=2.5",
      "DDATA/a_n.g_d_sensors t=2*",
      "DBIRTH/a_n.g_d_sensors t=3 on=1 note=x h=40",
      "DBIRTH/a_n.g_d_sensors t=3 on=1 note=x h=40 p=1",
      "DDATA/a_n.g_d_sensors t=2.75* p=1*",
    ]);
    const [t, on, note] = host.heard[1]!.metrics;
    assert.deepEqual([t?.type, on?.type, note?.type], ["Double", "Double", "String"]);
    assert.equal(Number(t?.timestamp), T0);
    assert.equal(t?.properties?.["engUnit"]?.value, "°C");
    isInOrder();
  },
);

test(
  "births on request; the will of a killed service, and a death before a service stops, have the number of its birth",
  options,
  async () => {
    let service = await start();
    await heard(1);
    await post(service, "d", { time: at(0), t: 1 });
    await heard(2);
    await host.askForBirth("Plant", "Line");
    await heard(4);
    await service.kill();
    await heard(5);
    service = await lab!.start();
    await heard(6);
    await post(service, "d", { time: at(1000), t: 2 });
    await heard(7);
    assert.equal(await service.stop(), 0);
    await heard(8);
    assert.deepEqual(host.told, [
      BORN(0),
      "DBIRTH/a_n.g_d_sensors t=1",
      BORN(0),
      "DBIRTH/a_n.g_d_sensors t=1",
      "NDEATH bdSeq=0",
      BORN(1),
      "DBIRTH/a_n.g_d_sensors t=2",
      "NDEATH bdSeq=1",
    ]);
    isInOrder();
  },
);

test("a primary host may say its state as in Sparkplug 2.2", options, async () => {
  const service = await start("primary_host = scada\n");
  await post(service, "d", { time: at(0), t: 1 });
  await service.settled();
  await host.saysPlainly("scada", "ONLINE");
  await heard(3);
  await host.saysPlainly("scada", "OFFLINE");
  await heard(4);
  assert.deepEqual(host.told, [BORN(0), "DBIRTH/a_n.g_d_sensors t=1", "DDATA/a_n.g_d_sensors t=1", "NDEATH bdSeq=0"]);
});

test(
  "rows wait for the primary host and for a lost broker, and are historical where newer ones came",
  options,
  async () => {
    const service = await start("primary_host = scada\n");
    await post(service, "d", { time: at(0), t: 1 });
    await post(service, "d", { time: at(1000), t: 2 });
    await service.settled();
    await host.says("scada", true, 1000);
    await heard(4);
    // A will of an earlier session.
    await host.says("scada", false, 999);
    await post(service, "d", { time: at(2000), t: 3 });
    await heard(5);
    await host.says("scada", false, 2000);
    await heard(6);
    await post(service, "d", { time: at(3000), t: 4 });
    await post(service, "d", { time: at(4000), t: 5 });
    await service.settled();
    await host.says("scada", true, 3000);
    await heard(10);
    assert.deepEqual(host.told, [
      BORN(0),
      "DBIRTH/a_n.g_d_sensors t=2",
      "DDATA/a_n.g_d_sensors t=1*",
      "DDATA/a_n.g_d_sensors t=2",
      "DDATA/a_n.g_d_sensors t=3",
      "NDEATH bdSeq=0",
      BORN(1),
      "DBIRTH/a_n.g_d_sensors t=5",
      "DDATA/a_n.g_d_sensors t=4*",
      "DDATA/a_n.g_d_sensors t=5",
    ]);
    isInOrder();
    const { port } = broker;
    await host.leave();
    await broker.stop();
    await post(service, "d", { time: at(5000), t: 6 });
    await service.settled();
    broker = await startMosquitto(port);
    host = await HostPeer.at(port);
    await host.says("scada", true, 4000);
    await heard(3);
    assert.deepEqual(host.told.slice(1), ["DBIRTH/a_n.g_d_sensors t=6", "DDATA/a_n.g_d_sensors t=6"]);
  },
);

test(
  "a reload gives the edge node another name; a deleted measurement's device dies; other databases are not sent",
  options,
  async () => {
    const service = await start("databases = a_n*\n");
    await heard(1);
    await post(service, "d", { time: at(0), t: 1 });
    await heard(2);
    const other = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"t": 1}' };
    assert.equal((await fetch(`${service.url}/api/a/m/g/d/data`, other)).status, 200);
    await service.settled();
    const gone = await fetch(`${service.url}/measurements?database=a_n&measurement=g_d_sensors&confirm=g_d_sensors`, {
      method: "DELETE",
    });
    assert.ok(gone.ok, String(gone.status));
    await heard(3);
    lab!.configure(ini("host = us\n", "Other"));
    assert.equal((await fetch(`${service.url}/reload`, { method: "POST" })).status, 200);
    await heard(5);
    assert.deepEqual(host.kinds, ["NBIRTH", "DBIRTH/a_n.g_d_sensors", "DDEATH/a_n.g_d_sensors", "NDEATH", "NBIRTH"]);
    assert.equal(host.heard[4]!.topic, "spBv1.0/Plant/NBIRTH/Other");
    // Its state as a host is retained, and says when it has gone.
    const states = await mosquittoSub(broker.port, "spBv1.0/STATE/us");
    await states.until(1);
    assert.match(states.lines[0]!, /STATE\/us \{"online":true,"timestamp":\d{13}\}$/);
    assert.equal(await service.stop(), 0);
    await states.until(2);
    assert.match(states.lines[1]!, /\{"online":false,"timestamp":\d{13}\}$/);
    await states.stop();
  },
);

test("two reloads at once replace the session once", async () => {
  const heardOf = new Map<string, () => void>();
  let configured = 0;
  let settings = { broker: {}, edge: undefined, host: undefined } as unknown as SparkplugSettings;
  const storing = {
    rows: { onMessage: () => {}, configure: () => configured++ },
    events: { on: (name: string, listener: () => void) => heardOf.set(name, listener) },
  } as unknown as Storing;
  const running = openEdge(storing, () => settings);
  await running.start?.();
  assert.equal(configured, 1);
  settings = { ...settings, broker: { url: "mqtt://127.0.0.1" } } as unknown as SparkplugSettings;
  heardOf.get("reloaded")!();
  heardOf.get("reloaded")!();
  await running.stop?.();
  // An end and a start for both, and the last end.
  assert.equal(configured, 4);
});

test("a reload that cannot start the session says so, and the next one tries again; the section may come with it", async () => {
  const heardOf = new Map<string, () => void>();
  const reloaded = () => heardOf.get("reloaded")!();
  let fails = true;
  let settings: SparkplugSettings;
  const said: string[] = [];
  const storing = {
    log: { error: (_: object, text: string) => said.push(text) },
    rows: {
      onMessage: () => {},
      configure: () => {
        if (fails && settings !== undefined) throw new Error("not now");
      },
    },
    events: { on: (name: string, listener: () => void) => heardOf.set(name, listener) },
  } as unknown as Storing;
  const running = openEdge(storing, () => settings);
  const status = () => running.status?.();
  await running.start?.();
  assert.equal(status(), undefined);
  settings = { broker: {}, edge: undefined, host: undefined } as unknown as SparkplugSettings;
  reloaded();
  await until(() => said.length > 0);
  assert.deepEqual(said, ["Sparkplug is not started: not now"]);
  assert.equal(status()?.lastError?.message, "not now");
  fails = false;
  reloaded();
  await until(() => status()?.state === "ok");
  await running.stop?.();
});

test("what the service sends as an edge node, it does not store again as a host", options, async () => {
  http = await freePort();
  const map = `[map-plant]\nvendor = sparkplug\naddress = plant/{1}/{2}/{3}\n[realm-plant]\n[mqtt]\nurl = mqtt://127.0.0.1:${broker.port}\n`;
  lab = new Lab({ ini: ini(map), headers: {} });
  const service = await lab.start();
  await heard(1);
  await post(service, "d", { time: at(0), t: 1 });
  await heard(2);
  await post(service, "d", { time: at(1000), t: 2 });
  await heard(3);
  await service.settled();
  const { measurements } = await service.json<{ measurements: { database: string }[] }>("/read/measurements");
  assert.deepEqual(
    measurements.map(({ database }) => database),
    ["a_n"],
  );
});

test("without aliases, each value has its name", () => {
  const sent: (readonly [name: string | undefined, alias: bigint | undefined])[][] = [];
  const node = new EdgeNode({
    ...{ group: "G", edge: "E", hasAliases: false },
    publish: (_topic, payload) => sent.push(readPayload(payload).metrics.map(({ name, alias }) => [name, alias])),
    hasRoom: () => true,
    unitOf: () => undefined,
    nowMs: () => 0n,
  });
  const place = { realm: "d", database: "d", measurement: "m", columns: [{ name: "a", type: "float" as const }] };
  node.born(0);
  for (const timeMs of [1n, 2n]) node.take({ ...place, timeMs, values: [Number(timeMs)] });
  assert.deepEqual(sent.slice(1), [[["a", undefined]], [["a", undefined]]]);
});

test("integers keep all digits; what does not fit into the queue is counted; a row waits for room", () => {
  const sent: { topic: string; metrics: ReturnType<typeof readPayload>["metrics"] }[] = [];
  let hasRoom = true;
  const node = new EdgeNode({
    ...{ group: "G", edge: "E", hasAliases: true },
    publish: (topic, payload) => sent.push({ topic, metrics: readPayload(payload).metrics }),
    hasRoom: () => hasRoom,
    unitOf: () => undefined,
    nowMs: () => 0n,
  });
  const row = (timeMs: bigint, measurement: string, i: bigint, text = "") => ({
    ...{ realm: "d", database: "d/b", measurement, timeMs },
    columns: [
      { name: "i", type: "integer" as const },
      { name: "u", type: "unsigned" as const },
      { name: "s", type: "string" as const },
      { name: "b", type: "boolean" as const },
    ],
    values: [i, 2n ** 64n - 1n, text, true],
  });
  node.born(7);
  node.take(row(1n, "m.x", -(2n ** 63n)));
  hasRoom = false;
  node.take(row(2n, "m.x", 5n));
  assert.equal(node.waiting, 1);
  hasRoom = true;
  node.resume();
  assert.deepEqual(
    sent.map(({ topic }) => topic),
    ["spBv1.0/G/NBIRTH/E", "spBv1.0/G/DBIRTH/E/d%2fb.m%2ex", "spBv1.0/G/DDATA/E/d%2fb.m%2ex"],
  );
  const [i, u, , b] = sent[1]!.metrics;
  assert.deepEqual([b?.datatype, b?.raw?.value], [11, true]);
  assert.deepEqual([i?.datatype, i?.raw?.value], [4, 2n ** 64n - 2n ** 63n]);
  assert.deepEqual([u?.datatype, u?.raw?.value], [8, 2n ** 64n - 1n]);
  node.ended();
  const large = "x".repeat(1 << 20);
  for (let index = 0; index < 40; index++) node.take(row(BigInt(index + 3), "m", 1n, large));
  assert.ok(node.counts.dropped > 20 && node.waiting === 40 - node.counts.dropped, String(node.counts.dropped));
  node.forget({ database: "d/b", measurement: "m" });
  assert.deepEqual([node.waiting, node.bounds[0]!.held], [0, 0]);
});
