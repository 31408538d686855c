/** Rows of one time whose tags tell them apart, in PostgreSQL [D56]. */

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { ColumnValue } from "../../../runtime/codec/struct-codec.ts";
import type { Point } from "../../../runtime/model/point.ts";
import type { RowQuery, Store } from "../../../runtime/model/store.ts";
import { openPostgresStore } from "../../../runtime/parts/postgres/postgres-store.ts";
import { noPostgres, type Postgres, startPostgres } from "../../support/postgres.ts";
import { makePoint } from "../../support/store-contract.ts";

const skip = noPostgres;
const T0 = 1_767_225_600_000_000_000n;
const PLACE = { database: "telegraf", measurement: "cpu" };
const TABLE = "telegraf.cpu";

let postgres: Postgres;
let name: string;
let count = 0;
const open: Store[] = [];

before(async () => {
  if (skip === false) postgres = await startPostgres();
});
beforeEach(() => {
  if (skip !== false) return;
  name = `series_${++count}`;
  postgres.sql(`CREATE DATABASE ${name}`);
});
after(async () => {
  await Promise.all(open.map((store) => store.close()));
  await postgres?.remove();
});

async function opened(): Promise<Store> {
  const store = openPostgresStore({ url: postgres.url(name) }, { typesTrustedMs: 0 });
  open.push(store);
  await store.open();
  return store;
}

const sql = (query: string) => postgres.sql(query, name);

/** A line of line protocol with `tags=columns`. */
function line(tags: Readonly<Record<string, string>>, fields: Record<string, ColumnValue>, timeNs = T0): Point {
  const point = makePoint(timeNs, { ...tags, ...fields }, { ...PLACE, timeSource: "payload" });
  const columns = point.columns.map((column) =>
    column.name in tags ? { ...column, isTag: true as const, isKey: true as const } : column,
  );
  return { ...point, columns };
}

async function rows(store: Store, query: Omit<RowQuery, "database" | "measurement"> = {}): Promise<string[]> {
  const all: string[] = [];
  for await (const { timeNs, values } of store.rows({ ...PLACE, ...query })) {
    const there = Object.entries(values).filter(([, value]) => value !== null);
    there.sort(([a], [b]) => (a < b ? -1 : 1));
    all.push(`${timeNs - T0} ${there.map(([key, value]) => `${key}=${value}`).join(" ")}`);
  }
  return all;
}

test("each set of tags is a row, in one batch, in later ones, and when it comes again", { skip }, async () => {
  const store = await opened();
  const batch = [
    line({ cpu: "cpu0", host: "a" }, { v: 1 }),
    line({ cpu: "cpu1", host: "a" }, { v: 2 }),
    line({ cpu: "cpu1", host: "a" }, { w: 3 }),
  ];
  await store.write(batch, 1);
  await store.write(batch, 2);
  // A tag less is another series, a tag of a new name, too.
  await store.write([line({ cpu: "cpu1" }, { v: 4 }), line({ cpu: "cpu1", dc: "x" }, { v: 5 })], 3);
  await store.write([line({ cpu: "cpu1", host: "a" }, { v: 6 })], 4);
  const expected = ["0 cpu=cpu0 host=a v=1", "0 cpu=cpu1 v=4", "0 cpu=cpu1 dc=x v=5", "0 cpu=cpu1 host=a v=6 w=3"];
  assert.deepEqual(await rows(store), expected);
  const [info] = await (await opened()).measurements();
  assert.deepEqual([...info!.tags!].sort(), ["cpu", "dc", "host"]);
  assert.deepEqual(await rows(await opened()), expected);
  assert.equal(
    sql(`SELECT string_agg(_series, '|' ORDER BY _series COLLATE "C") FROM ${TABLE}`),
    "cpu=cpu0,host=a|cpu=cpu1|cpu=cpu1,dc=x|cpu=cpu1,host=a",
  );
});

test("rows without tags before their first one, and values of any kind", { skip }, async () => {
  const store = await opened();
  const long = "x".repeat(5_000);
  const plain = (cpu: string, v: number) => makePoint(T0, { cpu, v }, { ...PLACE, timeSource: "payload" });
  await store.write([plain("cpu0", 1), line({ cpu: "cpu1" }, { v: 2 }), plain("cpu1", 3)], 1);
  const odd = ["a,host=b", "a\\", "a'", "", long, `${long}y`];
  for (let again = 0; again < 2; again++)
    await store.write(
      odd.map((cpu, index) => line({ cpu }, { v: 10 + index })),
      2 + again,
    );
  await store.write([line({ cpu: "a", host: "b" }, { v: 20 })], 4);
  const found = (await rows(store)).map((row) => row.replace(/x{5000}/, "long"));
  assert.deepEqual(found.sort(), [
    "0 cpu= v=13",
    "0 cpu=a host=b v=20",
    "0 cpu=a' v=12",
    "0 cpu=a,host=b v=10",
    "0 cpu=a\\ v=11",
    "0 cpu=cpu0 v=1",
    "0 cpu=cpu1 v=3",
    "0 cpu=long v=14",
    "0 cpu=longy v=15",
  ]);
});

