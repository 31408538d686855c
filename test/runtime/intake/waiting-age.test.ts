import assert from "node:assert/strict";
import { test } from "node:test";
import { WaitingAge } from "../../../runtime/intake/waiting-age.ts";

function ages(oldestMs?: number) {
  const journal = { tail: 0, committed: 0 };
  const clock = { ms: 100_000 };
  const begin = (tail: number) => {
    journal.tail = tail;
    return new WaitingAge(journal, oldestMs, () => clock.ms);
  };
  const after = (age: WaitingAge, seconds: number, change: Partial<typeof journal> = {}) => {
    Object.assign(journal, change);
    age.look();
    clock.ms += seconds * 1000;
    return age.seconds();
  };
  return { begin, after };
}

test("nothing waits: no age", () => {
  const { begin, after } = ages();
  const age = begin(0);
  assert.equal(age.seconds(), 0);
  assert.equal(after(age, 10), 0);
  assert.equal(after(age, 10, { tail: 5, committed: 5 }), 0);
});

test("the oldest message that waits counts, not those that came later", () => {
  const { begin, after } = ages();
  const age = begin(0);
  assert.equal(after(age, 3, { tail: 1 }), 3);
  assert.equal(after(age, 4, { tail: 9 }), 7);
  assert.equal(after(age, 1, { committed: 1 }), 5);
  assert.equal(after(age, 1, { committed: 9 }), 0);
});

test("what an earlier process left is as old as it is", () => {
  const { begin, after } = ages(40_000);
  const age = begin(1000);
  assert.equal(age.seconds(), 60);
  assert.equal(after(age, 1, { tail: 1001 }), 61);
  assert.equal(after(age, 1, { committed: 1000 }), 2);
});

test("days of waiting take little room and lose little", () => {
  const { begin, after } = ages();
  const age = begin(0);
  const steps = 200_000;
  for (let step = 1; step <= steps; step++) after(age, 1, { tail: step });
  assert.equal(age.seconds(), steps);
  const half = after(age, 0, { committed: steps / 2 });
  assert.ok(half >= steps / 2 && half < steps / 2 + 100, `${half} s`);
});
