/** The page's features with the real service: alarms of the header, events of a channel, layouts, deleting a measurement. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import mqtt from "mqtt";
import { jsonPost } from "../support/json-post.ts";
import { Lab, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";
import { until } from "../support/until.ts";

const INI = `[lab]
channels = lab-rig
[lab-rig]
udp_port = 0
wamp_topic = lab.rig.telemetry
include_path = headers
header_files = rig.h
[realm-farm]
rule.temperature = unit=°C; warn=..30
`;

const HEADER = `#include <stdint.h>
enum mode { IDLE, RUN };
struct struct_tank {
  uint8_t length;
  uint8_t ID;          // @every: 100ms
  uint8_t level;       // @rule: unit=%; warn=..80; alarm=..95
  uint8_t state;       // @rule: states=0=closed, 1=open:amber
} tank = {4, 5};
`;

const PLACE = { database: "lab_rig_telemetry", measurement: "05_tank" };

interface Described {
  readonly database: string;
  readonly measurement: string;
  readonly everyMs?: number;
  readonly columns: readonly {
    readonly name: string;
    readonly unit?: string;
    readonly limits?: object;
    readonly states?: object;
    readonly stateColours?: object;
  }[];
}

let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = new Lab({ ini: INI, headers: { "rig.h": HEADER } });
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  service = await lab.start();
});

after(() => lab.remove());

async function send(...levels: number[]): Promise<void> {
  const frames = levels.map((level) => Buffer.from([4, 5, level, 1]));
  await sendDatagrams(service.udpPort("rig"), frames);
}

async function measurements(): Promise<readonly Described[]> {
  return (await service.json<{ measurements: readonly Described[] }>("/read/measurements")).measurements;
}

async function storedRows(): Promise<number> {
  const query = new URLSearchParams({ ...PLACE, limit: "1000" });
  const answer = await fetch(`${service.url}/read/rows?${query}`);
  // Nothing is stored there yet.
  if (answer.status === 404) return 0;
  return ((await answer.json()) as { rows: unknown[] }).rows.length;
}

test("a value beyond the header's limits is raised on alarm.json and cleared", { skip: onlyLong }, async () => {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
  const said: { event: string; level: string; column: string; value: number; message: string }[] = [];
  client.on("message", (_topic, payload) => said.push(JSON.parse(payload.toString())));
  await client.subscribeAsync("lab/rig/telemetry/alarm.json");
  await send(50, 85, 97, 98, 60);
  await until(() => said.length === 4 || said.at(-1)?.event === "clear");
  await client.endAsync();
  assert.deepEqual(
    said.map(({ event, level, column, value }) => [event, level, column, value]),
    [
      ["raise", "warn", "level", 85],
      ["raise", "alarm", "level", 97],
      ["clear", "ok", "level", 60],
    ],
  );
  assert.equal(said[1]?.message, "level of 05_tank is 97 %, above 95 %");
});

test("limits, states and intervals from the header reach all outputs", async () => {
  const described = (await measurements()).find(({ measurement }) => measurement === PLACE.measurement);
  assert.equal(described?.everyMs, 100);
  const column = (name: string) => described?.columns.find((one) => one.name === name);
  assert.deepEqual(column("level")?.limits, { warn: { max: 80 }, alarm: { max: 95 } });
  assert.deepEqual(column("state")?.states, { "0": "closed", "1": "open" });
  assert.deepEqual(column("state")?.stateColours, { "1": "amber" });
});

test("a history request with wait=stored includes everything received before it", async () => {
  const before = await storedRows();
  await send(1, 2, 3);
  const query = new URLSearchParams({ ...PLACE, from: "-1h", wait: "stored" });
  // A separate thread receives datagrams.
  await until(async () => {
    const { times, complete } = await service.json<{ times: number[]; complete: boolean }>(`/read/series?${query}`);
    return complete && times.length >= before + 3;
  });
});

test("an event of a channel has its own address, over HTTP and MQTT", async () => {
  const answer = await fetch(`${service.url}/api/lab/rig/event`, jsonPost({ title: "Motor cut out", tags: "motor" }));
  assert.equal(answer.status, 200, await answer.text());
  assert.equal(answer.headers.get("channel-id"), "/lab/rig");
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
  await client.publishAsync("lab/rig/event.json", JSON.stringify({ title: "Motor back" }), { qos: 1 });
  await client.endAsync();
  const query = "database=lab_rig&measurement=network_events";
  await until(async () => (await fetch(`${service.url}/read/rows?${query}`)).status === 200);
  await until(async () => (await service.json<{ rows: unknown[] }>(`/read/rows?${query}`)).rows.length === 2);
  const { rows } = await service.json<{ rows: { title: string }[] }>(`/read/rows?${query}`);
  assert.deepEqual(
    rows.map(({ title }) => title),
    ["Motor cut out", "Motor back"],
  );
});

test("a layout survives a restart, and a measurement is deleted if its name is given twice", {
  skip: onlyLong,
}, async () => {
  const layout = { order: ["lab_rig_telemetry 05_tank"], panels: {}, added: {} };
  const headers = { "Content-Type": "application/json" };
  const url = () => `${service.url}/layouts/default`;
  const saved = await fetch(url(), { method: "PUT", headers, body: JSON.stringify(layout) });
  assert.equal(saved.status, 204, await saved.text());
  await until(async () => (await storedRows()) >= 8);
  await service.stop();
  service = await lab.start();
  assert.deepEqual(await (await fetch(url())).json(), { layout, mayChange: true });
  const remove = async (confirm: string) => {
    const query = new URLSearchParams({ ...PLACE, confirm });
    return (await fetch(`${service.url}/measurements?${query}`, { method: "DELETE" })).status;
  };
  assert.equal(await storedRows(), 8);
  assert.equal(await remove("tank"), 400);
  assert.equal(await remove("05_tank"), 204);
  assert.equal(await storedRows(), 0);
  await send(7);
  await until(async () => (await storedRows()) === 1);
});

test("a realm's rules give units and limits to the fields of its devices", async () => {
  const answer = await fetch(`${service.url}/api/farm/barn/gw/node/data`, jsonPost({ temperature: 21.5, other: 1 }));
  assert.equal(answer.status, 200, await answer.text());
  const device = async () => (await measurements()).find(({ measurement }) => measurement === "gw_node_sensors");
  await until(async () => (await device()) !== undefined);
  const columns = (await device())?.columns ?? [];
  assert.deepEqual(columns.map(({ name, unit, limits }) => [name, unit, limits]).sort(), [
    ["other", undefined, undefined],
    ["temperature", "°C", { warn: { max: 30 } }],
  ]);
});
