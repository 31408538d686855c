import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { LogBlock } from "../../../runtime/model/message-log.ts";
import { Batches } from "../../../runtime/store/batches.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { makePoint } from "../../support/store-contract.ts";
import { pause } from "../../support/until.ts";

const LIMITS = { batchRows: 100, batchValues: 1000, batchAgeMs: 1, longestAgeMs: 60_000 };

/** Batches of a log to which messages are appended one by one. */
function batchesOfLog(limits = LIMITS, wait = later, isAwaited = () => false) {
  let cursor = 0;
  let append = (_: LogBlock): void => {};
  const read = async function* (): AsyncIterable<LogBlock> {
    for (;;)
      yield await new Promise<LogBlock>((resolve) => {
        append = resolve;
      });
  };
  const batches = new Batches(undefined, {
    reader: { read },
    decode: () => [makePoint(1n, { n: 1 })],
    isAwaited,
    limits,
    stop: new AbortController().signal,
  });
  const accept = async (): Promise<void> => {
    cursor++;
    append({
      entries: [{ id: `${cursor}`, message: messageOf("1"), cursor, epoch: 0 }],
      cursor,
      behind: false,
      epoch: 0,
    });
    await wait();
  };
  return { batches, accept };
}

function later(): Promise<void> {
  return pause(20, "longer than a batch may wait for rows");
}

test("after a slow write, the next batch waits for more rows, unless it is hurried", async () => {
  const { batches, accept } = batchesOfLog();
  const next = batches.next(15_000);
  await later();
  for (let n = 0; n < 3; n++) await accept();
  assert.equal(batches.rows, 3);
  batches.hurry();
  assert.equal((await next)?.messages, 3);
});

test("a batch waits no longer than allowed, however long the store took, and no shorter", async () => {
  const { batches, accept } = batchesOfLog({ ...LIMITS, longestAgeMs: 1 });
  const first = batches.next(15_000);
  await later();
  await accept();
  assert.equal((await first)?.messages, 1);
  const second = batches.next(0);
  await accept();
  assert.equal((await second)?.messages, 1);
});

test("where many come, a batch waits for more, until somebody reads what is stored", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  // On a busy machine a batch takes longer, and fewer would come in a millisecond.
  let nowMs = 0;
  const clock = mock.method(performance, "now", () => nowMs);
  const pass = (ms: number) => {
    nowMs += ms;
    mock.timers.tick(ms);
  };
  try {
    let isAwaited = false;
    const limits = { ...LIMITS, batchValues: 3, batchAgeMs: 200, longestAgeMs: 1000 };
    const { batches, accept } = batchesOfLog(limits, setImmediate, () => isAwaited);
    const first = batches.next(0);
    await accept();
    pass(200);
    assert.equal((await first)?.messages, 1);

    const second = batches.next(0);
    await accept();
    pass(999);
    await accept();
    assert.equal(batches.rows, 2);
    pass(1);
    assert.equal((await second)?.messages, 2);

    const third = batches.next(0);
    await accept();
    batches.soon();
    assert.equal((await third)?.messages, 1);

    isAwaited = true;
    const fourth = batches.next(0);
    await accept();
    pass(200);
    assert.equal((await fourth)?.messages, 1);
  } finally {
    mock.timers.reset();
    clock.mock.restore();
  }
});
