/** Values that rows of one time replace [D56]. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
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

test("rows of a message that are not in order of time are compared with all earlier ones", () => {
  const rows = [row("a", 1, 1n), row("a", 2, 2n), row("a", 3, 1n), row("a", 4, 3n), row("a", 5, 2n), row("a", 5, 3n)];
  for (const memory of ["newest", "recent"] as const) assert.equal(new ReplacedValues().note(rows, memory), 3, memory);
});

test("where the store cannot count, older rows of other messages are compared with, too", () => {
  const times = Array.from({ length: 1000 }, (_, at) => BigInt(at));
  const [newest, recent] = [new ReplacedValues(), new ReplacedValues()];
  for (const at of times)
    assert.deepEqual([newest.note([row("a", 1, at)]), recent.note([row("a", 1, at)], "recent")], [0, 0]);
  const again = times.map((at) => row("a", at % 2n === 0n ? 1 : 2, at));
  assert.equal(newest.note(again), 1);
  assert.equal(recent.note(again, "recent"), 500);
  assert.equal(recent.note([row("a", 3, 7n)], "recent"), 1);
  // An older row that comes late, then again.
  assert.deepEqual([recent.note([row("b", 1, 9n)], "recent"), recent.note([row("b", 1, 4n)], "recent")], [0, 0]);
  assert.equal(recent.note([row("b", 2, 4n)], "recent"), 1);
});

test("rows of one message replace as many values as the same rows in messages of their own", () => {
  const given = fc.record({
    cpu: fc.constantFrom("cpu", "disk"),
    usage: fc.integer({ min: 0, max: 2 }),
    timeNs: fc.bigInt({ min: 1n, max: 12n }),
    columns: fc.constantFrom("keyed", "plain", "other"),
  });
  const rowOf = ({ cpu, usage, timeNs, columns }: { cpu: string; usage: number; timeNs: bigint; columns: string }) => {
    const keyed = row(cpu, usage, timeNs);
    return columns === "keyed" ? keyed : { ...keyed, measurement: cpu, columns: PLAIN[columns === "plain" ? 0 : 1]! };
  };
  const property = fc.property(fc.array(given, { maxLength: 30 }), (all) => {
    const rows = all.map(rowOf);
    const oneByOne = new ReplacedValues();
    // This memory compares with all rows, in or out of order.
    const expected = rows.reduce((sum, each) => sum + oneByOne.note([each], "recent"), 0);
    assert.equal(new ReplacedValues().note(rows), expected);
  });
  fc.assert(property, { numRuns: 2000 });
});

const PLAIN: readonly Point["columns"][] = [
  [
    { name: "cpu", type: "string" },
    { name: "usage", type: "float" },
  ],
  [
    { name: "cpu", type: "string", isTag: true },
    { name: "usage", type: "float" },
  ],
];
