import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openJournal } from "../../../runtime/journal/file-journal.ts";
import { FileLog } from "../../../runtime/journal/file-log.ts";
import type { LogEntry } from "../../../runtime/model/message-log.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { inTemporaryFolder } from "../../support/temporary-folder.ts";
import { pause, until } from "../../support/until.ts";

const JOURNAL = { maxBytes: 1 << 26, commitIntervalMs: 0, segmentBytes: 3000 };

function textOf({ message }: LogEntry): string {
  return Buffer.from(message.payload).toString();
}

/** Reads until `count` messages came. */
async function read(log: FileLog, after: number | undefined, count: number): Promise<string[]> {
  const stop = new AbortController();
  const texts: string[] = [];
  if (count === 0) return texts;
  for await (const block of log.reader().read(after, stop.signal)) {
    for (const entry of block.entries) {
      assert.ok(entry.id.endsWith(`/${textOf(entry)}`), `${entry.id} is not that of ${textOf(entry)}`);
      texts.push(textOf(entry));
    }
    if (texts.length >= count) break;
  }
  stop.abort();
  return texts;
}

test("a reader gets every message once and in order, from memory or disk", async () => {
  const step = fc.record({ appended: fc.integer({ min: 0, max: 30 }), pauseMs: fc.integer({ min: 0, max: 3 }) });
  const steps = fc.record({
    before: fc.array(step, { maxLength: 4 }),
    during: fc.array(step, { maxLength: 8 }),
    tailBytes: fc.constantFrom(0, 2000, 5000, 1 << 20),
  });
  const property = fc.asyncProperty(steps, ({ before, during, tailBytes }) =>
    inTemporaryFolder(async (directory) => {
      const journal = await openJournal({ directory, ...JOURNAL });
      const log = new FileLog(journal, { tailBytes });
      let appended = 0;
      const write = async (all: typeof before) => {
        for (const { appended: count, pauseMs } of all) {
          for (let i = 0; i < count; i++) log.append(messageOf(`${++appended}`));
          await pause(pauseMs, "messages come in bursts");
        }
      };
      await write(before);
      const total = [...before, ...during].reduce((sum, { appended: count }) => sum + count, 0);
      const [texts] = await Promise.all([read(log, undefined, total), write(during)]);
      assert.deepEqual(
        texts,
        Array.from({ length: total }, (_, i) => `${i + 1}`),
      );
      await journal.close();
    }),
  );
  await fc.assert(property, { seed: 3, numRuns: 40 });
});

test("reading ends when it is stopped, also while it waits", () =>
  inTemporaryFolder(async (directory) => {
    const journal = await openJournal({ directory, ...JOURNAL });
    const log = new FileLog(journal);
    const stop = new AbortController();
    let read = 0;
    const reading = (async () => {
      for await (const { entries } of log.reader().read(undefined, stop.signal)) for (const _entry of entries) read++;
    })();
    log.append(messageOf("1"));
    await until(() => read === 1, "the message is read");
    stop.abort();
    await reading;
    assert.equal(read, 1);
    await journal.close();
  }));

test("settled reports in time whether appended messages are committed", () =>
  inTemporaryFolder(async (directory) => {
    const journal = await openJournal({ directory, ...JOURNAL });
    const log = new FileLog(journal);
    assert.equal(await log.settled(0), true);
    const append = log.append(messageOf("1"));
    await append.durable();
    assert.equal(log.waiting, 1);
    assert.equal(await log.settled(5), false);
    const settled = log.settled(5000);
    log.reader().commit(1);
    assert.equal(await settled, true);
    assert.equal(log.waiting, 0);
    await journal.close();
  }));

test("the age of the oldest waiting message is known, also after a restart", async (context) => {
  let nowMs = 5000;
  context.mock.method(performance, "now", () => nowMs);
  context.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  await inTemporaryFolder(async (directory) => {
    const former = await openJournal({ directory, ...JOURNAL });
    new FileLog(former).append(messageOf("1", { receivedNs: 990_000n * 1_000_000n }));
    await former.close();
    const journal = await openJournal({ directory, ...JOURNAL });
    const log = new FileLog(journal);
    await log.lookBack();
    assert.equal(log.oldestWaitingSeconds, 10);
    for (let second = 1; second <= 10_000; second++) {
      nowMs += 1000;
      // The system clock is set now and then.
      if (second % 1000 === 0) context.mock.timers.setTime(second % 2000 === 0 ? 60_000 : 4e12);
      log.append(messageOf(`${second}`));
    }
    assert.equal(log.oldestWaitingSeconds, 10_010);
    log.reader().commit(5001);
    assert.ok(Math.abs(log.oldestWaitingSeconds - 5000) <= 10, `${log.oldestWaitingSeconds}`);
    log.reader().commit(10_001);
    assert.equal(log.oldestWaitingSeconds, 0);
    await journal.close();
  });
});

test("what is kept for a while is kept so long, whatever the system clock says", async (context) => {
  let nowMs = 5000;
  context.mock.method(performance, "now", () => nowMs);
  context.mock.timers.enable({ apis: ["Date"], now: 60_000 });
  await inTemporaryFolder(async (directory) => {
    const journal = await openJournal({ directory, ...JOURNAL });
    const released: unknown[] = [];
    context.mock.method(journal, "commit", (...given: unknown[]) => void released.push(given[2]));
    const log = new FileLog(journal, { keepMs: 600_000 });
    const store = (position: number) => {
      log.append(messageOf(`${position}`));
      log.reader().commit(position, position);
      log.reader().commit(position, position);
    };
    store(1);
    context.mock.timers.setTime(Date.UTC(2030, 0, 1));
    nowMs += 599_000;
    store(2);
    assert.equal(released.at(-1), 0);
    nowMs += 2000;
    store(3);
    assert.equal(released.at(-1), 1);
    await journal.close();
  });
});
