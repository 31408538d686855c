import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type FileJournal, openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import type { Cursor, LogBlock, LogEntry, LogReader, RecordedEntry } from "../../../runtime/model/message-log.ts";
import { PagedRow, RowPage } from "../../../runtime/model/paged-row.ts";
import type { Point } from "../../../runtime/model/point.ts";
import { StoreWriter, type StoreWriterOptions } from "../../../runtime/store/store-writer.ts";
import { FailingDisk } from "../../support/failing-disk.ts";
import { FakeStore } from "../../support/fake-store.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { makePoint } from "../../support/store-contract.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";

const FAST = { batchAgeMs: 2, retry: { firstMs: 1, longestMs: 4 } };

/** Payloads are comma-separated numbers, one point each. */
function decode({ message }: LogEntry): Point[] {
  const text = Buffer.from(message.payload).toString();
  if (text === "") return [];
  return text.split(",").map((digits) => makePoint(BigInt(digits), { n: Number(digits) }));
}

interface Rig {
  readonly journal: FileJournal;
  readonly log: FileLog;
  readonly store: FakeStore;
  readonly writer: StoreWriter;
  readonly refused: bigint[];
  /** What intake does with a message. */
  accept(payload: string): string;
  stop(): Promise<void>;
}

async function rigIn(
  directory: string,
  store: FakeStore,
  more: Partial<StoreWriterOptions> & { disk?: FailingDisk; tailBytes?: number } = {},
): Promise<Rig> {
  const { disk, tailBytes = 1 << 20, ...options } = more;
  const open = disk === undefined ? {} : { open: disk.open };
  const journal = await openJournal({ directory, maxBytes: 1 << 26, commitIntervalMs: 0, segmentBytes: 4000, ...open });
  const log = new FileLog(journal, { tailBytes });
  const refused: bigint[] = [];
  const writer = new StoreWriter({
    store,
    log: log.reader(),
    decode,
    deadLetters: { durable: async () => {} },
    onRefused: ({ point }) => void refused.push(point.timeNs),
    ...options,
    limits: { ...FAST, ...options.limits },
  });
  const accept = (payload: string): string => log.append(messageOf(payload)).id;
  const stop = async (): Promise<void> => {
    await writer.drain(20);
    await journal.close();
  };
  return { journal, log, store, writer, refused, accept, stop };
}

