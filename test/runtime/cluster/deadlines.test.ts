import assert from "node:assert/strict";
import { test } from "node:test";
import { Deadlines } from "../../../runtime/cluster/deadlines.ts";
import { pause, until } from "../../support/until.ts";

test("a missed deadline is reported once, in starting order; a met one is not", async () => {
  const deadlines = new Deadlines(400);
  const late: number[] = [];
  const all = Array.from({ length: 3000 }, (_, number) => deadlines.begin(() => late.push(number)));
  for (const [number, each] of all.entries()) if (number !== 5 && number !== 2999) deadlines.end(each);
  await pause(200, "this deadline is later than the others");
  const again = deadlines.begin(() => late.push(3000));
  await until(() => late.length >= 2);
  assert.deepEqual(late, [5, 2999]);
  deadlines.end(all[5]!);
  deadlines.end(again);
  await pause(600, "what ended in time is never late");
  assert.deepEqual(late, [5, 2999]);
});
