/** Series of several measurements on one time axis. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { apart } from "../../../../runtime/dashboards/page/browser/chart/line-ends.ts";
import { readPanelSettings } from "../../../../runtime/dashboards/page/browser/panel/panel-settings.ts";
import { isSameSeries, joinSources } from "../../../../runtime/dashboards/page/browser/series/other-series.ts";

test("rows of few devices keep their own times", () => {
  const { times, cells } = joinSources(
    [
      { times: [1, 3], cells: new Map([["a", [10, 30]]]) },
      { times: [2, 3], cells: new Map([["b", [null, 31]]]) },
    ],
    1000,
  );
  assert.deepEqual(times, [1, 2, 3]);
  assert.deepEqual(cells.get("a"), [10, undefined, 30]);
  assert.deepEqual(cells.get("b"), [undefined, null, 31]);
});

test("rows of many devices share a raster; none is lost, and none moves by more than a step if there is room", () => {
  const sources = Array.from({ length: 100 }, (_none, device) => ({
    times: Array.from({ length: 200 }, (_row, i) => i * 1000 + device * 7),
    cells: new Map([[`d${device}`, Array.from({ length: 200 }, (_row, i) => i + device)]]),
  }));
  const { times, cells } = joinSources(sources, 1000);
  assert.ok(times.length <= 402, `${times.length} times`);
  for (const [device, { times: own }] of sources.entries()) {
    const column = cells.get(`d${device}`)!;
    const kept = column.flatMap((cell, i) => (cell === undefined ? [] : [[cell, times[i]!] as const]));
    assert.deepEqual(
      kept.map(([cell]) => cell),
      own.map((_time, i) => i + device),
    );
    for (const [i, [, time]] of kept.entries())
      assert.ok(Math.abs(time - own[i]!) <= 500, `${time} is not near ${own[i]}`);
  }
});

test("names at the ends of lines move apart and stay within the chart", () => {
  assert.deepEqual(apart([10, 12, 90], 0, 100, 15), [10, 25, 90]);
  assert.deepEqual(apart([95, 97, 99], 0, 100, 15), [70, 85, 100]);
});

test("a saved series is the one that a user chooses, in whatever order its parts were written", () => {
  const chosen = { database: "lab_rig", measurement: "02_power", column: "volts" };
  const saved = { column: "volts", measurement: "02_power", database: "lab_rig" };
  const { series = [] } = readPanelSettings({ series: [saved, { database: "lab_rig", column: "volts" }] }) ?? {};
  assert.deepEqual(
    series.map((one) => isSameSeries(one, chosen)),
    [true, false],
  );
});
