import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { WriteTurns } from "../../../runtime/parts/broker/write-turns.ts";

test("what many clients are sent is written by turns, to each once, and reading waits until it is", async () => {
  let nowMs = 0;
  const written: number[] = [];
  const turns = new WriteTurns(() => nowMs);
  const sockets = Array.from({ length: 10 }, (_, index) => {
    let corked = 0;
    const uncork = () => {
      corked--;
      assert.equal(corked, 0);
      written.push(index);
      nowMs += 2;
    };
    return { cork: () => void corked++, uncork } as unknown as Socket;
  });
  for (const socket of [...sockets, ...sockets]) turns.gather(socket);
  assert.deepEqual([written, turns.isBehind], [[], false]);
  const seen: unknown[] = [];
  do {
    await Promise.resolve().then(() => {});
    await setImmediate();
    seen.push([written.length, turns.isBehind]);
  } while (turns.isBehind);
  assert.deepEqual(written, [...sockets.keys()]);
  assert.ok(seen.length > 2, JSON.stringify(seen));
  turns.gather(sockets[3]!);
  await setImmediate();
  assert.equal(written.at(-1), 3);
});
