/** Slow requests that arrive together do not delay others by their sum. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ownTurn, Turns } from "../../../runtime/lib/turns.ts";

/** Counts the turns of the event loop while `work` goes on. */
async function counted<T>(work: (turn: () => number) => Promise<T>): Promise<T> {
  let [turns, isOver] = [0, false];
  const next = () => {
    turns++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  try {
    return await work(() => turns);
  } finally {
    isOver = true;
  }
}

test("ten waiting tasks each get their own turn", () =>
  counted(async (turn) => {
    const had = await Promise.all(Array.from({ length: 10 }, () => ownTurn().then(turn)));
    assert.equal(new Set(had).size, 10);
  }));

test("pieces of two long tasks run in different turns", () =>
  counted(async (turn) => {
    const work = async () => {
      const turns = new Turns();
      const had = new Set<number>();
      while (had.size < 3) {
        await turns.next();
        had.add(turn());
        const until = performance.now() + 6;
        while (performance.now() < until);
      }
      return [...had].slice(1);
    };
    const [one = [], other = []] = await Promise.all([work(), work()]);
    assert.deepEqual(
      one.filter((had) => other.includes(had)),
      [],
    );
  }));
