/** Reads that run while the database is closed, or opened anew, end with rows, or say that the database is away; the process goes on. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { DuckDBConnection } from "@duckdb/node-api";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { assertClosed } from "../../../support/open-files.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

const DEVICES = Array.from({ length: 8 }, (_none, i) => `d${i}`);
const PLACES = DEVICES.map((measurement) => ({ database: "lab_net", measurement }));
const ROUNDS = 20;

type Store = ReturnType<typeof openDuckdbStore>;

async function filled(path: string): Promise<Store> {
  const store = openDuckdbStore({ path });
  await store.open();
  return store;
}

function points(round: number) {
  const times = Array.from({ length: 200 }, (_none, i) => BigInt(round * 200 + i));
  return DEVICES.flatMap((measurement) =>
    times.map((ns) => makePoint(ns, { a: Number(ns), b: "text" }, { measurement })),
  );
}

async function rowsOf(store: Store): Promise<number> {
  let count = 0;
  for await (const _row of store.rows(PLACES[0]!)) count++;
  return count;
}

/** Each kind of read, more than run at once. Says how each ended. */
function reads(store: Store): Promise<readonly string[]> {
  const range = { fromNs: 0n, toNs: 10n ** 9n };
  const kinds: readonly (() => Promise<unknown>)[] = [
    () => rowsOf(store),
    () => store.series({ ...PLACES[1]!, ...range, points: 10 }),
    () => store.statistics({ ...PLACES[2]!, ...range }),
    () => store.newestRows({ places: PLACES, limit: 3 }),
    () => store.extent({ ...PLACES[3]! }),
  ];
  const started = Array.from({ length: 4 }, () => kinds.map((read) => read())).flat();
  const ended = started.map((read) =>
    read.then(
      () => "rows",
      ({ name }: Error) => name,
    ),
  );
  return Promise.all(ended);
}

const ENDS = /^rows$|^DatabaseAway$/;

test("a store is closed at any moment of its reads", () =>
  inTemporaryFolder(async (folder) => {
    for (let round = 0; round < ROUNDS; round++) {
      const store = await filled(join(folder, "t.duckdb"));
      await store.write(points(round), round + 1);
      const ended = reads(store);
      for (let turns = 0; turns < round * 3; turns++) await new Promise(setImmediate);
      await store.close();
      assertClosed(join(folder, "t.duckdb"));
      for (const said of await ended) assert.match(said, ENDS);
    }
    const store = await filled(join(folder, "t.duckdb"));
    assert.equal(await rowsOf(store), ROUNDS * 200);
    await store.close();
  }));

test("a database that breaks is opened anew at any moment of reads, and loses no rows", () =>
  inTemporaryFolder(async (folder) => {
    const store = await filled(join(folder, "t.duckdb"));
    const { run } = DuckDBConnection.prototype;
    let failures = 0;
    DuckDBConnection.prototype.run = async function (...args) {
      if (args[0] === "COMMIT" && failures-- > 0) throw new Error("FATAL Error: the disk broke");
      return run.apply(this, args);
    };
    try {
      for (let round = 0; round < ROUNDS; round++) {
        failures = 1;
        await store.write(points(round), round + 1).catch(() => {});
        const ended = reads(store);
        for (let turns = 0; turns < round * 3; turns++) await new Promise(setImmediate);
        failures = 0;
        await store.write(points(round), round + 1);
        for (const said of await ended) assert.match(said, ENDS);
      }
      assert.equal(await rowsOf(store), ROUNDS * 200);
    } finally {
      DuckDBConnection.prototype.run = run;
      await store.close();
    }
  }));

test("the file of a closed database is closed, whatever was read to its end, left, or is still held", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "t.duckdb");
    const store = await filled(path);
    await store.write(points(0), 1);
    assert.equal(await rowsOf(store), 200);
    for await (const _row of store.rows(PLACES[1]!)) break;
    const held = store.rows(PLACES[2]!)[Symbol.asyncIterator]();
    assert.equal((await held.next()).done, false);
    const batches = store.batches(PLACES[3]!)[Symbol.asyncIterator]();
    assert.equal((await batches.next()).done, false);
    await store.close();
    assertClosed(path);
    await assert.rejects(batches.next(), /was closed while it was read/);
  }));

test("an opening that fails leaves no file open", () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "t.duckdb");
    await (await filled(path)).close();
    const { run } = DuckDBConnection.prototype;
    for (const failing of [/^SET enable_external_access/, /structline/i]) {
      DuckDBConnection.prototype.run = function (...args) {
        return failing.test(args[0]) ? Promise.reject(new Error("it fails here")) : run.apply(this, args);
      };
      try {
        await assert.rejects(filled(path), /it fails here/);
      } finally {
        DuckDBConnection.prototype.run = run;
      }
      assertClosed(path);
    }
    await (await filled(path)).close();
  }));
