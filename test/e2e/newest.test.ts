/** "Newest" is up to now, for everybody: a row with a time ahead does not hide the rows after it. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import mqtt from "mqtt";
import { Lab, type ServiceProcess } from "../support/lab.ts";
import { until } from "../support/until.ts";

const ADDRESS = "a/n/g/d";
let lab: Lab;
let service: ServiceProcess;

const post = async (body: object) => {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  assert.equal((await fetch(`${service.url}/api/${ADDRESS}/data`, init)).status, 200);
  await service.settled();
};
const text = async (path: string) => (await fetch(`${service.url}${path}`)).text();

before(async () => {
  lab = new Lab({ ini: "[lab]\nchannels =\n[realm-a]\n[publish]\nmqtt = json\n" });
  service = await lab.start();
  const nowMs = Date.now();
  await post({ time: new Date(nowMs - 1000).toISOString(), v: 1 });
  await post({ time: new Date(nowMs + 7_200_000).toISOString(), v: 99 });
  await post({ v: 2 });
});

after(() => lab.remove());

async function shown(): Promise<Record<string, unknown>> {
  const place = "database=a_n&measurement=g_d_sensors";
  const rows = JSON.parse(await text(`/read/rows/all?${place}&limit=1`));
  const last = JSON.parse(await text(`/query?db=a_n&q=${encodeURIComponent("SELECT last(v) FROM g_d_sensors")}`));
  const state = await until(async () => {
    const states = JSON.parse(await text("/read/state"));
    return states.complete ? states.devices.a_n?.[0] : undefined;
  });
  return {
    values: /column="v"\} (\d+)/.exec(await text(`/metrics/values?${place}`))?.[1],
    tile: rows.measurements[0].rows.map(({ v }: { v: number }) => v),
    last: last.results[0].series[0].values[0][1],
    state: state[3],
  };
}

test("a row with a time ahead is stored, and hides no newer one: values, tiles, last(), states, retained rows", async () => {
  const expected = { values: "2", tile: [2], last: 2, state: 2 };
  assert.deepEqual(await shown(), expected);
  // It is listed.
  assert.match(await text("/read/rows?database=a_n&measurement=g_d_sensors"), /"v":99/);
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
  const retained: string[] = [];
  client.on("message", (topic, payload, { retain }) => {
    if (retain && topic.startsWith(ADDRESS)) retained.push(payload.toString());
  });
  await client.subscribeAsync(`${ADDRESS}/#`, { qos: 1 });
  await until(() => retained.length > 0);
  await client.endAsync();
  assert.match(retained.join(), /"v":2\b/);
});

test("the same after a restart, from what is stored", async () => {
  await service.stop();
  service = await lab.start();
  assert.deepEqual(await shown(), { values: "2", tile: [2], last: 2, state: 2 });
});
