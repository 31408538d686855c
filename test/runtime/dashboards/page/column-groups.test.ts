/** Which lines share a chart. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { groupColumns } from "../../../../runtime/dashboards/page/browser/text/column-groups.ts";

function groups(...columns: [name: string, unit: string | undefined, min?: number, max?: number][]): string[][] {
  const facts = columns.map(([name, unit, min, max]) => ({
    name,
    unit,
    extent: min === undefined ? undefined : { min, max: max ?? min },
  }));
  return groupColumns(facts).map((group) => group.map(({ name }) => name));
}

for (const [name, columns, expected] of [
  [
    "one unit, one scale",
    [
      ["a", "V", 0, 10],
      ["b", "V", 2, 8],
    ],
    [["a", "b"]],
  ],
  [
    "two units",
    [
      ["a", "V", 0, 10],
      ["b", "A", 0, 10],
    ],
    [["a"], ["b"]],
  ],
  [
    "a unit and none",
    [
      ["a", "V", 0, 10],
      ["b", undefined, 0, 10],
    ],
    [["a"], ["b"]],
  ],
  [
    "values of one unit that would be crushed",
    [
      ["a", "V", 0, 400],
      ["b", "V", 0, 0.1],
    ],
    [["a"], ["b"]],
  ],
  [
    "a steady value near the others",
    [
      ["a", "°C", 20, 30],
      ["b", "°C", 25],
    ],
    [["a", "b"]],
  ],
  [
    "a steady value far below",
    [
      ["a", undefined, 1000, 1100],
      ["b", undefined, 3],
    ],
    [["a"], ["b"]],
  ],
  [
    "two large counters of different size",
    [
      ["a", undefined, 1e6, 1.1e6],
      ["b", undefined, 20, 40],
    ],
    [["a"], ["b"]],
  ],
  [
    "no data yet",
    [
      ["a", "V"],
      ["b", "V"],
      ["c", "A"],
    ],
    [["a", "b"], ["c"]],
  ],
  [
    "the order of columns",
    [
      ["c", "V", 0, 1],
      ["a", "A", 0, 1],
      ["b", "V", 0, 1],
    ],
    [["c", "b"], ["a"]],
  ],
  [
    "zeros",
    [
      ["a", undefined, 0],
      ["b", undefined, 0],
    ],
    [["a", "b"]],
  ],
] as const) {
  test(`${name} → ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(groups(...(columns as unknown as [string, string | undefined, number?, number?][])), expected);
  });
}

test("a chart has at most eight lines", () => {
  const many = Array.from({ length: 20 }, (_, i): [string, string, number, number] => [`c${i}`, "V", 0, 1]);
  assert.deepEqual(
    groups(...many).map((group) => group.length),
    [8, 8, 4],
  );
});
