import assert from "node:assert/strict";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { Store } from "../../../../runtime/model/store.ts";
import { DuckdbCheckpoints } from "../../../../runtime/store/duckdb/checkpoints.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { ROWS_IN_GROUP } from "../../../../runtime/store/duckdb/open-database.ts";
import { onlyLong } from "../../../support/long.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

interface Opened {
  readonly store: Store;
  readonly committed: number | undefined;
  readonly findings: string[];
}

async function openIn(directory: string): Promise<Opened> {
  const findings: string[] = [];
  const onFinding = (finding: string) => void findings.push(finding);
  const store = openDuckdbStore({ path: join(directory, "telemetry.duckdb"), onFinding });
  return { store, findings, ...(await store.open()) };
}

async function writeTo(store: Store, position: number): Promise<void> {
  const points = Array.from({ length: 50 }, (_, i) =>
    makePoint(BigInt(position * 100 + i), { a: i, text: `row ${i}` }),
  );
  await store.write(points, position);
}

async function rowsOf(store: Store): Promise<number> {
  let rows = 0;
  for await (const _ of store.rows({ database: "lab_net", measurement: "gw_node_sensors" })) rows++;
  return rows;
}

/** The files of a killed process: a database at position 1 and a write-ahead log with 2 … 10. */
async function leaveIn(directory: string): Promise<Buffer> {
  await inTemporaryFolder(async (origin) => {
    const { store } = await openIn(origin);
    await writeTo(store, 1);
    assert.equal(store.checkpoints?.checkpointed, 0);
    await store.checkpoints?.secure();
    for (let position = 2; position <= 10; position++) await writeTo(store, position);
    assert.equal(store.checkpoints?.checkpointed, 1);
    await fs.cp(origin, directory, { recursive: true });
    await store.close();
  });
  return fs.readFile(join(directory, "telemetry.duckdb.wal"));
}

const torn = (bytes: Buffer, from: number, fill: (at: number) => number) =>
  Buffer.concat([bytes.subarray(0, from), Buffer.from(Array.from({ length: bytes.length - from }, (_, i) => fill(i)))]);

test("a database opens whatever the end of its write-ahead log is, with everything before it", { skip: onlyLong }, () =>
  inTemporaryFolder(async (directory) => {
    const whole = await leaveIn(directory);
    const at = Math.floor(whole.length * 0.7);
    const logs: readonly [string, Buffer][] = [
      ["whole", whole],
      ["cut off", whole.subarray(0, at)],
      ["zeros", torn(whole, at, () => 0)],
      ["zeros behind", Buffer.concat([whole, Buffer.alloc(4096)])],
      ["random", torn(whole, at, (i) => (i * 7919 + 13) % 251)],
      ["a flipped bit", torn(whole, at, (i) => (whole[at + i] ?? 0) ^ (i === 0 ? 1 : 0))],
      ["a flipped bit at its beginning", torn(whole, 20, (i) => (whole[20 + i] ?? 0) ^ (i === 0 ? 1 : 0))],
      ["a flipped bit in its first bytes", torn(whole, 3, (i) => (whole[3 + i] ?? 0) ^ (i === 0 ? 1 : 0))],
      ["all zeros", Buffer.alloc(whole.length)],
      ["empty", Buffer.alloc(0)],
    ];
    for (const [name, bytes] of logs) {
      await inTemporaryFolder(async (copy) => {
        await fs.cp(directory, copy, { recursive: true });
        await fs.writeFile(join(copy, "telemetry.duckdb.wal"), bytes);
        const first = await openIn(copy);
        const committed = first.committed ?? 0;
        assert.ok(committed >= 1 && committed <= 10, name);
        assert.equal(committed === 10, name === "whole" || name === "zeros behind", name);
        assert.equal(await rowsOf(first.store), 50 * committed, name);
        const isMended = first.findings.length > 0;
        if (isMended) {
          assert.match(first.findings[0]!, /write-ahead log of .+ was damaged: \d+ of \d+ bytes/);
          assert.deepEqual(await fs.readFile(join(copy, "telemetry.duckdb.wal.damaged")), bytes);
        }
        assert.equal(first.store.status().state, isMended ? "degraded" : "ok");
        // New data is not behind anything damaged again.
        assert.equal(first.store.checkpoints?.checkpointed, committed, name);
        await writeTo(first.store, committed + 1);
        await inTemporaryFolder(async (killed) => {
          await fs.cp(copy, killed, { recursive: true });
          const second = await openIn(killed);
          assert.equal(second.committed, committed + 1, name);
          assert.deepEqual(second.findings, []);
          assert.equal(await rowsOf(second.store), 50 * (committed + 1), name);
          if (isMended) await fs.rm(join(killed, "telemetry.duckdb.damage.txt"));
          assert.equal(second.store.status().state, "ok");
          await second.store.close();
        });
        await first.store.close();
      });
    }
  }),
);

