/** What can be drawn wrong without a browser: sparklines, equal colours in one chart, ticks. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { chartShapes } from "../../../../runtime/dashboards/page/browser/chart/chart-shapes.ts";
import { SPARK_HEIGHT, sparkPaths } from "../../../../runtime/dashboards/page/browser/chart/spark-path.ts";
import { ticks } from "../../../../runtime/dashboards/page/browser/kinds/views/ticks.ts";

const SPAN = { fromMs: 0, toMs: 80 };
const times = (count: number) => Array.from({ length: count }, (_none, i) => (i * 80) / count);

test("values that oscillate within each pixel are a band between their extremes, with a line in its middle", () => {
  const cells = Array.from({ length: 800 }, (_none, i) => (i % 2 === 0 ? 0 : 10));
  const { line, band } = sparkPaths([times(800), cells], SPAN);
  assert.equal(line.slice(0, 14), `M0 ${(SPARK_HEIGHT / 2).toFixed(1)}L1 12.0`);
  assert.match(band, /^M0 1\.0L.*L79 23\.0L.*L0 23\.0Z$/);
});

test("a slow curve has no band, and a gap ends its line", () => {
  const rising = Array.from({ length: 80 }, (_none, i) => (i >= 30 && i < 50 ? null : i));
  const { line, band } = sparkPaths([times(80), rising], SPAN);
  assert.equal(band, "");
  assert.equal(line.match(/M/g)?.length, 2);
  assert.deepEqual(sparkPaths([[], []], SPAN), { line: "", band: "" });
});

test("a line whose colour another line of its chart has is dashed; strips use no colours", () => {
  const value = (name: string) => ({ name, type: "float", role: "value", unit: "V" }) as const;
  const mode = { name: "mode", type: "float", role: "value", states: { "0": "idle" } } as const;
  const shapes = chartShapes({
    description: {
      database: "lab",
      measurement: "01_cells",
      title: "cells",
      group: "lab",
      kind: "struct",
      stored: true,
      topic: "lab.cells",
      columns: [mode, ...["a", "b", "c"].map(value)],
    },
    settings: { columns: Object.fromEntries(["a", "b", "c"].map((name) => [name, { chart: 1 }])) },
    extent: () => ({ min: 0, max: 1 }),
    lines: ["blue", "red"],
  });
  const lines = shapes[0]!.lines.map(({ column, colour, isDashed }) => [column, colour, isDashed]);
  assert.deepEqual(lines, [
    ["a", "blue", false],
    ["b", "red", false],
    ["c", "blue", true],
  ]);
});

test("an axis has at least as many ticks as asked for, at round values", () => {
  for (const [min, max] of [
    [0, 1],
    [89, 271],
    [-0.003, 0.004],
    [1e9, 1.1e9],
  ] as const) {
    const found = ticks(min, max, 2, 4);
    assert.ok(found.length >= 4, `${found.length} ticks from ${min} to ${max}`);
    assert.ok(found[0]! >= min && found.at(-1)! <= max, found.join(" "));
  }
  assert.deepEqual(ticks(0, 1, 2, 4), [0, 0.2, 0.4, 0.6, 0.8, 1]);
});
