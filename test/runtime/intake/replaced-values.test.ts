/** Values that rows of one time replace [D56]. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ReplacedValues } from "../../../runtime/intake/replaced-values.ts";
import type { Point } from "../../../runtime/model/point.ts";

function row(cpu: string, usage: number, timeNs = 5n): Omit<Point, "origin"> {
  return {
    database: "d",
    measurement: "cpu",
    timeNs,
    timeSource: "payload",
    columns: [
      { name: "cpu", type: "string", isTag: true, isKey: true },
      { name: "usage", type: "float" },
    ],
    values: [cpu, usage],
  };
}

test("rows whose tags tell series apart replace nothing; rows of one series do", () => {
  const rows = [row("cpu0", 1), row("cpu1", 2)];
  assert.equal(new ReplacedValues().note(rows), 0);
  const later = new ReplacedValues();
  assert.deepEqual([later.note(rows), later.note([row("cpu1", 3)]), later.note([row("cpu1", 3)])], [0, 1, 0]);
});
