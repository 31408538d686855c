/** The bucket interface of 2.x and the database interface of 3.x, in front of a real 1.x that keeps the data. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openInfluxStore } from "../../../runtime/parts/influxdb/influx-store.ts";
import { FRONT_ACCESS, startInfluxFront } from "../../support/influx-front.ts";
import { type Influxd, startInfluxd } from "../../support/influxd.ts";
import { requires } from "../../support/requirements.ts";
import { makePoint } from "../../support/store-contract.ts";

const skip = requires("influxd");
const T0 = 1_767_225_600_000_000_000n;

let influxd: Influxd;
before(async () => {
  if (skip === false) influxd = await startInfluxd();
});
after(() => influxd?.stop());

for (const version of ["2.7.10", "3.1.0"] as const) {
  test(`InfluxDB ${version}: detected by a request, databases created and mapped on first use, written and read`, {
    skip,
  }, async (t) => {
    const front = await startInfluxFront(version, influxd.url);
    t.after(() => front.close());
    t.after(() => influxd.dropAll());
    const settings = { kind: "influxdb", version: "auto", url: front.url, ...FRONT_ACCESS } as const;
    const store = openInfluxStore(settings, { typesTrustedMs: 0 });
    t.after(() => store.close());
    await store.open();
    assert.match(store.status().detail, new RegExp(`^InfluxDB v?${version} at http`));
    const outcome = await store.write(
      [makePoint(T0, { v: 1, s: "x" }), makePoint(T0 + 1n, { v: "text" }), makePoint(T0 + 2n, { v: 2 })],
      1,
    );
    assert.equal(outcome.stored, 2);
    assert.match(outcome.refused[0]?.error.message ?? "", /^400: .*field type conflict/);
    assert.deepEqual([...front.buckets].sort(), ["lab_net", "structline"]);
    assert.deepEqual([...front.mappings].sort(), ["lab_net", "structline"]);
    const seen: unknown[] = [];
    for await (const row of store.rows({ database: "lab_net", measurement: "gw_node_sensors" }))
      seen.push([row.timeNs, { ...row.values }]);
    assert.deepEqual(seen, [
      [T0, { s: "x", v: 1 }],
      [T0 + 2n, { s: null, v: 2 }],
    ]);
    await store.remember("a key", "a value");
    await store.close();

    const again = openInfluxStore(settings);
    t.after(() => again.close());
    await again.open();
    assert.deepEqual(await again.remembered(), new Map([["a key", "a value"]]));
    assert.deepEqual(
      (await again.measurements()).map(({ database, measurement }) => [database, measurement]),
      [["lab_net", "gw_node_sensors"]],
    );
    assert.equal(await again.remove("lab_net", "gw_node_sensors"), "removed");
    assert.deepEqual(await again.measurements(), []);
    assert.equal((await again.write([makePoint(T0 + 3n, { v: 3 })], 2)).stored, 1);
    assert.deepEqual(front.violations, []);
  });
}

test("a token for buckets only is enough, and a bucket that it cannot create delays no other", { skip }, async (t) => {
  const front = await startInfluxFront("2.7.10", influxd.url);
  t.after(() => front.close());
  t.after(() => influxd.dropAll());
  front.forbidden.listOrganisations = true;
  front.forbidden.makeBucket = "kept_back";
  const store = openInfluxStore({ kind: "influxdb", version: "auto", url: front.url, ...FRONT_ACCESS });
  t.after(() => store.close());
  await store.open();
  const points = ["kept_back", "lab_net"].map((database) => makePoint(T0, { v: 1 }, { database }));
  const { stored, refused } = await store.write(points, 1);
  assert.deepEqual([stored, refused.map(({ point }) => point.database)], [1, ["kept_back"]]);
  assert.match(store.status().detail, /"kept_back": 403: .*insufficient permissions/);
  assert.deepEqual(front.violations, []);
});

test("a write that the server refuses with 422 is split like any other refusal", { skip }, async (t) => {
  const front = await startInfluxFront("2.7.10", influxd.url);
  t.after(() => front.close());
  t.after(() => influxd.dropAll());
  await influxd.query('CREATE DATABASE "short_lived" WITH DURATION 1h');
  front.buckets.add("short_lived");
  front.mappings.add("short_lived");
  const store = openInfluxStore({ kind: "influxdb", version: "auto", url: front.url, ...FRONT_ACCESS });
  t.after(() => store.close());
  await store.open();
  const nowNs = BigInt(Date.now()) * 1_000_000n;
  const points = [nowNs, T0 - 10n ** 17n, nowNs + 1n].map((timeNs) =>
    makePoint(timeNs, { v: 1 }, { database: "short_lived" }),
  );
  const { stored, refused } = await store.write(points, 1);
  assert.equal(stored, 2);
  assert.match(refused[0]?.error.message ?? "", /^422: \{"code":"invalid","message":".*beyond retention policy/);
});

test("a rejected token and an unknown organisation are reported plainly", {
  skip,
}, async (t) => {
  const front = await startInfluxFront("2.7.10", influxd.url);
  t.after(() => front.close());
  const settings = { kind: "influxdb", version: "auto", url: front.url, ...FRONT_ACCESS } as const;
  const wrong = openInfluxStore({ ...settings, token: "wrong" }, { retryForMs: 50 });
  t.after(() => wrong.close());
  await wrong.open();
  assert.match(wrong.status().detail, /does not accept the token \(401: /);
  const lost = openInfluxStore({ ...settings, org: "nobody" }, { retryForMs: 50 });
  t.after(() => lost.close());
  await lost.open();
  await assert.rejects(lost.write([makePoint(T0, { v: 1 })], 1), /no organisation "nobody"/);
});
