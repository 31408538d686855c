import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { SharedTurns } from "../../../runtime/lib/shared-turns.ts";

test("tasks that work in pieces continue in order, for a limited time in each turn of the event loop", async () => {
  let now = 0;
  const turns = new SharedTurns(5, () => now);
  const done: string[] = [];
  const worker = async (name: string) => {
    for (let piece = 1; piece <= 3; piece++) {
      now += 2;
      done.push(`${name}${piece}`);
      const turn = turns.mine();
      if (turn !== undefined) await turn;
    }
  };
  const workers = Promise.all(["a", "b", "c", "d"].map(worker));
  let loops = 0;
  let isOver = false;
  void workers.then(() => {
    isOver = true;
  });
  const perLoop: number[] = [];
  for (; !isOver && loops < 100; loops++) {
    const before = done.length;
    await setImmediate();
    perLoop.push(done.length - before);
  }
  await workers;
  assert.equal(done.length, 12);
  assert.ok(loops > 0 && Math.max(...perLoop) <= 4, perLoop.join());
  // No task is overtaken by more than a turn.
  assert.deepEqual(done.filter((name) => name.endsWith("3")).join(), "a3,b3,c3,d3");
});

test("a single task does not wait", async () => {
  let now = 0;
  const turns = new SharedTurns(5, () => now);
  assert.equal(turns.mine(), undefined);
  now = 4;
  assert.equal(turns.mine(), undefined);
  now = 6;
  await turns.mine();
  assert.equal(turns.mine(), undefined);
});
