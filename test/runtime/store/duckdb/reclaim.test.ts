import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { DiskRoom } from "../../../../runtime/lib/disk-room.ts";
import type { Point } from "../../../../runtime/model/point.ts";
import { DiskOutlook } from "../../../../runtime/store/duckdb/disk-outlook.ts";
import {
  type DuckdbStoreOpened,
  type DuckdbStoreOptions,
  openDuckdbStore,
} from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const DATABASE = "lab_net";
const DEVICES = 10;
/** Three row groups; what is left after a deletion fits into two. DuckDB compacts groups only if that makes fewer of them. */
const ROUNDS = 6500;
const AT_ONCE = 650;
/** Half a minute before a full hour. */
const BEGIN_NS = 1_700_002_770_000_000_000n;

/** Different for each row, so that it does not compress to nothing. */
function row(device: number, round: number): Point {
  const n = round * DEVICES + device;
  const noise = (n * 2_654_435_761) % 4_294_967_296;
  const values = { n, a: noise / 65_536, b: (noise * 7) % 1_000_003, note: `#${noise}` };
  return makePoint(BEGIN_NS + BigInt(n) * 1_000_000n + BigInt(noise % 999_983), values, { measurement: `m${device}` });
}

/** Rows of devices that send by turns, all in one shared table. */
async function filled(path: string, options: Partial<DuckdbStoreOptions> = {}): Promise<DuckdbStoreOpened> {
  const store = openDuckdbStore({ path, ownTables: 0, ...options });
  await store.open();
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    const points = Array.from({ length: AT_ONCE * DEVICES }, (_, i) =>
      row(i % DEVICES, round + Math.floor(i / DEVICES)),
    );
    await store.write(points, round / AT_ONCE + 1);
  }
  return store;
}

async function rowsOf(store: DuckdbStoreOpened, measurement: string): Promise<Map<bigint, unknown>> {
  const rows = new Map<bigint, unknown>();
  for await (const { timeNs, values } of store.rows({ database: DATABASE, measurement })) {
    assert.ok(!rows.has(timeNs), `two rows of time ${timeNs}`);
    rows.set(timeNs, values);
  }
  return rows;
}

/** What DuckDB itself finds in the closed file: positions and rows of the shared table, and a sum of `n`. */
async function readPlainly(path: string): Promise<{ positions: number; rows: number; sum: number }> {
  const instance = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
  const connection = await instance.connect();
  const result = await connection.runAndReadAll(
    `SELECT (SELECT estimated_size FROM duckdb_tables() WHERE table_name = 'shelf_1'), count(*),
       (SELECT sum(n) FROM (FROM ${DATABASE}.m1 UNION ALL BY NAME FROM ${DATABASE}.m9)) FROM structline.shelf_1`,
  );
  const [positions, rows, sum] = result.getRows()[0]!.map(Number) as [number, number, number];
  connection.closeSync();
  instance.closeSync();
  return { positions, rows, sum };
}

/** Few deleted rows are not worth the work. */
function assertDense({ positions, rows }: { positions: number; rows: number }): void {
  assert.ok(positions < rows * 1.06, `${positions} positions for ${rows} rows`);
}

const SUM = [1, 9]
  .flatMap((device) => Array.from({ length: ROUNDS }, (_, i) => i * DEVICES + device))
  .reduce((a, b) => a + b);

test("one of ten devices of a shared table is deleted, and only the rows of the others take space", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "t.duckdb");
    const store = await filled(path);
    const before = await rowsOf(store, "m7");
    assert.equal(await store.remove(DATABASE, "m3"), "removed");
    await store.reclaim();
    assert.deepEqual(await rowsOf(store, "m7"), before);
    // A row with the time of a moved one, as from a retried dead letter, replaces it.
    const again = makePoint(row(7, 0).timeNs, { n: -1 }, { measurement: "m7", timeSource: "payload" });
    await store.write([again, row(3, 0)], 11);
    const after = await rowsOf(store, "m7");
    assert.equal(after.size, ROUNDS);
    assert.equal((after.get(again.timeNs) as { n: number }).n, -1);
    assert.equal((await rowsOf(store, "m3")).size, 1);
    await store.close();
    const rows = ROUNDS * (DEVICES - 1) + 1;
    assert.deepEqual(await readPlainly(path), { positions: rows, rows, sum: SUM });
  }));

test("a move that fails leaves every row where it was, and the next run goes on", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "t.duckdb");
    const store = await filled(path);
    await store.remove(DATABASE, "m3");
    const { run } = DuckDBConnection.prototype;
    let moves = 0;
    DuckDBConnection.prototype.run = function (this: DuckDBConnection, sql: string, ...rest) {
      const fails = /^DELETE FROM .*"shelf_1" WHERE rowid/.test(sql) && ++moves === 2;
      return fails ? Promise.reject(new Error("IO Error: it fails here")) : run.call(this, sql, ...rest);
    };
    try {
      await assert.rejects(store.reclaim(), /it fails here/);
    } finally {
      DuckDBConnection.prototype.run = run;
    }
    assert.match(store.status().detail ?? "", /the space of deleted rows is not free yet: IO Error/);
    assert.equal((await rowsOf(store, "m9")).size, ROUNDS);
    await store.reclaim();
    assert.equal(store.status().state, "ok");
    await store.close();
    const found = await readPlainly(path);
    assert.deepEqual({ ...found, positions: 0 }, { positions: 0, rows: ROUNDS * (DEVICES - 1), sum: SUM });
    assertDense(found);
  }));

