/** Series, and newest rows, of many measurements in one answer, each as it is alone. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { stringifyExact } from "../../../../runtime/lib/exact-json.ts";
import type { Cell } from "../../../../runtime/model/batch.ts";
import { formatNs } from "../../../../runtime/model/clock.ts";
import type { Point } from "../../../../runtime/model/point.ts";
import { exactNumber, type Newest, type NewestQuery, type Row, type Store } from "../../../../runtime/model/store.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { plainSeriesJson } from "../../../../runtime/store/series-json.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

type Values = Parameters<typeof makePoint>[1];

/** Columns in common, the same names elsewhere, other types, sparse ones, texts, and numbers at the ends of their types. */
const FORMS: readonly ((value: number, i: number, device: number) => Values)[] = [
  (value, i) => ({ t: value, u: i }),
  (value, i) => ({ u: value, t: i + 0.5 }),
  (_value, i, device) => ({ t: BigInt(i * device) * 2n ** 48n, yes: i % 2 === 0 }),
  (value, i) => (i % 5 === 0 ? { u: value } : { t: -value }),
  (value, i) => ({ t: `text ${i}`, T: value, u: i % 3 === 0 }),
  (value) => ({ t: value * 1e300 }),
];
const FAR = 2n ** 62n;

function points(): Point[] {
  const made: Point[] = [];
  for (let device = 0; device < 60; device++)
    for (let i = device % 3; i < 200; i += 1 + (device % 4)) {
      const value = ((i * 37 + device) % 101) / 8;
      const place = { measurement: `d${device % 40}`, ...(device >= 40 && { database: "lab_other" }) };
      const timeNs = device % 7 === 5 ? (BigInt(i) - 100n) * (FAR / 101n) : BigInt(i);
      made.push(makePoint(timeNs, FORMS[device % FORMS.length]!(value, i, device), place));
    }
  return made;
}

const PLACES = Array.from({ length: 62 }, (_none, i) => ({
  database: i >= 40 ? "lab_other" : "lab_net",
  measurement: `d${i % 40}`,
}));
const RANGES = [
  [3n, 150n],
  [1000n, 2000n],
  [-FAR, FAR],
  [-(2n ** 63n), 2n ** 63n - 1n],
] as const;
const ASKED = RANGES.flatMap(([fromNs, toNs]) =>
  [7, 100].flatMap((points) =>
    [undefined, ["t"], ["u", "t", "nowhere"], ["yes"]].map((columns) => ({ fromNs, toNs, points, columns })),
  ),
);

/** Some of the places of each question. */
async function* chosen(store: Store, nth: number, columns: readonly string[] | undefined) {
  for (const [i, place] of PLACES.entries()) {
    if ((i + nth) % 7 !== 0) continue;
    const types = await store.fieldTypes(place.database, place.measurement);
    const own = columns?.filter((name) => types?.has(name));
    yield { i, types, isAny: own?.length !== 0, alone: { ...place, ...(own && { columns: own }) } };
  }
}

async function assertSameSeries(store: Store): Promise<void> {
  for (const [nth, { columns, ...query }] of ASKED.entries()) {
    const together = await store.manySeries({ ...query, ...(columns && { columns }), places: PLACES, times: "ns" });
    for await (const { i, types, alone } of chosen(store, nth, columns)) {
      const series = await store.series({ ...query, ...alone });
      const what = `${alone.measurement} ${columns} ${query.points} ${query.fromNs}`;
      assert.equal(together[i], types && plainSeriesJson(series, "ns"), what);
    }
  }
}

async function assertSameNewest(store: Store): Promise<void> {
  for (const [nth, { columns, fromNs, toNs }] of ASKED.entries()) {
    const query = { toNs, ...(nth % 2 === 0 && { fromNs }), limit: [1, 10, 90][nth % 3]! };
    const together = await store.newestRows({ ...query, ...(columns && { columns }), places: PLACES });
    for await (const { i, types, isAny, alone } of chosen(store, nth, columns)) {
      const rows: string[] = [];
      if (isAny)
        for await (const row of store.rows({ ...query, ...alone }))
          rows.push(stringifyExact({ time: formatNs(row.timeNs), ...row.values }));
      assert.equal(together[i], types && `[${rows}]`, `${alone.measurement} ${columns} ${query.limit} ${toNs}`);
    }
  }
}

/** A column whose value is not among the newest rows has the one before them, or none. */
async function assertSameSummaries(store: Store): Promise<void> {
  for (const [nth, [fromNs, toNs]] of RANGES.entries()) {
    const query = { toNs, ...(nth % 2 === 0 && { fromNs }) };
    const limit = [10, 3, 1, 90][nth]!;
    const together = await store.newest({ ...query, limit, places: PLACES });
    assert.notEqual(together, "too-many");
    for (const [i, place] of PLACES.entries()) {
      const rows: Row[] = [];
      for await (const row of store.rows({ ...query, ...place })) rows.push(row);
      const types = await store.fieldTypes(place.database, place.measurement);
      const what = `${place.measurement} ${limit} ${toNs}`;
      if (types === undefined) assert.equal(together[i], undefined, what);
      else assertSummary(together[i] as Newest, rows, limit, what);
    }
  }
}