test("a table from before has its rows in their series, and another primary key", { skip }, async () => {
  const before = await opened();
  const plain = (cpu: string, v: number, at: bigint) =>
    makePoint(T0 + at, { cpu, v }, { ...PLACE, timeSource: "payload" });
  await before.write([plain("cpu0", 1, 0n), plain("cpu1", 2, 1n)], 1);
  await before.close();
  // As an earlier version left it.
  sql(
    "ALTER TABLE structline.measurements DROP COLUMN series_column; ALTER TABLE structline.fields DROP COLUMN is_key",
  );
  assert.deepEqual(await rows(await opened()), ["0 cpu=cpu0 v=1", "1 cpu=cpu1 v=2"]);
  const [one, other] = [await opened(), await opened()];
  // The first is of a row that is there. Both writers want to change the table.
  await Promise.all([
    one.write([line({ cpu: "cpu0" }, { v: 3 }), line({ cpu: "cpu1" }, { v: 4 })], 2),
    other.write([line({ cpu: "cpu2", host: "a" }, { v: 5 })], 2),
  ]);
  // Its copy of the registry may be older: then it fails once.
  const again = () => other.write([line({ cpu: "cpu0" }, { v: 6 })], 3);
  await again().catch(again);
  const expected = ["0 cpu=cpu0 v=6", "0 cpu=cpu1 v=4", "0 cpu=cpu2 host=a v=5", "1 cpu=cpu1 v=2"];
  await one.refresh();
  assert.deepEqual(await rows(one), expected);
  assert.equal(
    sql(`SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = '${TABLE}'::regclass AND contype = 'p'`),
    "PRIMARY KEY (time_ns, _series)",
  );
});

test("many rows of one time are on several pages, and the newest ones are limited", { skip }, async () => {
  const store = await opened();
  const at = (time: number) =>
    Array.from({ length: 4_000 }, (_, n) => line({ cpu: `cpu${n}` }, { v: n }, T0 + BigInt(time)));
  await store.write([...at(0), ...at(1), ...at(2)], 1);
  const all = await rows(store);
  assert.equal(all.length, 12_000);
  assert.equal(new Set(all).size, 12_000);
  const newest = await rows(store, { limit: 4_001, columns: ["cpu"] });
  assert.deepEqual([newest.length, newest[0]!.slice(0, 2), newest[1]!.slice(0, 2)], [4_001, "1 ", "2 "]);
  const statistics = await store.statistics({ ...PLACE, fromNs: T0, toNs: T0 + 3n });
  assert.equal(statistics.get("v")!.count, 12_000);
});

test("a rewrite changes the row of its tags only", { skip }, async () => {
  const store = await opened();
  await store.write([line({ cpu: "cpu0" }, { v: 1, w: 1 }), line({ cpu: "cpu1" }, { v: 2, w: 2 })], 1);
  assert.equal((await store.rewrite([line({ cpu: "cpu1" }, { v: 3 }), line({ cpu: "cpu9" }, { v: 9 })])).rewritten, 1);
  assert.deepEqual(await rows(store), ["0 cpu=cpu0 v=1 w=1", "0 cpu=cpu1 v=3"]);
});

test("a field with the column's name, and tags beyond the columns of a table", { skip }, async () => {
  const store = await opened();
  const wide = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`f${n}`, n]));
  await store.write([makePoint(T0 - 1n, { _series: "mine", ...wide }, PLACE)], 1);
  await store.write([line({ late: "a" }, { f0: 1 }), line({ late: "b" }, { f0: 2 })], 2);
  await store.write([line({ late: "b" }, { f0: 3 })], 3);
  assert.deepEqual(await rows(store, { fromNs: T0, columns: ["f0", "late", "_series"] }), [
    "0 f0=1 late=a",
    "0 f0=3 late=b",
  ]);
  assert.deepEqual(await rows(store, { columns: ["_series"] }), ["-1 _series=mine"]);
  assert.equal(await store.toNumbers({ ...PLACE, column: "late" }), "unsupported");
});