function numbers(store: FakeStore): number[] {
  return store.points.map(({ timeNs }) => Number(timeNs));
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

/** A store that may lose what it stored since the last checkpoint. */
class ForgetfulStore extends FakeStore {
  failures = 0;
  readonly checkpoints = {
    checkpointed: 0,
    secure: async (): Promise<void> => {
      if (this.failures-- > 0) throw new Error("somebody reads");
      this.checkpoints.checkpointed = this.committed ?? 0;
    },
  };
}

/** Messages 1, 2, 3, … in blocks of these sizes. */
class BlockLog implements LogReader {
  readonly identity = { uuid: "u", predatesIdentities: false, committed: 0 };
  readonly isShort = false;
  readonly count: number;
  overdue = 0;
  committed = 0;
  readonly #sizes: readonly number[];

  constructor(sizes: readonly number[]) {
    this.#sizes = sizes;
    this.count = sizes.reduce((sum, size) => sum + size, 0);
  }

  get waiting(): number {
    return this.count - this.committed;
  }

  async *read(_: Cursor | undefined, stop: AbortSignal): AsyncGenerator<LogBlock> {
    let cursor = 0;
    for (const size of this.#sizes) {
      const first = cursor + 1;
      cursor += size;
      const entries = Array.from({ length: size }, (_, i) => {
        const at = first + i;
        return { id: `${at}`, message: messageOf(`${at}`), cursor: at, epoch: 0 };
      });
      yield { entries, cursor, behind: false, epoch: 0 };
    }
    await new Promise((resolve) => stop.addEventListener("abort", resolve));
  }

  commit(cursor: Cursor): void {
    this.committed = cursor;
  }

  async settled(): Promise<boolean> {
    return this.waiting === 0;
  }
}

test("what the store has but could lose is kept, and written again when it is lost", () =>
  inTemporaryFolder(async (directory) => {
    const store = new ForgetfulStore();
    let rig = await rigIn(directory, store);
    rig.writer.start({ committed: 0 });
    for (let n = 1; n <= 100; n++) rig.accept(String(n));
    await until(() => store.points.length === 100);
    await store.checkpoints.secure();
    for (let n = 101; n <= 300; n++) rig.accept(String(n));
    await until(() => store.points.length === 300);
    await rig.stop();
    // A power failure: unsecured data is lost.
    store.points.splice(100);
    store.committed = 100;
    rig = await rigIn(directory, store);
    assert.equal(rig.journal.committed, 100);
    rig.writer.start({ committed: 100 });
    await until(() => store.points.length === 300);
    assert.deepEqual(numbers(store), upTo(300));
    assert.equal(rig.journal.status().counts?.["lost"], 0);
    await rig.stop();
  }));

test("a journal that is short of space asks the store to secure its data, until that succeeds", () =>
  inTemporaryFolder(async (directory) => {
    const store = new ForgetfulStore();
    const journal = await openJournal({ directory, maxBytes: 40_000, commitIntervalMs: 0, segmentBytes: 4000 });
    const log = new FileLog(journal);
    const options = { store, log: log.reader(), decode, deadLetters: { durable: async () => {} }, onRefused: () => {} };
    const writer = new StoreWriter({ ...options, limits: FAST });
    writer.start({ committed: 0 });
    store.failures = 1;
    const isAppended = (n: number): boolean => {
      try {
        log.append(messageOf(String(n)));
        return true;
      } catch {
        return false;
      }
    };
    for (let n = 1; n <= 2000; n++) await until(() => isAppended(n), "room in the journal");
    assert.equal(await writer.drain(10_000), true);
    assert.deepEqual(numbers(store), upTo(2000));
    assert.ok(store.failures < 0, "the store failed");
    await journal.close();
  }));

test("points reach the store in order, and the journal's position follows", () =>
  inTemporaryFolder(async (directory) => {
    const rig = await rigIn(directory, new FakeStore());
    rig.writer.start({ committed: 0 });
    for (const payload of ["1", "2,3", "", "4"]) rig.accept(payload);
    assert.equal(await rig.writer.drain(2000), true);
    assert.deepEqual(numbers(rig.store), [1, 2, 3, 4]);
    assert.equal(rig.store.committed, 4);
    assert.equal(rig.journal.committed, 4);
    assert.equal(rig.writer.status().state, "ok");
    await rig.stop();
  }));

test("a message without points moves the position too", () =>
  inTemporaryFolder(async (directory) => {
    const rig = await rigIn(directory, new FakeStore());
    rig.writer.start({ committed: 0 });
    rig.accept("");
    await until(() => rig.journal.committed === 1);
    assert.deepEqual(rig.store.batches, [{ rows: 0, position: 1 }]);
    await rig.stop();
  }));

test("batches end at message boundaries and have no more rows than allowed, unless a single message does", () =>
  inTemporaryFolder(async (directory) => {
    const rig = await rigIn(directory, new FakeStore(), { limits: { batchRows: 3, batchAgeMs: 2 } });
    for (const payload of ["1,2", "3,4", "5", "6,7,8,9,10", "11"]) rig.accept(payload);
    await rig.journal.durable();
    rig.writer.start({ committed: 0 });
    await rig.writer.drain(2000);
    assert.deepEqual(numbers(rig.store), upTo(11));
    assert.deepEqual(rig.store.batches, [
      { rows: 2, position: 1 },
      { rows: 3, position: 3 },
      { rows: 5, position: 4 },
      { rows: 1, position: 5 },
    ]);
    await rig.stop();
  }));

test("a batch ends when its rows have the allowed number of values, however few rows they are", () =>
  inTemporaryFolder(async (directory) => {
    const rig = await rigIn(directory, new FakeStore(), { limits: { batchValues: 2, batchAgeMs: 2 } });
    for (const payload of ["1", "2", "3", "4,5,6", "7"]) rig.accept(payload);
    await rig.journal.durable();
    rig.writer.start({ committed: 0 });
    await rig.writer.drain(2000);
    assert.deepEqual(
      rig.store.batches.map(({ rows }) => rows),
      [2, 4, 1],
    );
    await rig.stop();
  }));

test("only durable journal messages are stored", () =>
  inTemporaryFolder(async (directory) => {
    const disk = new FailingDisk();
    const rig = await rigIn(directory, new FakeStore(), { disk });
    rig.writer.start({ committed: 0 });
    disk.failWith = "ENOSPC";
    rig.accept("1");
    await until(() => rig.journal.status().state === "down");
    assert.deepEqual(rig.store.batches, []);
    disk.failWith = undefined;
    await until(() => rig.journal.committed === 1);
    assert.deepEqual(numbers(rig.store), [1]);
    await rig.stop();
  }));

test("messages that an earlier process left in the journal are stored first, each once", () =>
  inTemporaryFolder(async (directory) => {
    const store = new FakeStore();
    const former = await rigIn(directory, store);
    for (let n = 1; n <= 50; n++) former.accept(`${n}`);
    await former.journal.durable();
    await former.journal.close();
    const rig = await rigIn(directory, store, { limits: { batchRows: 7 } });
    rig.writer.start(await store.open());
    for (let n = 51; n <= 60; n++) rig.accept(`${n}`);
    assert.equal(await rig.writer.drain(5000), true);
    assert.deepEqual(numbers(store), upTo(60));
    assert.equal(rig.writer.status().counts?.["replayed"], 50);
    await rig.stop();
  }));

test("a store that is down is retried, and nothing is lost or duplicated", () =>
  inTemporaryFolder(async (directory) => {
    const store = new FakeStore();
    const findings: string[] = [];
    const onFinding = (sentence: string) => findings.push(sentence);
    const rig = await rigIn(directory, store, { tailBytes: 1000, limits: { batchRows: 5 }, onFinding });
    rig.writer.start({ committed: 0 });
    let down = true;
    store.failure = () => (down ? "connection refused" : undefined);
    for (let n = 1; n <= 200; n++) {
      rig.accept(`${n}`);
      if (n % 20 === 0) await pause(1, "the writer goes on meanwhile");
    }
    await until(() => rig.writer.status().state === "down");
    assert.match(rig.writer.status().detail, /200 messages wait; trying again in \d+\.\d s/);
    assert.match(rig.writer.status().lastError!.message, /connection refused/);
    assert.ok(
      rig.writer.status().counts!["queuedRows"]! <= 20,
      `${rig.writer.status().counts!["queuedRows"]} rows are queued`,
    );
    down = false;
    await until(() => rig.journal.committed === 200);
    assert.deepEqual(numbers(store), upTo(200));
    assert.ok(rig.writer.status().counts!["replayed"]! > 50, `${rig.writer.status().counts!["replayed"]}`);
    await until(() => rig.writer.status().state === "ok");
    assert.equal(findings[0], "The store cannot be written: connection refused");
    assert.deepEqual(
      findings.filter((sentence) => !sentence.includes("cannot")),
      ["The store can be written again"],
    );
    await rig.stop();
  }));

test("a store that is too slow reads from the journal, and from memory again when it has caught up", () =>
  inTemporaryFolder(async (directory) => {
    const store = new FakeStore();
    let release = () => {};
    store.gate = new Promise((resolve) => {
      release = resolve;
    });
    const rig = await rigIn(directory, store, { tailBytes: 3000, limits: { batchRows: 4, batchAgeMs: 1 } });
    rig.writer.start({ committed: 0 });
    for (let n = 1; n <= 100; n++) rig.accept(`${n}`);
    await pause(10, "the writer reads on while the store hangs");
    release();
    await until(() => rig.journal.committed === 100);
    const replayed = rig.writer.status().counts!["replayed"];
    for (let n = 101; n <= 105; n++) rig.accept(`${n}`);
    await until(() => rig.journal.committed === 105);
    assert.equal(rig.writer.status().counts!["replayed"], replayed);
    assert.deepEqual(numbers(store), upTo(105));
    await rig.stop();
  }));

test("without an age, what becomes durable during a write is all in the next batch", () =>
  inTemporaryFolder(async (directory) => {
    const store = new FakeStore();
    const batches: number[] = [];
    let finish = () => {};
    const slow: StoreWriterOptions["store"] = {
      open: () => store.open(),
      write: async (points, position) => {
        batches.push(points.length);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return store.write(points, position);
      },
    };
    const rig = await rigIn(directory, store, { store: slow, limits: { batchAgeMs: 0, longestAgeMs: 0 } });
    rig.writer.start({ committed: 0 });
    rig.accept("1");
    await until(() => batches.length === 1);
    for (let n = 2; n <= 10; n++) {
      rig.accept(String(n));
      await rig.journal.durable();
    }
    finish();
    await until(() => batches.length === 2);
    assert.deepEqual(batches, [1, 9]);
    finish();
    await rig.stop();
  }));

test("refused points are kept before the position moves, and reported once although the write is repeated", () =>
  inTemporaryFolder(async (directory) => {
    const store = new FakeStore();
    store.refuses = ({ timeNs }) => timeNs % 2n === 0n;
    let failures = 3;
    const deadLetters = {
      durable: async () => {
        assert.equal(store.committed, 0);
        if (failures-- > 0) throw new Error("disk full");
      },
    };
    const rig = await rigIn(directory, store, { deadLetters });
    rig.accept("1,2,3,4");
    rig.writer.start({ committed: 0 });
    await until(() => rig.journal.committed === 1);
    assert.deepEqual(rig.refused, [2n, 4n]);
    assert.deepEqual(numbers(store), [1, 3]);
    assert.equal(rig.writer.status().counts?.["refused"], 2);
    await rig.stop();
  }));

test("a message whose decoding throws does not block those after it", () =>
  inTemporaryFolder(async (directory) => {
    const findings: string[] = [];
    const former = await rigIn(directory, new FakeStore());
    for (const payload of ["1", "2", "3"]) former.accept(payload);
    await former.journal.close();
    const rig = await rigIn(directory, new FakeStore(), {
      decode: (entry) => {
        if (entry.cursor === 2) throw new Error("no such channel");
        return decode(entry);
      },
      onFinding: (sentence) => findings.push(sentence),
    });
    rig.writer.start({ committed: 0 });
    await until(() => rig.journal.committed === 3);
    assert.deepEqual(numbers(rig.store), [1, 3]);
    assert.deepEqual(findings, ["The message at journal position 2 cannot be decoded: no such channel"]);
    await rig.stop();
  }));

test("a store that cannot be opened yet is opened as soon as possible", () =>
  inTemporaryFolder(async (directory) => {
    const store = new FakeStore();
    store.committed = undefined;
    store.failure = () => (store.opens < 4 ? "connection refused" : undefined);
    const rig = await rigIn(directory, store);
    rig.writer.start();
    rig.accept("1");
    await until(() => rig.journal.committed === 1);
    assert.equal(store.opens, 4);
    assert.deepEqual(numbers(store), [1]);
    await rig.stop();
  }));

test("a store that is ahead of a new journal does not take its messages for stored", () =>
  inTemporaryFolder(async (directory) => {
    const store = new FakeStore();
    store.committed = 500;
    const rig = await rigIn(directory, store);
    rig.writer.start(await store.open());
    assert.match(rig.accept("1"), /\/501$/);
    await until(() => store.committed === 501);
    await rig.stop();
    const again = await rigIn(directory, store);
    again.writer.start(await store.open());
    assert.match(again.accept("2"), /\/502$/);
    await until(() => store.committed === 502);
    assert.deepEqual(numbers(store), [1, 2]);
    await again.stop();
  }));

test("a store that is behind gets what the journal still contains", () =>
  inTemporaryFolder(async (directory) => {
    const store = new FakeStore();
    const rig = await rigIn(directory, store);
    rig.writer.start({ committed: 0 });
    for (let n = 1; n <= 5; n++) rig.accept(`${n}`);
    await until(() => rig.journal.committed === 5);
    await rig.stop();
    store.points.length = 0;
    const again = await rigIn(directory, store);
    again.writer.start({ committed: 2 });
    await until(() => numbers(store).length === 3);
    assert.deepEqual(numbers(store), [3, 4, 5]);
    await again.stop();
  }));

test("draining a store that hangs gives up in time and reports it", () =>
  inTemporaryFolder(async (directory) => {
    const store = new FakeStore();
    store.gate = new Promise(() => {});
    const rig = await rigIn(directory, store);
    rig.writer.start({ committed: 0 });
    rig.accept("1");
    assert.equal(await rig.writer.drain(30), false);
    await rig.journal.close();
  }));

test("a store that fails at random gets everything once and in order", () =>
  inTemporaryFolder(async (directory) => {
    const store = new FakeStore();
    let state = 12345;
    const random = () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state / 2 ** 32;
    };
    store.failure = () => (random() < 0.4 ? "timeout" : undefined);
    const rig = await rigIn(directory, store, {
      tailBytes: 10_000,
      limits: { batchRows: 8, batchAgeMs: 1, retry: { firstMs: 1, longestMs: 2 } },
    });
    rig.writer.start({ committed: 0 });
    for (let n = 1; n <= 1500; n++) {
      rig.accept(`${n}`);
      if (random() < 0.1) await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => rig.journal.committed === 1500);
    assert.deepEqual(numbers(store), upTo(1500));
    await rig.stop();
  }));

