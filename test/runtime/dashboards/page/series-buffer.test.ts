/** The page's buffer of a series: bounded, with extremes and gaps. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SeriesBuffer } from "../../../../runtime/dashboards/page/browser/data/series-buffer.ts";

const WINDOW = { fromMs: 0, toMs: 100_000, points: 100 };

function bufferOf(rows: readonly (readonly [timeMs: number, value: number])[]): SeriesBuffer {
  const buffer = new SeriesBuffer(["a"]);
  buffer.load({ columns: ["a"], times: [], values: [[]] }, WINDOW);
  for (const [timeMs, value] of rows) buffer.append(timeMs, () => value);
  return buffer;
}

test("history and newer live rows are joined; rows in both appear once", () => {
  const buffer = new SeriesBuffer(["a", "b"]);
  buffer.append(1000, (name) => (name === "a" ? 1 : undefined));
  buffer.append(2000, (name) => (name === "a" ? 2 : undefined));
  buffer.load(
    {
      columns: ["b", "a"],
      times: [500, 1000],
      values: [
        [9, null],
        [0, 1],
      ],
    },
    WINDOW,
  );
  assert.deepEqual(buffer.aligned(["a", "b"]), [
    [500, 1000, 2000],
    [0, 1, 2],
    [9, undefined, undefined],
  ]);
});

test("rows older than the newest one are left to the next load", () => {
  const buffer = bufferOf([
    [1000, 1],
    [900, 5],
    [1000, 2],
  ]);
  assert.deepEqual(buffer.aligned(["a"]), [
    [1000, 1000],
    [1, 2],
  ]);
});

test("a silence much longer than the usual interval is a gap", () => {
  const buffer = bufferOf([0, 1000, 2000, 3000, 4000, 20_000, 21_000].map((timeMs) => [timeMs, 1]));
  assert.deepEqual(buffer.aligned(["a"]), [
    [0, 1000, 2000, 3000, 4000, 5000, 20_000, 21_000],
    [1, 1, 1, 1, 1, null, 1, 1],
  ]);
});

test("a column that only every third row has gives one line without gaps", () => {
  const buffer = new SeriesBuffer(["a"]);
  for (let i = 0; i < 9; i += 1) buffer.append(i * 1000, () => (i % 3 === 0 ? i : undefined));
  assert.deepEqual(buffer.aligned(["a"])[1], [
    0,
    undefined,
    undefined,
    3,
    undefined,
    undefined,
    6,
    undefined,
    undefined,
  ]);
});

test("where each row has all columns, one without a value for long has a gap, also up to now; others are drawn on", () => {
  const draw = (isWhole: boolean) => {
    const buffer = new SeriesBuffer(["a", "b"], 100, () => isWhole);
    const isNumber = (i: number) => i < 3 || i === 5 || (i > 14 && i < 17);
    for (let i = 0; i < 25; i += 1) buffer.append(i * 1000, (name) => (name === "b" || isNumber(i) ? i : undefined));
    return buffer.aligned(["a", "b"]).slice(1);
  };
  const [a, b] = draw(true);
  assert.deepEqual(
    a!.map((cell) => (cell === undefined ? " " : cell === null ? "|" : "x")).join(""),
    "xxx  x|        xx|       ",
  );
  assert.equal(b!.filter((cell) => typeof cell === "number").length, 25);
  assert.equal((draw(false)[0] as readonly unknown[]).includes(null), false);
});

test("trimming removes old rows in large blocks only", () => {
  const buffer = bufferOf(Array.from({ length: 1000 }, (_, i) => [i * 1000, i]));
  buffer.trim(100_000);
  assert.equal(buffer.length, 1000);
  buffer.trim(600_000);
  assert.equal(buffer.firstMs, 600_000);
});

test("at any rate, two rows per bucket are kept, in order, with the extremes of all of them", () => {
  const row = fc.tuple(fc.integer({ min: 0, max: 50_000 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 2000 }), (unordered) => {
      const rows = unordered.toSorted(([a], [b]) => a - b);
      const buffer = bufferOf(rows);
      const [times, values] = buffer.aligned(["a"]);
      const kept = (values ?? []).filter((value) => typeof value === "number");
      const sent = rows.map(([, value]) => value);
      assert.ok(buffer.length <= 2 * 51, `${buffer.length} values are kept`);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
      assert.equal(buffer.lastMs, rows.at(-1)![0]);
      assert.equal(Math.min(...kept), Math.min(...sent));
      assert.equal(Math.max(...kept), Math.max(...sent));
      const { min, max, fraction } = buffer.extent("a")!;
      assert.deepEqual([min, max], [Math.min(...sent), Math.max(...sent)]);
      const fractions = sent.filter((value) => !Number.isInteger(value));
      assert.ok(
        fraction === undefined ? fractions.length === 0 : fractions.includes(fraction),
        `${fraction} of ${fractions}`,
      );
    }),
    { seed: 7, numRuns: 200 },
  );
});

test("a column's extent follows the rows", () => {
  const buffer = bufferOf([[0, 5]]);
  assert.deepEqual(buffer.extent("a"), { min: 5, max: 5, usual: { min: 5, max: 5 }, fraction: undefined });
  buffer.append(1000, () => 7.5);
  assert.deepEqual(buffer.extent("a"), { min: 5, max: 7.5, usual: { min: 5, max: 7.5 }, fraction: 7.5 });
  buffer.load({ columns: ["a"], times: [2000], values: [[1]] }, WINDOW);
  assert.deepEqual(buffer.extent("a"), { min: 1, max: 1, usual: { min: 1, max: 1 }, fraction: undefined });
  assert.equal(buffer.extent("b"), undefined);
  for (let i = 1; i <= 600; i++) buffer.append(2000 + 1000 * i, () => 10 + i);
  buffer.trim(2000 + 1000 * 500);
  assert.equal(buffer.extent("a")?.min, 510);
});
