/** A write that power cut in the middle of a checkpoint, at any page of a block: the database opens with everything. */

import assert from "node:assert/strict";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBConnection } from "@duckdb/node-api";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { assertClosed } from "../../../support/open-files.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const NAME = "t.duckdb";
const [HEAD, BLOCK, PAGE] = [12_288, 262_144, 4096];
const PAGES = [1, 3, 63];
const DEVICES = 6;
const ROWS = 60;

type Store = ReturnType<typeof openDuckdbStore>;

async function openIn(folder: string): Promise<Store> {
  const store = openDuckdbStore({ path: join(folder, NAME), ownTables: 0 });
  await store.open();
  return store;
}

async function rowsIn(folder: string): Promise<number> {
  const store = await openIn(folder);
  let rows = 0;
  for (let device = 0; device < DEVICES; device++)
    for await (const _row of store.rows({ database: "lab_net", measurement: `m${device}` })) rows++;
  await store.close();
  return rows;
}

async function files(folder: string): Promise<{ database: Buffer; log: Buffer; copy: Buffer }> {
  const read = (end: string) => fs.readFile(join(folder, NAME + end)).catch(() => Buffer.alloc(0));
  return { database: await read(""), log: await read(".wal"), copy: await read(".metadata") };
}

type Files = Awaited<ReturnType<typeof files>>;

interface Checkpoint {
  readonly before: Files;
  readonly after: Files;
  /** Stored rows. */
  readonly rows: number;
}

/** The files before and after each checkpoint of a database that grows, and of which measurements are deleted. */
async function checkpointsIn(folder: string): Promise<Checkpoint[]> {
  const made: Checkpoint[] = [];
  const store = await openIn(folder);
  const { run } = DuckDBConnection.prototype;
  let rows = 0;
  DuckDBConnection.prototype.run = async function (sql, ...rest) {
    if (sql !== "CHECKPOINT") return run.call(this, sql, ...rest);
    const before = await files(folder);
    const result = await run.call(this, sql, ...rest);
    made.push({ before, after: await files(folder), rows });
    return result;
  };
  try {
    for (let round = 1; round <= 6; round++) {
      const points = Array.from({ length: ROWS * DEVICES }, (_none, i) =>
        makePoint(BigInt(round * 1000 + i), { n: i, text: `row ${i % 7}` }, { measurement: `m${i % DEVICES}` }),
      );
      await store.write(points, round);
      rows += points.length;
      if (round === 4) {
        rows -= 4 * ROWS;
        await store.remove("lab_net", "m1");
      }
      await store.checkpoints!.secure();
    }
  } finally {
    DuckDBConnection.prototype.run = run;
    await store.close();
  }
  return made;
}

/** What the disk has if the file's new header was not written, and of one block only some pages: all other blocks were. */
function tornFile({ before, after }: Checkpoint, at: number, pages: number): Buffer {
  const file = Buffer.alloc(Math.max(before.database.length, after.database.length));
  before.database.copy(file);
  after.database.copy(file);
  before.database.copy(file, 0, 0, HEAD);
  before.database.copy(file, at, at, at + BLOCK);
  after.database.copy(file, at, at, at + pages * PAGE);
  return file;
}

/** Places of blocks that the checkpoint changed, among those of which there is a copy. */
function overwritten({ before: { database, copy }, after }: Checkpoint): number[] {
  const places: number[] = [];
  for (let at = HEAD; at + 8 + BLOCK < copy.length; at += 8 + BLOCK) {
    const place = HEAD + Number(copy.readBigUInt64LE(at)) * BLOCK;
    const of = (file: Buffer) => file.subarray(place, place + BLOCK);
    if (!of(database).equals(of(after.database))) places.push(place);
  }
  return places;
}

test("a database opens with everything, wherever a checkpoint's write of metadata was cut", () =>
  inTemporaryFolder(async (folder) => {
    const database = join(folder, "database");
    await fs.mkdir(database);
    const made = await checkpointsIn(database);
    let [torn, refused] = [0, 0];
    for (const checkpoint of made)
      for (const place of overwritten(checkpoint))
        for (const pages of PAGES) {
          const cut = await fs.mkdtemp(join(folder, "cut-"));
          await fs.writeFile(join(cut, NAME), tornFile(checkpoint, place, pages));
          await fs.writeFile(join(cut, `${NAME}.wal`), checkpoint.before.log);
          // DuckDB alone, which this test is about, refuses most of them.
          await rowsIn(cut).catch(() => refused++);
          await fs.writeFile(join(cut, NAME), tornFile(checkpoint, place, pages));
          await fs.writeFile(join(cut, `${NAME}.wal`), checkpoint.before.log);
          await fs.writeFile(join(cut, `${NAME}.metadata`), checkpoint.before.copy);
          assert.equal(await rowsIn(cut), checkpoint.rows, `${pages} pages at ${place}`);
          assertClosed(join(cut, NAME));
          torn++;
        }
    assert.ok(torn > 0 && refused > 0, `${torn} files are torn, of which DuckDB refuses ${refused}`);
  }));

test("a copy of another state, or a damaged one, changes nothing", () =>
  inTemporaryFolder(async (folder) => {
    const database = join(folder, "database");
    await fs.mkdir(database);
    const made = await checkpointsIn(database);
    const [{ before: old }, { after }] = [made[2]!, made.at(-1)!];
    const damaged = Buffer.from(after.copy);
    damaged[HEAD + 100]! ^= 1;
    for (const copy of [old.copy, damaged, Buffer.from("?"), Buffer.alloc(0)]) {
      await fs.writeFile(join(database, `${NAME}.metadata`), copy);
      assert.equal(await rowsIn(database), made.at(-1)!.rows);
    }
  }));
