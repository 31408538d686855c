import assert from "node:assert/strict";
import type { EventLoopUtilization } from "node:perf_hooks";
import { test } from "node:test";
import { collectOnceLoaded, collectYoung } from "../../../runtime/lib/collect-garbage.ts";

test("a thread that works is not stopped by a collection of the whole heap; one that rests is, once", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const shares = [0.5, 0.03, 0.001, 0];
  const seconds: number[] = [];
  let second = 0;
  const worked = (_now?: EventLoopUtilization, before?: EventLoopUtilization): EventLoopUtilization => ({
    idle: 0,
    active: 0,
    utilization: before === undefined ? 0 : shares[second]!,
  });
  collectOnceLoaded(() => seconds.push(second), worked);
  for (second = 0; second < shares.length; second++) context.mock.timers.tick(1000);
  assert.deepEqual(seconds, [2]);
});

test("young objects are freed at once, and those in use stay", () => {
  const kept = Array.from({ length: 100 }, (_, index) => ({ index }));
  // V8 may collect by itself while they are made.
  const freed = Array.from({ length: 5 }, () => {
    collectYoung();
    for (let n = 0; n < 3000; n++) ({ n, text: [n, n + 1, n + 2] }).text.push(n);
    const before = process.memoryUsage().heapUsed;
    collectYoung();
    return before - process.memoryUsage().heapUsed;
  });
  assert.ok(Math.max(...freed) > 100_000, `${freed} bytes were freed`);
  assert.equal(kept[99]!.index, 99);
});
