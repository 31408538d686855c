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

test("rows whose tags tell series apart replace nothing, unless the store makes one row of them", () => {
  const rows = [row("cpu0", 1), row("cpu1", 2)];
  assert.equal(new ReplacedValues().note(rows), 0);
  assert.equal(new ReplacedValues().note(rows, "merged"), 2);
  const later = new ReplacedValues();
  assert.deepEqual([later.note([row("cpu0", 1)], "merged"), later.note([row("cpu1", 1)], "merged")], [0, 1]);
});
