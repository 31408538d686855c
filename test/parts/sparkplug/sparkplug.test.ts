/** Sparkplug B, sent by the client of Eclipse Tahu, over the service's broker. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Lab, type ServiceProcess } from "../../support/lab.ts";
import { startMosquitto } from "../../support/mqtt.ts";
import { needsPeers, sparkplugRequire } from "../../support/peers.ts";
import { freePort } from "../../support/ports.ts";
import { requires } from "../../support/requirements.ts";
import { until } from "../../support/until.ts";
import { Edge, type EdgeOptions, type SentMetric } from "./edge.ts";

const options = { skip: needsPeers("sparkplug") };
/** A time of birth, and one of data. */
const T0 = Date.UTC(2026, 0, 30, 12);
const T1 = T0 + 1500;

let lab: Lab | undefined;
const edges: Edge[] = [];

afterEach(async () => {
  for (const edge of edges.splice(0)) edge.client.client.end(true);
  await lab?.remove();
  lab = undefined;
});

async function start(more = "", broker?: string): Promise<ServiceProcess> {
  const [http, mqtt] = [await freePort(), broker ?? `listen = 127.0.0.1:${await freePort()}`];
  const ini = `[lab]\nchannels =\n[map-plant]\nvendor = sparkplug\naddress = plant/{1}/{2}/{3}\n${more}[http]\nlisten = 127.0.0.1:${http}\n[mqtt]\n${mqtt}\n`;
  lab = new Lab({ ini, headers: {} });
  return lab.start();
}

async function edge(service: ServiceProcess, given: EdgeOptions): Promise<Edge> {
  const made = new Edge(service.mqttPort, { at: T0, ...given });
  edges.push(made);
  return made.connected();
}

