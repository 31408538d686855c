import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogBlock } from "../../../runtime/model/message-log.ts";
import { Batches } from "../../../runtime/store/batches.ts";
import { messageOf } from "../../support/journal-messages.ts";
import { makePoint } from "../../support/store-contract.ts";
import { pause } from "../../support/until.ts";

const LIMITS = { batchRows: 100, batchValues: 1000, batchAgeMs: 1, longestAgeMs: 60_000 };

/** Batches of a log to which messages are appended one by one. */
function batchesOfLog(limits = LIMITS) {
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
    await later();
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