test("a file that is not a database is reported as before, and left unchanged", () =>
  inTemporaryFolder(async (directory) => {
    await fs.writeFile(join(directory, "telemetry.duckdb"), Buffer.alloc(20_000, 7));
    await assert.rejects(openIn(directory), /telemetry\.duckdb cannot be opened: /);
    assert.deepEqual(await fs.readdir(directory), ["telemetry.duckdb"]);
  }));

test("a checkpoint is made where a table would begin another row group, if the log is worth it", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    let made = 0;
    const writer = { run: async () => void made++ } as unknown as DuckDBConnection;
    const checkpoints = new DuckdbCheckpoints({
      path,
      whileIdle: (run) => run(writer),
      dropCopies: async () => {},
      onBroken: () => {},
      logBytes: 300,
      leastLogBytes: 100,
      rowsInGroup: 1000,
    });
    const [wide, narrow] = [{}, {}];
    let position = 0;
    /** @returns whether the commit was followed by a checkpoint */
    const commits = async (logBytes: number, ...rows: [table: object, count: number][]): Promise<boolean> => {
      const before = made;
      await fs.writeFile(`${path}.wal`, Buffer.alloc(logBytes));
      checkpoints.committed(++position, new Map(rows));
      await checkpoints.runWhenDue(writer);
      assert.equal(checkpoints.checkpointed === position, made > before);
      return made > before;
    };
    assert.equal(await commits(99, [narrow, 300], [wide, 400]), false);
    // Another 400 rows of `wide` would not fit, but the log is short.
    assert.equal(await commits(99, [narrow, 300], [wide, 400]), false);
    assert.equal(await commits(100, [narrow, 300]), true);
    // Counted anew.
    assert.equal(await commits(100, [wide, 400]), false);
    assert.equal(await commits(100, [wide, 200]), false);
    assert.equal(await commits(100, [wide, 1]), true);
    // A table that has begun another group already waits for a long log.
    assert.equal(await commits(50, [narrow, 900]), false);
    assert.equal(await commits(100, [narrow, 200]), false);
    assert.equal(await commits(299, [narrow, 800]), false);
    assert.equal(await commits(300, [narrow, 1]), true);
  }));

test("rows behind a checkpoint begin a row group, and nearly full ones are not merged", () =>
  inTemporaryFolder(async (directory) => {
    const path = join(directory, "telemetry.duckdb");
    const store = openDuckdbStore({ path });
    await store.open();
    const rows = Math.floor(ROWS_IN_GROUP.narrow * 0.8);
    const groups = 4;
    for (let position = 1; position <= groups; position++) {
      const points = Array.from({ length: rows }, (_, i) => makePoint(BigInt(position * rows + i), { a: i }));
      await store.write(points, position);
      await store.checkpoints?.secure();
    }
    await store.close();
    const instance = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
    const connection = await instance.connect();
    const tables = await connection.runAndReadAll(
      "SELECT schema_name, table_name FROM duckdb_tables() ORDER BY estimated_size DESC LIMIT 1",
    );
    const name = tables
      .getRows()[0]!
      .map((part) => `"${part}"`)
      .join(".");
    const counts = await connection.runAndReadAll(
      `SELECT max(count) FROM pragma_storage_info('${name}') WHERE column_name = 'time' AND segment_type != 'VALIDITY' GROUP BY row_group_id`,
    );
    connection.closeSync();
    instance.closeSync();
    assert.deepEqual(counts.getRows().flat().map(Number), Array(groups).fill(rows));
  }));
