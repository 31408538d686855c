import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { insist } from "../../../runtime/parts/cluster/insist.ts";

function clocked(t: TestContext) {
  let now = 0;
  Object.defineProperty(performance, "now", { value: () => now, configurable: true });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  return (ms: number) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
}

test("an unanswered request is sent again after 0.7 s, then every 0.4 s, for at most 6 s", async (t) => {
  const { now } = performance;
  t.after(() => Object.defineProperty(performance, "now", { value: now, configurable: true }));
  const tick = clocked(t);
  const waits: number[] = [];
  let answer: (value: string) => void = () => {};
  const insisted = insist<string>((attempt, timeoutMs) => {
    waits.push(timeoutMs);
    return new Promise((resolve) => {
      if (attempt === 1) answer = resolve;
    });
  });
  for (let ms = 0; ms < 8000; ms += 100) tick(100);
  assert.deepEqual(waits, [6000, 5300, 4900, 4500, 4100, 3700, 3300, 2900, 2500, 2100, 1700, 1300, 900, 500]);
  answer("of the second attempt");
  assert.equal(await insisted, "of the second attempt");
});

test("a refused request is not repeated", async () => {
  let asked = 0;
  const ask = () => {
    asked++;
    return Promise.reject(new Error("no"));
  };
  await assert.rejects(insist(ask), /^Error: no$/);
  assert.equal(asked, 1);
});
