/** Series of several measurements on one time axis. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { chartShapes } from "../../../../runtime/dashboards/page/browser/chart/chart-shapes.ts";
import { apart } from "../../../../runtime/dashboards/page/browser/chart/line-ends.ts";
import type { MeasurementFeed } from "../../../../runtime/dashboards/page/browser/data/measurement-feed.ts";
import { SeriesBuffer } from "../../../../runtime/dashboards/page/browser/data/series-buffer.ts";
import { PanelSeries } from "../../../../runtime/dashboards/page/browser/panel/panel-series.ts";
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

const COLUMN = { name: "t", type: "float", role: "value" } as const;

/** Devices with a value each second; `asked` counts how often rows of any of them were read for drawing. */
function fleet(count: number) {
  const asked = { aligned: 0, moments: 0 };
  const feeds = new Map(
    Array.from({ length: count }, (_none, device) => {
      const buffer = new SeriesBuffer(["t"]);
      const times = Array.from({ length: 60 }, (_row, i) => i * 1000 + device);
      const window = { fromMs: 0, toMs: 60_000, points: 600 };
      buffer.load({ columns: ["t"], times, values: [times.map((_time, i) => i + device / 1000)] }, window);
      const aligned = buffer.aligned.bind(buffer);
      buffer.aligned = (columns) => {
        asked.aligned += 1;
        return aligned(columns);
      };
      const value = () => {
        asked.moments += 1;
      };
      const description = { database: "lab", measurement: `d${device}`, columns: [COLUMN] };
      const feed = { title: `d${device}`, description, buffer, points: 600, version: 1, moments: { value } };
      return [`lab d${device}`, feed as unknown as MeasurementFeed];
    }),
  );
  const settings = { own: false, series: [{ database: "lab", column: "t" }] };
  const [own] = feeds.values();
  return {
    asked,
    series: new PanelSeries(
      own!,
      () => settings,
      () => undefined,
      () => feeds,
    ),
  };
}

test("the pointer reads the rows of one device for each of hundreds of lines, not of all", () => {
  const { asked, series } = fleet(300);
  assert.equal(series.others.length, 300);
  for (const { name } of series.others) {
    const device = Number(name.slice(1));
    const drawn = { value: 30 + device / 1000, timeMs: 30_000 + device };
    assert.deepEqual(series.pointedAt(name, 30_500, false), drawn);
  }
  assert.equal(asked.aligned, 300);
  assert.equal(asked.moments, 0, "the store is asked only for the lines that are named");
});

test("a repeated colour is dashed, unless so many share it that dashes tell nothing", () => {
  const linesOf = (count: number) => {
    const columns = Array.from({ length: count }, (_none, i) => ({ ...COLUMN, name: `d${i}` }));
    const description = { database: "lab", measurement: "d0", kind: "device", columns: [] };
    return chartShapes({
      description: description as never,
      settings: { own: false },
      extent: () => ({ min: 0, max: 1 }),
      others: columns,
      lines: ["red", "green", "blue"],
    }).flatMap(({ lines }) => lines.map(({ isDashed }) => isDashed));
  };
  assert.deepEqual(linesOf(5), [false, false, false, true, true]);
  assert.deepEqual(
    linesOf(300),
    Array.from({ length: 300 }, () => false),
  );
});
