import assert from "node:assert/strict";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openJournal } from "../../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../../runtime/journal/file-log.ts";
import type { LogEntry } from "../../../../runtime/model/message-log.ts";
import type { Point } from "../../../../runtime/model/point.ts";
import { openDuckdbStore } from "../../../../runtime/store/duckdb/duckdb-store.ts";
import { StoreWriter } from "../../../../runtime/store/store-writer.ts";
import { messageOf } from "../../../support/journal-messages.ts";
import { makePoint } from "../../../support/store-contract.ts";
import { inTemporaryFolder } from "../../../support/temporary-folder.ts";

function decode({ message }: LogEntry): Point[] {
  const n = Number(Buffer.from(message.payload).toString());
  return [makePoint(BigInt(n), { n })];
}

interface Run {
  readonly findings: readonly string[];
  /** Numbers in the database. */
  readonly stored: readonly number[];
}

/** Runs journal, writer and database, identified by their folders' names. */
async function run(
  root: string,
  folders: { journal: string; database: string },
  numbers: readonly number[],
): Promise<Run> {
  const findings: string[] = [];
  const onFinding = (finding: string) => void findings.push(finding);
  const directory = join(root, folders.journal);
  const journal = await openJournal({ directory, maxBytes: 1 << 26, commitIntervalMs: 0 });
  const log = new FileLog(journal, { onFinding });
  const store = openDuckdbStore({ path: join(root, folders.database, "telemetry.duckdb") });
  const options = {
    store,
    log: log.reader(),
    decode,
    deadLetters: { durable: async () => {} },
    onRefused: () => {},
    onFinding,
  };
  const writer = new StoreWriter({ ...options, limits: { batchAgeMs: 2 } });
  writer.start(await store.open(log.identity));
  for (const n of numbers) log.append(messageOf(String(n)));
  assert.equal(await writer.drain(5000), true);
  const stored: number[] = [];
  for await (const { timeNs } of store.rows({ database: "lab_net", measurement: "gw_node_sensors" })) {
    stored.push(Number(timeNs));
  }
  await store.close();
  await journal.close();
  return { findings, stored };
}

/** Leaves messages in a journal that no store has stored. */
async function leave(directory: string, numbers: readonly number[]): Promise<void> {
  const journal = await openJournal({ directory, maxBytes: 1 << 26, commitIntervalMs: 0 });
  for (const n of numbers) journal.append(messageOf(String(n)));
  await journal.durable();
  await journal.close();
}

test("a journal next to a database with another history: all waiting messages are stored, and it is reported", () =>
  inTemporaryFolder(async (root) => {
    const many = Array.from({ length: 50 }, (_, i) => i + 1);
    await run(root, { journal: "a", database: "a" }, many);
    await leave(join(root, "b"), [101, 102, 103]);
    const mixed = { journal: "b", database: "a" };
    const first = await run(root, mixed, [104]);
    assert.deepEqual(first.stored, [...many, 101, 102, 103, 104]);
    assert.deepEqual(first.findings, [
      "The database was filled from another journal: the 3 messages that wait in this one are stored",
    ]);
    // They are paired now.
    const second = await run(root, mixed, [105]);
    assert.deepEqual(second.stored, [...first.stored, 105]);
    assert.deepEqual(second.findings, []);
    // The database still knows the other one.
    const third = await run(root, { journal: "a", database: "a" }, [51]);
    assert.deepEqual(third.stored, [...many, 51, 101, 102, 103, 104, 105]);
    assert.deepEqual(third.findings, []);
  }));

test("a lost journal starts anew, and new messages are not taken for stored ones", () =>
  inTemporaryFolder(async (root) => {
    const own = { journal: "a", database: "a-data" };
    await run(root, own, [1, 2, 3, 4, 5]);
    await fs.rm(join(root, "a"), { recursive: true });
    const { stored, findings } = await run(root, own, [6, 7]);
    assert.deepEqual(stored, [1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(findings, []);
  }));

test("a lost database is filled with what the journal still contains", () =>
  inTemporaryFolder(async (root) => {
    const own = { journal: "a", database: "a-data" };
    await run(root, own, [1, 2]);
    await leave(join(root, "a"), [3]);
    await fs.rm(join(root, "a-data"), { recursive: true });
    const { stored, findings } = await run(root, own, [4]);
    assert.deepEqual(stored.slice(-2), [3, 4]);
    assert.deepEqual(findings, []);
  }));

test("an older copy of the database gets the messages that it lacks", () =>
  inTemporaryFolder(async (root) => {
    const own = { journal: "a", database: "data" };
    await run(root, own, [1, 2]);
    await fs.cp(join(root, "data"), join(root, "copy"), { recursive: true });
    await leave(join(root, "a"), [3]);
    await run(root, own, [4]);
    const { stored } = await run(root, { journal: "a", database: "copy" }, [5]);
    assert.deepEqual(stored.slice(-1), [5]);
    assert.equal(new Set(stored).size, stored.length);
  }));

test("the database knows another log from the commit of its first rows on", () =>
  inTemporaryFolder(async (root) => {
    const path = join(root, "telemetry.duckdb");
    const log = { uuid: "cluster", predatesIdentities: false, committed: 0 };
    const reopened = async (body: (store: ReturnType<typeof openDuckdbStore>) => Promise<void>) => {
      const store = openDuckdbStore({ path });
      const { otherLogs = [] } = await store.open(log);
      await body(store).finally(() => store.close());
      return [...otherLogs];
    };
    const first = await reopened(async (store) => {
      await store.write([makePoint(1n, { v: 1 })], 1);
      store.receives("a/cluster");
      const fails = async () => assert.fail("the letter cannot be kept");
      await assert.rejects(store.write([makePoint(2n, { v: "text" })], 2, fails), /cannot be kept/);
    });
    const second = await reopened(async (store) => {
      store.receives("a/cluster");
      await assert.rejects(store.write([makePoint(2n, { v: "text" })], 2, () => Promise.reject(new Error("away"))));
      await store.write([makePoint(2n, { v: 2 })], 2);
      store.receives("a/cluster");
      store.receives("b's/cluster");
      await store.write([makePoint(3n, { v: 3 })], 3);
    });
    const third = await reopened(async () => {});
    assert.deepEqual([first, second, third.sort()], [[], [], ["a/cluster", "b's/cluster"]]);
  }));