function assertSummary(
  { timesMs, columns, values, valuedMs }: Newest,
  rows: readonly Row[],
  limit: number,
  what: string,
): void {
  const last = rows.slice(-limit);
  const expectedMs = last.map(({ timeNs }) => Number(timeNs) / 1e6);
  assert.deepEqual(timesMs, expectedMs, what);
  for (const [at, { name }] of columns.entries()) {
    const lastOf = (some: readonly Row[]) => some.findLast((row) => row.values[name] !== null);
    const exact = (value: Cell | undefined) => (typeof value === "bigint" ? exactNumber(value) : value);
    const allowed = [lastOf(last), ...(lastOf(last) === undefined ? [lastOf(rows)] : [])];
    const isAllowed = allowed.some(
      (row) => exact(row?.values[name]) === values[at] && (row && Number(row.timeNs) / 1e6) === valuedMs[at],
    );
    assert.ok(isAllowed, `${what} ${name} ${values[at]} at ${valuedMs[at]}`);
  }
}

test("the series and the newest rows of many measurements are those of each alone, also after a deletion and a restart", () =>
  inTemporaryFolder(async (folder) => {
    const open = async () => {
      const store = openDuckdbStore({ path: join(folder, "telemetry.duckdb"), columnsLacked: 3 });
      await store.open();
      return store;
    };
    const store = await open();
    await store.write(points(), 1);
    await assertSameSeries(store);
    await assertSameNewest(store);
    await assertSameSummaries(store);
    await store.remove("lab_net", "d7");
    await store.close();
    const again = await open();
    // The first question after a start.
    await assertSameSummaries(again);
    await assertSameNewest(again);
    await assertSameSeries(again);
    await again.close();
  }));

test("measurements with tables to themselves are read together, and one with very many rows alone", async () => {
  const store = openDuckdbStore({ path: ":memory:" });
  await store.open();
  const places = ["a", "b", "c"].map((measurement) => ({ database: "lab_net", measurement }));
  const rows = [50_000, 50_001, 3].flatMap((count, nth) =>
    Array.from({ length: count }, (_none, i) => makePoint(BigInt(i), { t: (i * 37) % 101, u: i }, places[nth])),
  );
  await store.write(rows, 1);
  const query = { fromNs: 0n, toNs: 100_000n, points: 100 };
  const together = await store.manySeries({ ...query, places, times: "ns" });
  for (const [i, place] of places.entries())
    assert.equal(together[i], plainSeriesJson(await store.series({ ...query, ...place }), "ns"), place.measurement);
  await store.close();
});

test("measurements that share a table in the same columns are read together", async () => {
  const store = openDuckdbStore({ path: ":memory:", ownTables: 1 });
  await store.open();
  const places = ["a", "b", "c"].map((measurement) => ({ database: "lab_net", measurement }));
  const rows = places.flatMap((place) => [1n, 2n].map((timeNs) => makePoint(timeNs, { t: Number(timeNs) }, place)));
  await store.write(rows, 1);
  const query = { fromNs: 0n, toNs: 9n, points: 100, places: places.slice(1), times: "ns" } as const;
  const one = '{"columns":["t"],"times":["1","2"],"values":[[1,2]]}';
  assert.deepEqual(await store.manySeries(query), [one, one]);
  const newest = `[{"time":"${formatNs(2n)}","t":2}]`;
  assert.deepEqual(await store.newestRows({ places: query.places, limit: 1 }), [newest, newest]);
  await store.close();
});

test("the newest rows are found however far apart they are, before a clock that is ahead and after a deletion of others", async () => {
  const store = openDuckdbStore({ path: ":memory:", ownTables: 1 });
  await store.open();
  const nowNs = BigInt(Date.now()) * 1_000_000n;
  const SECOND = 1_000_000_000n;
  const everyNs = [5n, 50n, 3_000n, 30_000n, 4_000_000n, 40_000_000n].map((seconds) => seconds * SECOND);
  const places = Array.from({ length: 36 }, (_none, i) => ({ database: "lab_net", measurement: `d${i}` }));
  const written = places.flatMap((place, i) => {
    const aheadNs = i === 35 ? 86_400n * SECOND : -BigInt(i) * SECOND;
    const count = i % 5 === 4 ? 2 : 14;
    return Array.from({ length: count }, (_none, k) =>
      makePoint(nowNs + aheadNs - BigInt(k) * everyNs[i % 6]!, { t: i + k / 8, c: BigInt(k) }, place),
    );
  });
  await store.write(written, 1);
  for (const range of [{}, { toNs: nowNs }, { fromNs: nowNs - 5_000n * SECOND }, { toNs: nowNs - 90_000n * SECOND }])
    for (const removed of [undefined, "d0", "d35"]) {
      if (removed !== undefined) await store.remove("lab_net", removed);
      await assertNewest(store, places, range);
    }
  await store.close();
});

async function assertNewest(store: Store, places: NewestQuery["places"], range: Pick<NewestQuery, "fromNs" | "toNs">) {
  const together = await store.newestRows({ places, ...range, limit: 10 });
  for (const [i, place] of places.entries()) {
    const rows: string[] = [];
    const isThere = (await store.fieldTypes(place.database, place.measurement)) !== undefined;
    for await (const { timeNs, values } of store.rows({ ...place, ...range, limit: 10 }))
      rows.push(stringifyExact({ time: formatNs(timeNs), ...values }));
    assert.equal(together[i], isThere ? `[${rows}]` : undefined, place.measurement);
  }
}