function givingUp(store: FakeStore, log: BlockLog): { readonly writer: StoreWriter; readonly kept: number[] } {
  store.committed = undefined;
  const kept: number[] = [];
  const writer = new StoreWriter({
    store,
    log,
    decode,
    deadLetters: { durable: async () => {} },
    onRefused: () => {},
    onGivenUp: async (points) => void kept.push(...points.map(({ timeNs }) => Number(timeNs))),
    limits: { ...FAST, batchRows: 400 },
  });
  writer.start({ committed: undefined });
  return { writer, kept };
}

test("of a batch that is partly beyond the backlog, only that part is given up; the rest waits and is stored", async () => {
  for (const [blocks, overdue, givenUp] of [
    [[100, 100, 100], 250, 200],
    [[100, 100, 100], 99, 0],
    [[100, 100, 100], 300, 300],
    // The second batch begins in the middle of a block.
    [[100, 450], 550, 550],
  ] as const) {
    const store = new FakeStore();
    let isAway = true;
    store.failure = () => (isAway ? "connection refused" : undefined);
    const log = new BlockLog(blocks);
    const { writer, kept } = givingUp(store, log);
    await until(() => writer.status().counts!["failures"]! > 2);
    log.overdue = overdue;
    await until(() => kept.length >= givenUp);
    isAway = false;
    await until(() => log.committed === log.count, "all blocks are committed");
    assert.deepEqual([kept, numbers(store)], [upTo(givenUp), upTo(log.count).slice(givenUp)]);
    await writer.stop(1000);
  }
});

