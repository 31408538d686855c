/** A real InfluxDB 2.7: the contract of a store, the token that docs/production.md asks for, and an outage. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openInfluxStore } from "../../../runtime/parts/influxdb/influx-store.ts";
import { type Influxd2, needsInfluxd2 as skip, startInfluxd2 } from "../../support/influxd2.ts";
import { Lab } from "../../support/lab.ts";
import { makePoint, storeContract } from "../../support/store-contract.ts";
import { until } from "../../support/until.ts";

const T0 = 1_767_225_600_000_000_000n;
let influxd: Influxd2;
before(async () => {
  if (skip === false) influxd = await startInfluxd2();
});
after(() => influxd?.stop());

const settings = (token = influxd.access.token) =>
  ({ kind: "influxdb", version: "auto", url: influxd.url, ...influxd.access, token }) as const;

storeContract(
  "InfluxDB 2.7",
  async () => ({
    make: () => openInfluxStore(settings(), { typesTrustedMs: 0 }),
    remove: () => influxd.dropAll(),
  }),
  {
    skip,
    errorName: "HttpError",
    unsigned: true,
    keepsPosition: false,
    inexpressible: { fields: ["a\\"], databases: ['a"b'] },
  },
);

test("a token for all buckets, as in docs/production.md, creates, writes and reads them", { skip }, async (t) => {
  t.after(() => influxd.dropAll());
  // The set-up of InfluxDB makes one.
  await influxd.makeBucket("first");
  const token = await influxd.token([
    { action: "read", type: "buckets" },
    { action: "write", type: "buckets" },
  ]);
  const store = openInfluxStore(settings(token), { typesTrustedMs: 0 });
  t.after(() => store.close());
  await store.open();
  assert.match(store.status().detail, /^InfluxDB v2\.7\.12 at http/);
  const outcome = await store.write([makePoint(T0, { v: 1 }), makePoint(T0 + 1n, { v: "text" })], 1);
  assert.deepEqual([outcome.stored, outcome.refused.length], [1, 1]);
  assert.deepEqual(await influxd.buckets(), ["first", "lab_net", "structline"]);
  const times: bigint[] = [];
  for await (const { timeNs } of store.rows({ database: "lab_net", measurement: "gw_node_sensors" }))
    times.push(timeNs);
  assert.deepEqual(times, [T0]);
  await store.remember("a key", "a value");
  assert.deepEqual(await store.remembered(), new Map([["a key", "a value"]]));
});

test("a token that cannot create buckets loses only the points for missing ones", { skip }, async (t) => {
  t.after(() => influxd.dropAll());
  const made = ["lab_net", "structline"];
  for (const name of made) await influxd.makeBucket(name);
  const token = await influxd.token(
    made.flatMap((bucket) => (["read", "write"] as const).map((action) => ({ action, type: "buckets", bucket }))),
  );
  const store = openInfluxStore(settings(token), { retryForMs: 50 });
  t.after(() => store.close());
  await store.open();
  const points = ["not_there", "lab_net"].map((database) => makePoint(T0, { v: 1 }, { database }));
  const { stored, refused } = await store.write(points, 1);
  assert.deepEqual([stored, refused.map(({ point }) => point.database)], [1, ["not_there"]]);
  assert.match(refused[0]?.error.message ?? "", /^401: .*write:orgs.*is unauthorized/s);
});

test("points beyond a bucket's retention are refused alone", { skip }, async (t) => {
  t.after(() => influxd.dropAll());
  await influxd.makeBucket("short_lived", 3600);
  const store = openInfluxStore(settings());
  t.after(() => store.close());
  await store.open();
  const nowNs = BigInt(Date.now()) * 1_000_000n;
  const points = [nowNs, T0 - 10n ** 17n, nowNs + 1n].map((timeNs) =>
    makePoint(timeNs, { v: 1 }, { database: "short_lived" }),
  );
  const { stored, refused } = await store.write(points, 1);
  assert.deepEqual([stored, refused.length], [2, 1]);
});

test("the service writes to it, through an outage and a restart, each row once", { skip }, async (t) => {
  t.after(() => influxd.dropAll());
  const url = influxd.url.replace("http", "influxdb+v2");
  const lab = new Lab({
    ini: `[lab]\nchannels =\n[store]\nurl = ${url}?org=lab\ntoken = ${influxd.access.token}\n`,
    headers: {},
  });
  try {
    let service = await lab.start();
    const post = async (from: number) => {
      const rows = Array.from(
        { length: 100 },
        (_, n) => `{"time":${T0 + BigInt(from + n) * 1_000_000n},"n":${from + n}}`,
      );
      const headers = { "Content-Type": "application/json" };
      const body = `[${rows.join(",")}]`;
      assert.equal((await fetch(`${service.url}/api/kit/n/g/d/data`, { method: "POST", headers, body })).status, 200);
    };
    await post(0);
    await service.settled();
    await influxd.halt();
    await post(100);
    assert.equal(await service.stop(), 0);
    service = await lab.start();
    await post(200);
    await influxd.resume();
    await service.settled();
    await until(async () => {
      const { rows } = await service.json<{ rows: { n: number }[] }>(
        "/read/rows?database=kit_n&measurement=g_d_sensors&limit=1000",
      );
      assert.ok(rows.length <= 300, `${rows.length} rows`);
      return rows.length === 300 && rows.every(({ n }, index) => n === index);
    });
    await service.stop();
  } finally {
    await lab.remove();
  }
});
