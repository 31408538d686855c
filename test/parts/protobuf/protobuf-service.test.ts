/** Bodies in Protobuf through the service: over HTTP and MQTT, with a reload, retries and a restart. */

import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { connectAsync } from "mqtt";
import { Lab, type ServiceProcess } from "../../support/lab.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

const FOLDER = dirname(fileURLToPath(import.meta.url));
/** Batch { site "S", readings [{ 1775187575808, total 9007199254740993 }, { 1775187576832, celsius 2.5 }] } */
const BATCH = Buffer.from(
  "0a0153 1210 088088b38bd533 188180808080808010 120c 088090b38bd533 1500002040".replaceAll(" ", ""),
  "hex",
);

let lab: Lab | undefined;

afterEach(async () => {
  await lab?.remove();
  lab = undefined;
});

async function start(sections: string): Promise<ServiceProcess> {
  const ini = `[lab]\nchannels =\n${sections}\n[http]\nlisten = 127.0.0.1:${await freePort()}\ndrop_fields = secret\n`;
  lab = new Lab({ ini, headers: {} });
  for (const name of ["plant.proto", "batch.proto", "parts"])
    cpSync(join(FOLDER, name), join(lab.directory, name), { recursive: true });
  return lab.start();
}

/** As CSV, whose integers have all digits. */
async function table(service: ServiceProcess, database: string, measurement: string): Promise<string> {
  await service.settled();
  const query = new URLSearchParams({ database, measurement, format: "csv" });
  return (await fetch(`${service.url}/read/export?${query}`)).text();
}

async function post(service: ServiceProcess, path: string, body: Uint8Array, type = "application/x-protobuf") {
  const response = await fetch(`${service.url}${path}`, { method: "POST", headers: { "Content-Type": type }, body });
  return [response.status, await response.text()] as const;
}

async function publish(service: ServiceProcess, topic: string, payload: Uint8Array): Promise<void> {
  const client = await connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
  await client.publishAsync(topic, Buffer.from(payload), { qos: 1 });
  await client.endAsync();
}

async function letters(service: ServiceProcess): Promise<{ id: number; code: string; message: string }[]> {
  return (await service.json<{ rejects: { id: number; code: string; message: string }[] }>("/rejects")).rejects;
}

const STORED = [
  "time,site,celsius,total",
  "2026-04-03T03:39:35.808000000Z,S,0,9007199254740993",
  "2026-04-03T03:39:36.832000000Z,S,2.5,0",
  "",
].join("\r\n");

test("over HTTP, over MQTT, and on a vendor's topics: integers of 64 bits keep their digits", async () => {
  const service = await start(
    "[realm-a]\nproto = batch.proto\n[realm-v]\n[map-v]\ntopic = site/+/up\naddress = v/n/g/{1}\nproto = plant.proto\nmessage = Telemetry.Inner",
  );
  assert.deepEqual(await post(service, "/api/a/n/g/http/data", BATCH), [
    200,
    JSON.stringify([{ type: "info", message: "Received #2 readings" }]),
  ]);
  await publish(service, "a/n/g/mqtt/data.pb", BATCH);
  await publish(service, "site/7/up", Buffer.from("0805", "hex"));
  for (const device of ["http", "mqtt"]) assert.equal(await table(service, "a_n", `g_${device}_sensors`), STORED);
  assert.match(await table(service, "v_n", "g_7_sensors"), /^time,level\r\n\S+,5\r\n$/);
  assert.deepEqual(await letters(service), []);
});

test("what a definition cannot read is a dead letter, and is stored by a retry once the definition is right, also after a restart", async () => {
  let service = await start("[realm-a]\nproto = plant.proto\nmessage = parts.Pump");
  await publish(service, "a/n/g/d/data.pb", BATCH);
  const [status, text] = await post(service, "/api/a/n/g/h/data", BATCH);
  assert.equal(status, 400, text);
  assert.match(text, /required field 'speed' is missing/);
  await until(async () => (await letters(service)).length === 2);
  assert.match((await letters(service))[0]!.message, /not a plant.parts.Pump/);
  writeFileSync(
    lab!.config,
    `[lab]\nchannels =\n[realm-a]\nproto = batch.proto\n[mqtt]\nlisten = 127.0.0.1:0\n[http]\nlisten = ${new URL(service.url).host}\n`,
  );
  service.signal("SIGHUP");
  await until(async () => (await post(service, "/api/a/n/g/new/data", BATCH))[0] === 200);
  assert.equal(await service.stop(), 0);
  service = await lab!.start();
  const retried = await fetch(`${service.url}/rejects/retry`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ all: true }),
  });
  const outcome = (await retried.json()) as { stored: number; failed: unknown[] };
  assert.ok(outcome.stored >= 2, JSON.stringify(outcome));
  assert.deepEqual(await letters(service), []);
  for (const device of ["d", "h", "new"]) assert.equal(await table(service, "a_n", `g_${device}_sensors`), STORED);
});

test("a body without a definition is refused with what to write, and a definition without a message stops the start", async () => {
  const service = await start("[realm-a]");
  const [status, text] = await post(service, "/api/a/n/g/d/data", BATCH);
  assert.equal(status, 415, text);
  assert.match(text, /write 'proto' into \[realm-a\]/);
  await service.stop();
  writeFileSync(
    lab!.config,
    "[lab]\nchannels =\n[realm-a]\nproto = plant.proto\nmessage = Nothing\n[mqtt]\nlisten = 127.0.0.1:0\n[http]\nlisten = 127.0.0.1:0\n",
  );
  await assert.rejects(
    lab!.start(),
    /\[realm-a\] proto \(channels\.ini:4\): there is no message 'Nothing'; known are plant\.Telemetry/,
  );
});
