import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { DuckdbStoreOpened, DuckdbStoreOptions } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import {
  ALL,
  DAY,
  DAY_MS,
  EDGE,
  HOUR,
  inStore,
  KEEP,
  MINUTE,
  NOW,
  PLACE,
  readings,
  rowsOf,
  testAggregates,
} from "../../../support/retained-store.ts";
import { makePoint } from "../../../support/store-contract.ts";

for (const [form, options] of [
  ["own table", {}],
  ["shared table", { ownTables: 0 }],
  ["sparse columns", { columnsLacked: 0 }],
  ["lists", { columnsApart: 0 }],
] as const) {
  test(`old rows become per-minute summaries, which statistics include: ${form}`, () =>
    inStore(async (store, again) => {
      const declared = form === "lists" ? { isDeclared: true as const } : {};
      if (form === "sparse columns") await store.write([makePoint(NOW, { a: 1, b: 2, c: 3, d: 4 })], 0);
      const points = readings(EDGE - 50n * MINUTE, 600, declared);
      await store.write(points, 1);
      const other = { ...PLACE, measurement: "gw_other_sensors" };
      await store.write(readings(EDGE - 50n * MINUTE, 60, { ...declared, measurement: other.measurement }), 2);
      const columns = ["value", "counter", "isOn"];
      const before = await store.statistics({ ...ALL, columns });
      const version = await store.version(PLACE.database, PLACE.measurement);
      await store.retain(NOW);
      const read = async (from: DuckdbStoreOpened) => {
        const after = await from.statistics({ ...ALL, columns });
        assert.deepEqual([...after.keys()], columns);
        for (const [name, { mean, deviation, ...exact }] of before) {
          const now = after.get(name)!;
          assert.deepEqual({ ...now, mean: 0, deviation: 0 }, { ...exact, mean: 0, deviation: 0 });
          assert.ok(Math.abs(now.mean! - mean!) < 1e-9, `${name}: mean ${now.mean} for ${mean}`);
          assert.ok(
            Math.abs(now.deviation! - deviation!) < 1e-9,
            `${name}: deviation ${now.deviation} for ${deviation}`,
          );
        }
        assert.equal(await rowsOf(from, PLACE), 300 + (form === "sparse columns" ? 1 : 0));
        assert.equal((await from.statistics({ ...ALL, ...other })).get("value")?.count, 60);
      };
      await read(store);
      assert.notEqual(await store.version(PLACE.database, PLACE.measurement), version);
      await store.retain(NOW);
      await read(store);
      await read(await again());
    }, options));
}

testAggregates("exports");

test("a chart over both has each minute's extremes, then the rows, each once", () =>
  inStore(async (store) => {
    await store.write(readings(EDGE - 2n * MINUTE, 24), 1);
    await store.retain(NOW);
    const { timesNs, values } = await store.series({ ...ALL, columns: ["counter"], points: 1000 });
    const at = timesNs.map((time) => Number((time - EDGE) / 1_000_000_000n));
    assert.deepEqual(at.slice(0, 6), [-120, -90, -60, -30, 0, 10]);
    assert.deepEqual(values[0]!.slice(0, 6), [0, 5, 6, 11, 12, 13]);
    assert.equal(timesNs.length, 4 + 12);
    const both = await store.series({ ...ALL, columns: ["counter", "value"], points: 4 });
    assert.equal(Math.max(...both.values[0]!.map(Number)), 23);
    assert.equal(Math.min(...both.values[0]!.map(Number)), 0);
    const recent = await store.series({ ...ALL, fromNs: EDGE, columns: ["counter"], points: 1000 });
    assert.equal(recent.timesNs.length, 12);
  }));

