/** How values and times of strangers' messages are read, together with retries, conversions, retained rows, reloads and restarts. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { connectAsync } from "mqtt";
import { Lab, type ServiceProcess } from "../support/lab.ts";
import { freePort } from "../support/ports.ts";
import { until } from "../support/until.ts";

const ADDRESS = "a/n/g/d";
const PLACE = { database: "a_n", measurement: "g_d_sensors" };
const NOON = "2026-01-30T12:00:00.000000000Z";
const LATER = "2026-01-30T12:01:00.000000000Z";

let lab: Lab | undefined;

afterEach(async () => {
  await lab?.remove();
  lab = undefined;
});

type Row = Record<string, unknown>;

async function post(service: ServiceProcess, path: string, body: object | string): Promise<[number, string]> {
  const isCsv = typeof body === "string";
  const headers = { "Content-Type": isCsv ? "text/csv" : "application/json" };
  const init = { method: "POST", headers, body: isCsv ? body : JSON.stringify(body) };
  const response = await fetch(`${service.url}${path}`, init);
  return [response.status, await response.text()];
}

async function send(service: ServiceProcess, body: object | string): Promise<void> {
  const [status, text] = await post(service, `/api/${ADDRESS}/data`, body);
  assert.equal(status, 200, text);
  await service.settled();
}

async function rows(service: ServiceProcess, measurement = PLACE.measurement): Promise<Row[]> {
  await service.settled();
  const query = new URLSearchParams({ ...PLACE, measurement, limit: "100" });
  return (await service.json<{ rows: Row[] }>(`/read/rows?${query}`)).rows;
}

async function letters(service: ServiceProcess): Promise<number[]> {
  const { rejects } = await service.json<{ rejects: { id: number }[] }>("/rejects");
  return rejects.map(({ id }) => id);
}

async function device(service: ServiceProcess): Promise<Row> {
  const { channels } = await service.json<{ channels: Row[] }>("/health?limit=1000");
  return channels.find(({ name }) => name === ADDRESS) ?? {};
}

async function toNumbers(service: ServiceProcess): Promise<void> {
  const [status, text] = await post(service, "/columns/numbers", { ...PLACE, column: "temp", apply: true, drop: true });
  assert.equal(status, 200, text);
}

async function start(more = ""): Promise<ServiceProcess> {
  const ini = `[lab]\nchannels =\n[realms]\n[realm-a]\n${more}\n[http]\nlisten = 127.0.0.1:${await freePort()}\n`;
  lab = new Lab({ ini, headers: {} });
  return lab.start();
}

test("a number that was refused by a column of texts is retried after the column's conversion, once, also over a restart", async () => {
  let service = await start();
  await send(service, { time: NOON, temp: "unavailable" });
  await send(service, { time: NOON, temp: "21.5" });
  await send(service, { time: LATER, temp: 22, n: 1 });
  await until(async () => (await letters(service)).length === 1);
  const ids = await letters(service);
  assert.deepEqual((await post(service, "/rejects/retry", { ids }))[0], 200);
  await until(async () => (await letters(service)).length === 1);
  assert.deepEqual(await rows(service), [
    { time: NOON, temp: "21.5", n: null },
    { time: LATER, temp: null, n: 1 },
  ]);
  await toNumbers(service);
  assert.equal(await service.stop(), 0);
  service = await lab!.start();
  const [status, text] = await post(service, "/rejects/retry", { ids: await letters(service) });
  assert.equal(status, 200, text);
  const expected = [
    { time: NOON, temp: 21.5, n: null },
    { time: LATER, temp: 22, n: 1 },
  ];
  assert.deepEqual(await rows(service), expected);
  assert.deepEqual(await letters(service), []);
  // Its value stood nowhere, so it replaced none.
  assert.equal((await device(service))["replaced"], undefined);
  await service.kill();
  service = await lab!.start();
  assert.deepEqual(await rows(service), expected);
});

test("a row of words above numbers stays a dead letter when it is retried, and spoils no column", async () => {
  const service = await start();
  await send(service, `## time,temp,hum\n---,---,broken\n${NOON},21,40\n${LATER},22,41\n`);
  assert.equal((await letters(service)).length, 1);
  await post(service, "/rejects/retry", { ids: await letters(service) });
  await service.settled();
  assert.equal((await letters(service)).length, 1);
  await send(service, `## time,temp,hum\n${LATER},23,41\n`);
  assert.deepEqual(await rows(service), [
    { time: NOON, temp: 21, hum: 40 },
    { time: LATER, temp: 23, hum: 41 },
  ]);
  assert.equal((await device(service))["replaced"], 1);
});

test("after a column's conversion the retained row has the number", async () => {
  const service = await start("[publish]\nmqtt = json");
  const retained: Row[] = [];
  const subscribe = async () => {
    const client = await connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
    client.on("message", (_topic, payload, { retain }) => {
      if (retain) retained.push(JSON.parse(payload.toString()) as Row);
    });
    await client.subscribeAsync(`${ADDRESS}/#`);
    return client;
  };
  await send(service, { time: NOON, temp: "unavailable" });
  const before = await subscribe();
  await until(() => retained.length === 1);
  await before.endAsync();
  assert.equal(retained[0]!["temp"], "unavailable");
  await send(service, { time: NOON, temp: "21.5" });
  await toNumbers(service);
  await send(service, { time: LATER, temp: 22 });
  // A message is published soon after its answer.
  await until(async () => {
    const known = retained.length;
    const after = await subscribe();
    await until(() => retained.length > known);
    await after.endAsync();
    return retained.at(-1)!["temp"] !== 21.5;
  });
  assert.equal(retained.at(-1)!["temp"], 22);
});

test("fields that a reload names in series tell rows of one time apart, also after a restart", async () => {
  let service = await start();
  const sensors = (value: number) => [
    { time: NOON, id: 1, v: value },
    { time: NOON, id: 2, v: value + 1 },
  ];
  await send(service, sensors(1));
  assert.deepEqual(await rows(service), [{ time: NOON, id: 2, v: 2 }]);
  assert.equal((await device(service))["replaced"], 2);
  lab!.configure(
    `[lab]\nchannels =\n[realms]\n[realm-a]\nseries = id\n[http]\nlisten = 127.0.0.1:${new URL(service.url).port}\n`,
  );
  service.signal("SIGHUP");
  await until(() => /reloaded/.test(service.output));
  const series = async () => [
    await rows(service, `${PLACE.measurement},id=1`),
    await rows(service, `${PLACE.measurement},id=2`),
  ];
  await send(service, sensors(5));
  const apart = (value: number) => sensors(value).map((row) => [row]);
  assert.deepEqual(await series(), apart(5));
  assert.deepEqual(await rows(service), [{ time: NOON, id: 2, v: 2 }]);
  assert.equal((await device(service))["replaced"], 2);
  await service.kill();
  service = await lab!.start();
  await send(service, sensors(5));
  assert.deepEqual(await series(), apart(5));
  assert.equal((await device(service))["replaced"], undefined);
  await send(service, sensors(7));
  assert.deepEqual(await series(), apart(7));
  assert.equal((await device(service))["replaced"], 2);
});