/** As CSV: time → columns. */
async function rows(service: ServiceProcess, measurement: string): Promise<Record<string, string>[]> {
  await service.settled();
  const query = new URLSearchParams({ database: "plant_G", measurement: `${measurement}_sensors`, format: "csv" });
  const response = await fetch(`${service.url}/read/export?${query}`);
  if (!response.ok) return [];
  const [head = "", ...lines] = (await response.text()).trim().split("\r\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, index) => [names[index]!, cell])));
}

interface Letter {
  readonly id: number;
  readonly code: string;
  readonly message: string;
}

const letters = async (service: ServiceProcess) => (await service.json<{ rejects: Letter[] }>("/rejects")).rejects;

const counts = async (service: ServiceProcess) =>
  (await service.json<{ parts: { sparkplug: { counts: Record<string, number> } } }>("/health")).parts.sparkplug.counts;

const arrived = (service: ServiceProcess, measurement: string, count: number) =>
  until(async () => (await rows(service, measurement)).length === count);

/** At an external broker: what comes there before is sent to nobody. */
const subscribed = (service: ServiceProcess) =>
  until(async () => (await service.json<{ parts: { mqtt: { state: string } } }>("/health")).parts.mqtt.state === "ok");

const VALUES: readonly (readonly [type: string, value: unknown, stored: string])[] = [
  ["Int8", -128, "-128"],
  ["Int16", -32768, "-32768"],
  ["Int32", -2147483648, "-2147483648"],
  ["UInt8", 255, "255"],
  ["UInt16", 65535, "65535"],
  ["UInt32", 4294967295, "4294967295"],
  ["Float", 0.5, "0.5"],
  ["Double", -1.25e300, "-1.25e+300"],
  ["Boolean", true, "true"],
  ["String", "007", "007"],
  ["Text", "12.50", "12.50"],
  ["UUID", "7f0c", "7f0c"],
  ["DateTime", T1, "2026-01-30T12:00:01.500000000Z"],
  ["Bytes", Buffer.from([1, 2, 255]), "AQL/"],
];

test("values of every data type, by name at the birth and by alias later", options, async () => {
  const service = await start();
  const Long = sparkplugRequire("long") as { fromString(text: string, unsigned?: boolean): unknown };
  const born: SentMetric[] = VALUES.map(([type, value], index) => ({
    name: `v/${type}`,
    alias: index + 1,
    type,
    value,
  }));
  born.push({ name: "v/Int64", alias: 101, type: "Int64", value: Long.fromString("-9223372036854775808") });
  born.push({ name: "v/UInt64", alias: 102, type: "UInt64", value: Long.fromString("18446744073709551615", true) });
  born.push({ name: "v/none", alias: 103, type: "Int32", value: null, isNull: true });
  const node = await edge(service, { devices: { D: born } });
  await arrived(service, "E_D", 1);
  node.data("D", [{ alias: 101, type: "Int64", value: Long.fromString("9007199254740993") }], T1);
  await arrived(service, "E_D", 2);
  const [first, second] = await rows(service, "E_D");
  for (const [type, , stored] of VALUES) assert.equal(first![`v/${type}`], stored, type);
  assert.equal(first!["v/Int64"], "-9223372036854775808");
  assert.equal(first!["v/UInt64"], "18446744073709551615");
  assert.equal(first!["online"], "1");
  assert.equal(first!["time"], "2026-01-30T12:00:00.000000000Z");
  assert.equal(second!["v/Int64"], "9007199254740993");
  assert.equal(second!["time"], "2026-01-30T12:00:01.500000000Z");
  assert.equal((await rows(service, "E_edge_node"))[0]!["online"], "1");
  assert.deepEqual(await letters(service), []);
});

test("metrics have times and units of their own; compressed payloads are read", options, async () => {
  const service = await start();
  const volts = {
    name: "u",
    alias: 1,
    type: "Double",
    value: 1,
    properties: { engUnit: { type: "String", value: "V" } },
  };
  for (const [index, algorithm] of ["GZIP", "DEFLATE"].entries()) {
    const name = `E${index}`;
    const node = await edge(service, { edge: name, devices: { D: [volts] }, options: { compress: true, algorithm } });
    await arrived(service, `${name}_D`, 1);
    node.data("D", [
      { alias: 1, type: "Double", value: 2, timestamp: T1 },
      { alias: 1, type: "Double", value: 3, timestamp: T1 + 1 },
    ]);
    await arrived(service, `${name}_D`, 3);
    assert.deepEqual(
      (await rows(service, `${name}_D`)).map(({ u }) => u),
      ["1", "2", "3"],
    );
  }
  const path = "/read/measurements?search=E0_D_sensors";
  const { measurements } = await service.json<{ measurements: { columns: { name: string; unit?: string }[] }[] }>(path);
  assert.equal(measurements[0]!.columns.find(({ name }) => name === "u")?.unit, "V");
});

test("a lost node is offline with its devices, and a will of an earlier connection says nothing", options, async () => {
  const service = await start();
  const node = await edge(service, { devices: { D: [{ name: "u", alias: 1, type: "Int32", value: 1 }] } });
  await arrived(service, "E_D", 1);
  node.lost();
  await arrived(service, "E_D", 2);
  await arrived(service, "E_edge_node", 2);
  assert.deepEqual(
    (await rows(service, "E_D")).map(({ online }) => online),
    ["1", "0"],
  );
  assert.deepEqual(
    (await rows(service, "E_edge_node")).map(({ online }) => online),
    ["1", "0"],
  );
  // One birth and one death, of the node and of its device: the will.
  assert.deepEqual([(await counts(service))["births"], (await counts(service))["deaths"]], [2, 1]);
});

test("a restarted service asks for births, and stores what came before them", options, async () => {
  let service = await start();
  const metric = { name: "u", alias: 7, type: "Int32", value: 1 };
  const node = await edge(service, { devices: { D: [metric] } });
  await arrived(service, "E_D", 1);
  // The node stays silent about its births until it is asked.
  node.client.removeAllListeners("birth");
  assert.equal(await service.stop(), 0);
  const back = new Promise((resolve) => node.client.once("connect", resolve));
  service = await lab!.start();
  await back;
  node.data("D", [{ alias: 7, type: "Int32", value: 2 }], T1);
  await until(() => node.rebirths > 0);
  await until(
    async () => (await letters(service)).length === 0 && (await rows(service, "E_D")).some(({ u }) => u === "2"),
  );
  const counted = await counts(service);
  assert.equal(counted["asked"], 1);
  assert.equal(counted["waited"], 1);
  assert.deepEqual((await rows(service, "E_D")).find(({ u }) => u === "2")?.["time"], "2026-01-30T12:00:01.500000000Z");
});

test("after a gap the births are asked for before an alias is believed", options, async () => {
  const service = await start();
  const node = await edge(service, { devices: { D: [{ name: "u", alias: 7, type: "Int32", value: 1 }] } });
  await arrived(service, "E_D", 1);
  node.client.seq += 3;
  node.data("D", [{ alias: 7, type: "Int32", value: 2 }], T1);
  await until(async () => (await rows(service, "E_D")).some(({ u }) => u === "2"));
  const counted = await counts(service);
  assert.deepEqual([counted["gaps"], counted["asked"], counted["waited"], node.rebirths], [1, 1, 1, 1]);
  assert.deepEqual(await letters(service), []);
});

test("a body that is no payload, and an alias that no birth has, are dead letters with a reason", options, async () => {
  const service = await start();
  const node = await edge(service, { devices: { D: [{ name: "u", alias: 7, type: "Int32", value: 1 }] } });
  await arrived(service, "E_D", 1);
  node.data("D", [{ alias: 99, type: "Int32", value: 2 }], T1);
  await until(async () => (await letters(service)).length === 1);
  assert.match((await letters(service))[0]!.message, /alias 99: no birth of G\/E says what that is/);
  await until(() => node.rebirths === 1);
  const { connectAsync } = await import("mqtt");
  const client = await connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
  await client.publishAsync("spBv1.0/G/DDATA/E/D", "hello", { qos: 1 });
  await client.publishAsync("spBv1.0/G/DCMD/E/D", "a command of another host", { qos: 1 });
  await client.publishAsync("spBv1.0/STATE/host", '{"online":true}', { qos: 1, retain: true });
  await client.endAsync();
  await until(async () => (await letters(service)).length === 2);
  assert.match((await letters(service))[1]!.message, /not a payload of Sparkplug B/);
});

test("over Mosquitto, while the service stops, restarts and an edge node is born anew with other aliases", {
  skip: options.skip || requires("mosquitto"),
}, async () => {
  const broker = await startMosquitto();
  try {
    let service = await start("", `url = mqtt://127.0.0.1:${broker.port}`);
    await subscribed(service);
    const metrics = (shift: number): SentMetric[] => [
      { name: "a", alias: 1 + shift, type: "Int32", value: 10 },
      { name: "b", alias: 2 - shift, type: "Int32", value: 20 },
    ];
    const first = new Edge(broker.port, { at: T0, devices: { D: metrics(0) } });
    edges.push(await first.connected());
    await arrived(service, "E_D", 1);
    first.data("D", [{ alias: 1, type: "Int32", value: 11 }], T0 + 1);
    await arrived(service, "E_D", 2);
    assert.equal(await service.stop(), 0);
    // While nobody listens, the node is lost and comes back: now alias 1 is `b`.
    first.lost();
    const second = new Edge(broker.port, { at: T0 + 2, devices: { D: metrics(1) } });
    edges.push(await second.connected());
    service = await lab!.start();
    await subscribed(service);
    second.data("D", [{ alias: 1, type: "Int32", value: 21 }], T1);
    await until(async () => (await rows(service, "E_D")).some(({ b }) => b === "21"));
    assert.deepEqual(
      (await rows(service, "E_D")).map(({ a, b }) => [a, b]),
      [
        ["10", "20"],
        ["11", ""],
        ["10", "20"],
        ["", "21"],
      ],
    );
    assert.deepEqual(await letters(service), []);
  } finally {
    await broker.stop();
  }
});

test("a death is an alarm where a rule of the realm says so", options, async () => {
  const service = await start("[realm-plant]\nrule.online = alarm=1..\n");
  const node = await edge(service, { at: Date.now() });
  await arrived(service, "E_edge_node", 1);
  node.lost();
  await arrived(service, "E_edge_node", 2);
  const state = async () => {
    const { devices } = await service.json<{ devices: Record<string, [string, string][]> }>("/read/state");
    return devices["plant_G"]?.find(([measurement]) => measurement === "E_edge_node_sensors")?.[1];
  };
  await until(async () => (await state()) === "alarm");
});