test("a late row is stored if its minute has no summary, and refused if it has one or nothing is kept", () =>
  inStore(async (store) => {
    const at = EDGE - 60n * MINUTE;
    const late = (timeNs: bigint, n: number) => makePoint(timeNs, { n }, { timeSource: "payload" });
    await store.write([late(at, 1), late(at + 1n, 2)], 1);
    await store.retain(NOW);
    const kept: string[] = [];
    const outcome = await store.write(
      [late(at + 2n, 3), late(at + MINUTE, 4), late(NOW - 31n * DAY, 5), late(NOW, 6)],
      2,
      async (refused) => {
        for (const { error } of refused) kept.push(error.message);
      },
    );
    assert.equal(outcome.stored, 2);
    assert.deepEqual(
      outcome.refused.map(({ point }) => point.values[0]),
      [3, 5],
    );
    assert.match(kept[0]!, /the rows of its minute are already replaced by statistics/);
    assert.match(kept[1]!, /older than \[store\] keep allows/);
    await store.retain(NOW);
    const statistics = await store.statistics(ALL);
    assert.deepEqual([statistics.get("n")!.count, statistics.get("n")!.mean], [4, 13 / 4]);
    // A longer retention does not reopen summarised periods.
    store.keep({ rowsMs: 60 * DAY_MS });
    assert.equal((await store.write([late(at + 3n, 7)], 3)).stored, 0);
    store.keep(undefined);
    assert.equal((await store.write([late(at + 3n, 7)], 4)).stored, 0);
  }));

test("replaying changes only existing rows", () =>
  inStore(async (store) => {
    await store.write(readings(EDGE - MINUTE, 12), 1);
    await store.retain(NOW);
    const { rewritten } = await store.rewrite([
      makePoint(EDGE - MINUTE, { value: 1 }),
      makePoint(EDGE, { value: 1000 }),
    ]);
    assert.equal(rewritten, 1);
    assert.equal(await rowsOf(store), 6);
    const value = (await store.statistics({ ...ALL, columns: ["value"] })).get("value")!;
    assert.deepEqual([value.count, value.max], [12, 1000]);
  }));

test("summaries are deleted after the second period; without one there are only rows", () =>
  inStore(async (store) => {
    await store.write(readings(NOW - 29n * DAY, 60), 1);
    await store.retain(NOW);
    assert.equal((await store.statistics(ALL)).get("value")?.count, 60);
    await store.retain(NOW + 2n * DAY);
    assert.equal((await store.statistics(ALL)).size, 0);
    await store.write(readings(EDGE - HOUR, 60), 2);
    store.keep({ rowsMs: KEEP.rowsMs });
    await store.retain(NOW);
    assert.equal((await store.statistics(ALL)).size, 0);
    assert.equal(await rowsOf(store), 0);
  }));

for (const [form, options] of [
  ["own tables", {}],
  ["a shared table", { ownTables: 0 }],
] as const) {
  test(`annotations are kept as long as any data: ${form}`, () =>
    inStore(async (store) => {
      const events = { ...PLACE, measurement: "gw_node_events" };
      const event = (timeNs: bigint) =>
        makePoint(timeNs, { title: "t", text: "", tags: "" }, { measurement: events.measurement });
      await store.write([event(NOW - 29n * DAY), ...readings(NOW - 29n * DAY, 6), event(EDGE)], 1);
      await store.retain(NOW);
      assert.deepEqual([await rowsOf(store, events), await rowsOf(store)], [2, 0]);
      await store.retain(NOW + 2n * DAY);
      assert.deepEqual([await rowsOf(store, events), await rowsOf(store)], [1, 0]);
    }, options));
}

test("measurements that share a column have summaries of their own fields", () =>
  inStore(
    async (store) => {
      const at = EDGE - HOUR;
      await store.write(
        [
          makePoint(at, { first: "x", value: 1.5, second: 2.5 }, { measurement: "a" }),
          makePoint(at, { other: 3.5, value: 4.5 }, { measurement: "b" }),
        ],
        1,
      );
      await store.retain(NOW);
      const means = async (measurement: string) => {
        const statistics = await store.statistics({ ...ALL, measurement });
        return Object.fromEntries(Array.from(statistics, ([name, { mean }]) => [name, mean]));
      };
      assert.deepEqual(await means("a"), { value: 1.5, second: 2.5 });
      assert.deepEqual(await means("b"), { other: 3.5, value: 4.5 });
    },
    { ownTables: 0 },
  ));

test("a deleted measurement loses its summaries too, and can be created anew with other fields", () =>
  inStore(async (store) => {
    await store.write(readings(EDGE - HOUR, 60), 1);
    await store.retain(NOW);
    assert.equal(await store.remove(PLACE.database, PLACE.measurement), "removed");
    await store.write([makePoint(EDGE - HOUR, { value: "text", other: 1 }, { timeSource: "payload" })], 2);
    const statistics = await store.statistics(ALL);
    assert.deepEqual([...statistics.keys()], ["other"]);
  }));