test("writes, a checkpoint and another removal between the moves cost no row", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "t.duckdb");
    const store = await filled(path);
    await store.remove(DATABASE, "m3");
    const reclaimed = store.reclaim();
    for (let i = 0; i < 6; i++) {
      await store.write([row(5, ROUNDS + i)], 11 + i);
      await store.checkpoints?.secure();
      if (i === 2) await store.remove(DATABASE, "m4");
    }
    await reclaimed;
    await store.reclaim();
    assert.equal((await rowsOf(store, "m5")).size, ROUNDS + 6);
    await store.close();
    const found = await readPlainly(path);
    assert.deepEqual({ ...found, positions: 0 }, { positions: 0, rows: ROUNDS * (DEVICES - 2) + 6, sum: SUM });
    assertDense(found);
  }));

test("an export that runs while rows move has each row once, and holds back neither the moves nor their space", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "t.duckdb");
    const store = await filled(path);
    const before = await rowsOf(store, "m7");
    const running = store.rows({ database: DATABASE, measurement: "m7" })[Symbol.asyncIterator]();
    const exported = new Map<bigint, unknown>();
    const take = ({ timeNs, values }: { readonly timeNs: bigint; readonly values: unknown }) => {
      assert.ok(!exported.has(timeNs), `two rows of time ${timeNs}`);
      exported.set(timeNs, values);
    };
    take((await running.next()).value);
    await store.remove(DATABASE, "m3");
    await store.reclaim();
    await store.remove(DATABASE, "m4");
    for (let next = await running.next(); next.done !== true; next = await running.next()) take(next.value);
    assert.deepEqual(exported, before);
    await store.reclaim();
    await store.close();
    const found = await readPlainly(path);
    assert.deepEqual({ ...found, positions: 0 }, { positions: 0, rows: ROUNDS * (DEVICES - 2), sum: SUM });
    assertDense(found);
  }));

test("rows move while others become summaries and a reload changes the retention: each value counts once", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "t.duckdb");
    const hourNs = 3_600_000_000_000n;
    const nowNs = BEGIN_NS + hourNs + 60_000_000_000n;
    const store = await filled(path, { keepGraceMs: 0 });
    const whole = { database: DATABASE, fromNs: BEGIN_NS - hourNs, toNs: nowNs };
    const statisticsOf = (from: DuckdbStoreOpened) => from.statistics({ ...whole, measurement: "m7", columns: ["n"] });
    const { mean: _, deviation: __, lastNs: ___, ...before } = (await statisticsOf(store)).get("n")!;
    await store.remove(DATABASE, "m3");
    const keep = (hours: number) => store.keep({ rowsMs: hours * 3_600_000, minutesMs: 365 * 86_400_000 });
    keep(2);
    const work = [store.reclaim(), store.retain(nowNs)];
    keep(1);
    work.push(store.retain(nowNs), store.reclaim());
    await Promise.all(work);
    const check = async (from: DuckdbStoreOpened) => {
      const { mean, deviation, lastNs, ...after } = (await statisticsOf(from)).get("n")!;
      assert.deepEqual(after, before);
      const rows = await rowsOf(from, "m7");
      assert.ok(rows.size < ROUNDS && rows.size > 0, `${rows.size} rows did not become summaries`);
    };
    await check(store);
    await store.close();
    const again = openDuckdbStore({ path, ownTables: 0 });
    await again.open();
    await check(again);
    await again.close();
  }));

test("a service that stops while rows move goes on after its next start", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "t.duckdb");
    const store = await filled(path);
    await store.remove(DATABASE, "m3");
    const reclaimed = store.reclaim().catch(() => {});
    await store.close();
    await reclaimed;
    const again = openDuckdbStore({ path, ownTables: 0 });
    await again.open();
    await again.reclaim();
    await again.close();
    const found = await readPlainly(path);
    assert.deepEqual({ ...found, positions: 0 }, { positions: 0, rows: ROUNDS * (DEVICES - 1), sum: SUM });
    assertDense(found);
  }));

test("what a deletion gave back is no part of how long the disk lasts", async () => {
  const outlook = new DiskOutlook(new DiskRoom("/"));
  const hour = 3_600_000;
  const at = Date.now();
  const size = (blocks: number) => async () => [[BigInt(blocks), 0n, 1000n]];
  await outlook.look(size(5000), 0, at);
  await outlook.look(size(6000), 0, at + hour);
  outlook.gaveBack(4_000_000);
  await outlook.look(size(3000), 0, at + 2 * hour);
  assert.equal(outlook.counts["bytesPerDay"], (24 / 2) * 2_000_000);
  // More than there was two hours before.
  outlook.gaveBack(2_500_000);
  const restored = new DiskOutlook(new DiskRoom("/"));
  restored.remember(outlook.written);
  await restored.look(size(1500), 0, at + 3 * hour);
  assert.equal(restored.counts["bytesPerDay"], (24 / 3) * 3_000_000);
});