test("a slow store gets a batch that is partly beyond the backlog, once; one that hangs gives it up", async () => {
  for (const [overdue, stored] of [
    [250, 300],
    [300, 0],
  ] as const) {
    const store = new FakeStore();
    let goOn = () => {};
    store.gate = new Promise((resolve) => {
      goOn = resolve;
    });
    const log = new BlockLog([100, 100, 100]);
    log.overdue = 250;
    const { writer, kept } = givingUp(store, log);
    await until(() => (writer.state().queuedRows ?? 0) === 300);
    log.overdue = overdue;
    await pause(600, "the writer looks twice at the backlog meanwhile");
    assert.equal(kept.length, 300 - stored);
    if (stored > 0) goOn();
    await until(() => log.committed === log.count, "all blocks are committed");
    assert.deepEqual([store.batches.length, numbers(store)], [stored > 0 ? 1 : 0, upTo(stored)]);
    goOn();
    await writer.stop(1000);
  }
});

test("a page is used again once all of its rows are stored at the first attempt, none was refused, and nobody reads them later", async () => {
  const shape = {
    database: "lab",
    measurement: "m",
    timeSource: "receipt" as const,
    columns: [{ name: "n", type: "float" as const }],
    more: [],
    hasIntegers: false,
    schema: "00000000",
  };
  const cases: readonly [string, number, (store: FakeStore) => Partial<StoreWriterOptions>][] = [
    ["stored", 1, () => ({})],
    ["told, and not kept", 1, () => ({ onStored: () => {}, keepsStored: () => false })],
    ["kept", 0, () => ({ onStored: () => {}, keepsStored: () => true })],
    ["perhaps kept", 0, () => ({ onStored: () => {} })],
    [
      "refused",
      0,
      (store) => {
        store.refuses = ({ timeNs }) => timeNs === 2n;
        return {};
      },
    ],
    [
      "the second attempt",
      0,
      (store) => {
        let failures = 1;
        store.failure = () => (failures-- > 0 ? "away" : undefined);
        return {};
      },
    ],
  ];
  for (const [name, expected, prepare] of cases) {
    await inTemporaryFolder(async (directory) => {
      const store = new FakeStore();
      let done = 0;
      const page = new RowPage(shape, 3, () => void done++);
      const more = prepare(store);
      const paged = (entry: LogEntry): Point[] => {
        const index = page.count++;
        page.timesNs[index] = BigInt(Buffer.from(entry.message.payload).toString());
        return [new PagedRow(page, index, entry as RecordedEntry)];
      };
      // What the store was given is read while it can be.
      const times: bigint[] = [];
      const write = store.write.bind(store);
      store.write = async (points, position, before) => {
        const outcome = await write(points, position, before);
        times.push(...points.map(({ timeNs }) => timeNs));
        return outcome;
      };
      const rig = await rigIn(directory, store, { ...more, decode: paged });
      rig.writer.start({ committed: 0 });
      for (const n of [1, 2]) rig.accept(String(n));
      await until(() => rig.journal.committed === 2);
      assert.equal(done, 0, `${name}: not before the page is full`);
      rig.accept("3");
      await until(() => rig.journal.committed === 3);
      await rig.stop();
      assert.deepEqual([done, times], [expected, [1n, 2n, 3n]], name);
    });
  }
});

test("a batch's rows can be collected as soon as the writer says that it keeps none", () =>
  inTemporaryFolder(async (directory) => {
    setFlagsFromString("--expose-gc");
    const gc = runInNewContext("gc") as () => void;
    setFlagsFromString("--no-expose-gc");
    const refs: WeakRef<Point>[] = [];
    const left: number[][] = [];
    const store = new FakeStore();
    store.write = async (points) => {
      refs.push(...points.map((point) => new WeakRef(point)));
      await nextTurn();
      return { stored: points.length, refused: [] };
    };
    const onLetGo = (rows: number): void => {
      gc();
      left.push([rows, refs.splice(0).filter((ref) => ref.deref() !== undefined).length]);
    };
    const rig = await rigIn(directory, store, { onLetGo });
    rig.writer.start({ committed: 0 });
    for (const [at, payload] of ["1,2,3", "4,5", "6"].entries()) {
      rig.accept(payload);
      await until(() => left.length > at);
    }
    await rig.stop();
    assert.deepEqual(left, [
      [3, 0],
      [2, 0],
      [1, 0],
    ]);
  }));
