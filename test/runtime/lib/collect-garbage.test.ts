import assert from "node:assert/strict";
import type { EventLoopUtilization } from "node:perf_hooks";
import { test } from "node:test";
import { collectOnceLoaded } from "../../../runtime/lib/collect-garbage.ts";

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