test("values that cannot be summarised do not keep rows from being deleted", () =>
  inStore(async (store) => {
    const at = (n: number) => EDGE - HOUR + BigInt(n);
    await store.write(
      [1e308, 1e308, -1e308, 5e-324].map((value, n) => makePoint(at(n), { value })),
      1,
    );
    await store.retain(NOW);
    const value = (await store.statistics(ALL)).get("value")!;
    assert.deepEqual([value.count, value.min, value.max, value.deviation], [4, -1e308, 1e308, null]);
    assert.equal(await rowsOf(store), 0);
  }));

test("a field that appears while rows become summaries has summaries too", () =>
  inStore(async (store) => {
    const many = Array.from({ length: 3000 }, (_, n) =>
      makePoint(EDGE - 2n * HOUR + BigInt(n) * 1_000_000_000n, { n }),
    );
    await store.write(many, 1);
    const retained = store.retain(NOW);
    await store.write([makePoint(EDGE - HOUR + 1n, { later: 7 })], 2);
    await retained;
    await store.retain(NOW);
    const statistics = await store.statistics(ALL);
    assert.deepEqual([statistics.get("n")?.count, statistics.get("later")?.count], [3000, 1]);
  }));

test("a retention that is shortened by mistake deletes nothing for a day, is reported, and can be undone", () =>
  inStore(
    async (store, again) => {
      await store.retain(NOW);
      await store.write(readings(EDGE - HOUR, 60), 1);
      await store.write(readings(NOW - 5n * DAY, 60), 2);
      await store.retain(NOW);
      assert.equal(await rowsOf(store), 60);
      store.keep({ rowsMs: DAY_MS });
      await store.retain(NOW);
      assert.equal(await rowsOf(store), 60);
      assert.match(store.status().detail, /\[store\] keep deletes rows from before \S+Z in 24 h/);
      // Until then rows become summaries as before.
      await store.write(readings(EDGE - 3n * HOUR, 60), 3);
      await store.retain(NOW + HOUR);
      assert.equal(await rowsOf(store), 60);
      assert.equal((await store.statistics(ALL)).get("value")?.count, 180);
      const next = await again();
      await next.retain(NOW + 2n * HOUR);
      assert.doesNotMatch(next.status().detail, /keep deletes/);
      assert.equal(await rowsOf(next), 60);
    },
    { keepGraceMs: DAY_MS },
  ));

test("a reload while rows are deleted applies to those that are left: longer, with summaries, or none", async () => {
  const hours = Array.from({ length: 400 }, (_, n) => makePoint(NOW - BigInt(n + 300) * HOUR, { value: n }));
  const whileDeleting = (keep: DuckdbStoreOptions["keep"]) => async (store: DuckdbStoreOpened) => {
    store.keep(undefined);
    await store.write(hours, 1);
    const version = () => store.version(PLACE.database, PLACE.measurement);
    const before = await version();
    store.keep({ rowsMs: KEEP.rowsMs });
    const retained = store.retain(NOW);
    while ((await version()) === before) await setImmediate();
    store.keep(keep);
    await retained;
    const left = (await store.statistics(ALL)).get("value")?.count ?? 0;
    assert.ok(left > 0 && left < hours.length, `${left} are left`);
    assert.equal(await rowsOf(store), keep?.minutesMs === undefined ? left : 0);
  };
  for (const keep of [{ rowsMs: 60 * DAY_MS }, undefined, KEEP]) await inStore(whileDeleting(keep));
});

test("a clock that is ten years ahead deletes nothing, also at the start of the service", () =>
  inStore(
    async (store, again) => {
      await store.retain(NOW);
      await store.write(readings(NOW - 5n * DAY, 60), 1);
      await store.retain(NOW + 3650n * DAY);
      const next = await again();
      await next.retain(NOW + 3650n * DAY);
      assert.deepEqual([await rowsOf(next), (await next.statistics(ALL)).get("value")?.count], [60, 60]);
    },
    { keepGraceMs: DAY_MS },
  ));
