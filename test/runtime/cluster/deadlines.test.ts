import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Deadlines } from "../../../runtime/cluster/deadlines.ts";

test("a missed deadline is reported once, in starting order; a met one is not", async () => {
  const deadlines = new Deadlines(30);
  const late: number[] = [];
  const all = Array.from({ length: 3000 }, (_, number) => deadlines.begin(() => late.push(number)));
  for (const [number, each] of all.entries()) if (number !== 5 && number !== 2999) deadlines.end(each);
  await sleep(20);
  const again = deadlines.begin(() => late.push(3000));
  while (late.length < 2) await sleep(5);
  assert.deepEqual(late, [5, 2999]);
  deadlines.end(all[5]!);
  deadlines.end(again);
  await sleep(60);
  assert.deepEqual(late, [5, 2999]);
});
