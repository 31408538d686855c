/** Line protocol with `tags=columns`: each set of tags is a series of its measurement, as in InfluxDB [D56]. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Lab, type ServiceProcess } from "../support/lab.ts";

const NS = 1_700_000_000_000_000_000n;
const INI = "[lab]\nchannels =\n";

let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = new Lab({ ini: INI, headers: {} });
  service = await lab.start();
});
after(() => lab.remove());

async function write(body: string): Promise<void> {
  const response = await fetch(`${service.url}/write?db=telegraf&tags=columns`, { method: "POST", body });
  assert.equal(response.status, 204, await response.text());
  await service.settled();
}

/** Sorted: rows of one time have no order. */
async function rows(): Promise<string[]> {
  const query = "/read/rows?database=telegraf&measurement=cpu&limit=1000";
  const answer = await service.json<{ rows: { time: string; cpu: string | null; host: string | null; v: number }[] }>(
    query,
  );
  return answer.rows.map(({ time, cpu, host, v }) => `${time.slice(20, 29)} ${cpu} ${host} ${v}`).sort();
}

async function influxql(query: string): Promise<unknown> {
  const asked = new URLSearchParams({ db: "telegraf", epoch: "ns", q: query });
  const { results } = await service.json<{ results: { series: object[] }[] }>(`/query?${asked}`);
  return results[0]!.series;
}

test("sets of tags of one time are rows, also when they come again and after a restart", async () => {
  const both = `cpu,cpu=cpu0,host=a v=1 ${NS}\ncpu,cpu=cpu1,host=a v=2 ${NS}`;
  await write(both);
  await write(both);
  const first = ["000000000 cpu0 a 1", "000000000 cpu1 a 2"];
  assert.deepEqual(await rows(), first);

  // A later time, then again the first: one set changes, one is new, one has a tag less.
  await write(`cpu,cpu=cpu0,host=a v=5 ${NS + 7n}`);
  await write(`cpu,cpu=cpu1,host=a v=3 ${NS}\ncpu,cpu=cpu2,host=a v=4 ${NS}\ncpu,cpu=cpu1 v=9 ${NS}`);
  const second = [
    "000000000 cpu0 a 1",
    "000000000 cpu1 a 3",
    "000000000 cpu1 null 9",
    "000000000 cpu2 a 4",
    "000000007 cpu0 a 5",
  ];
  assert.deepEqual(await rows(), second);

  assert.equal(await service.stop(), 0);
  service = await lab.start();
  assert.deepEqual(await rows(), second);
  // Fewer tags than the measurement has columns for: still another series.
  await write(`cpu,cpu=cpu1 v=10 ${NS}\ncpu,cpu=cpu0 v=11 ${NS}`);
  assert.deepEqual(await rows(), [
    "000000000 cpu0 a 1",
    "000000000 cpu0 null 11",
    "000000000 cpu1 a 3",
    "000000000 cpu1 null 10",
    "000000000 cpu2 a 4",
    "000000007 cpu0 a 5",
  ]);
});

test("InfluxQL groups them, and an export has all", async () => {
  assert.deepEqual(await influxql("SELECT sum(v) FROM cpu WHERE host = 'a' GROUP BY cpu"), [
    { name: "cpu", tags: { cpu: "cpu0" }, columns: ["time", "sum"], values: [[0, 6]] },
    { name: "cpu", tags: { cpu: "cpu1" }, columns: ["time", "sum"], values: [[0, 3]] },
    { name: "cpu", tags: { cpu: "cpu2" }, columns: ["time", "sum"], values: [[0, 4]] },
  ]);
  const query = new URLSearchParams({ database: "telegraf", measurement: "cpu", format: "csv", from: "2023-01-01" });
  const text = await (await fetch(`${service.url}/read/export?${query}`)).text();
  assert.equal(text.trim().split("\n").length, 1 + 6);
});

test("InfluxQL lists the keys as tags, and groups by all of them, also after a restart", async () => {
  const tagKeys = [{ name: "cpu", columns: ["tagKey"], values: [["cpu"], ["host"]] }];
  assert.deepEqual(await influxql("SHOW TAG KEYS FROM cpu"), tagKeys);
  assert.deepEqual(await influxql("SHOW FIELD KEYS FROM cpu"), [
    { name: "cpu", columns: ["fieldKey", "fieldType"], values: [["v", "float"]] },
  ]);
  assert.equal(await service.stop(), 0);
  service = await lab.start();
  assert.deepEqual(await influxql("SHOW TAG KEYS FROM cpu"), tagKeys);
  assert.deepEqual(await influxql("SELECT max(v) FROM cpu GROUP BY *"), [
    { name: "cpu", tags: { cpu: "cpu0", host: "" }, columns: ["time", "max"], values: [[Number(NS), 11]] },
    { name: "cpu", tags: { cpu: "cpu0", host: "a" }, columns: ["time", "max"], values: [[Number(NS + 7n), 5]] },
    { name: "cpu", tags: { cpu: "cpu1", host: "" }, columns: ["time", "max"], values: [[Number(NS), 10]] },
    { name: "cpu", tags: { cpu: "cpu1", host: "a" }, columns: ["time", "max"], values: [[Number(NS), 3]] },
    { name: "cpu", tags: { cpu: "cpu2", host: "a" }, columns: ["time", "max"], values: [[Number(NS), 4]] },
  ]);
});

test("lines of one set of tags and one time are one row", async () => {
  await write(`mem,host=a v=1 ${NS}\nmem,host=b v=2 ${NS}\nmem,host=b w=3 ${NS}`);
  const query = "/read/rows?database=telegraf&measurement=mem&limit=10";
  const answer = await service.json<{ rows: { host: string; v: number; w: number | null }[] }>(query);
  assert.deepEqual(answer.rows.map(({ host, v, w }) => [host, v, w]).sort(), [
    ["a", 1, null],
    ["b", 2, 3],
  ]);
});
