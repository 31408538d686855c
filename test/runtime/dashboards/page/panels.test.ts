/** Parts of panels besides lines: dragged axes, scales, gauges, coastlines. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { draggedRange } from "../../../../runtime/dashboards/page/browser/chart/axis-drag.ts";
import {
  axisRange,
  chartShapes,
  labelledTicks,
  logTicks,
} from "../../../../runtime/dashboards/page/browser/chart/chart-shapes.ts";
import { gaugeRange, zonesOf } from "../../../../runtime/dashboards/page/browser/kinds/gauge.ts";
import { parseCoast } from "../../../../runtime/dashboards/page/browser/kinds/map/coast-lines.ts";
import { COASTLINE, STEPS_PER_DEGREE } from "../../../../runtime/dashboards/page/browser/kinds/map/coastline.ts";
import { readPanelSettings } from "../../../../runtime/dashboards/page/browser/panel/panel-settings.ts";

test("dragging keeps the value under the pointer: the ends stretch the axis, the middle moves it", () => {
  // In 0 to 100, the point at a tenth from the top is 90. Dragged to the middle, it is half of 180.
  assert.deepEqual(draggedRange([0, 100], 0.1, 0.5, "linear"), [0, 180]);
  assert.deepEqual(draggedRange([0, 100], 0.9, 0.5, "linear"), [-80, 100]);
  assert.deepEqual(draggedRange([0, 100], 0.5, 0.75, "linear"), [25, 125]);
  assert.deepEqual(draggedRange([1, 100], 0.5, 1, "log"), [10, 1000]);
});

test("a logarithmic axis has whole powers of ten, and positive ends only", () => {
  assert.deepEqual(axisRange(3, 4000, { scale: "log" }), [1, 10_000]);
  assert.deepEqual(axisRange(-5, 80, { scale: "log" }), [0.01, 100]);
  assert.deepEqual(axisRange(3, 4000, { scale: "log", min: 0, max: 500 }), [1, 500]);
  assert.deepEqual(axisRange(null, null, { scale: "log" }), [1, 10]);
  assert.deepEqual(axisRange(-3, -1, { scale: "log" }), [1, 10]);
  assert.deepEqual(axisRange(3, 400, { scale: "log", max: 0 }), [1, 1000]);
  assert.deepEqual(draggedRange([1e-300, 1e300], 0.9, 0.02, "log"), [1e-300, 1e300]);
});

test("a logarithmic axis has ticks at powers of ten and their multiples, never without an end, and two labels or more", () => {
  assert.deepEqual(labelledTicks(logTicks(1, 100)), [1, 10, 100]);
  assert.equal(logTicks(1, 100).length, 19);
  assert.deepEqual(labelledTicks(logTicks(20, 90)), [20, 50]);
  assert.deepEqual(logTicks(3.2, 3.9), [3.2, 3.9]);
  assert.deepEqual(labelledTicks(logTicks(3.2, 3.9)), [3.2, 3.9]);
  // uPlot's own never end here.
  assert.deepEqual(labelledTicks(logTicks(0.99e-3, 10)), [1e-3, 1e-2, 0.1, 1, 10]);
  for (const [min, max] of [
    [1e-300, 1e300],
    [1e-320, 1e-310],
    [1e-24, 1e-20],
  ] as const) {
    const ticks = logTicks(min, max);
    assert.ok(ticks.length > 1 && ticks.length < 50, `${min} to ${max}: ${ticks.length}`);
  }
});

test("an end that the user set stays, also beyond all values; ends in the wrong order are put in order", () => {
  assert.deepEqual(axisRange(3, 4, { max: 1 }), [0, 1]);
  assert.deepEqual(axisRange(3, 4, { min: 7 }), [7, 8]);
  assert.deepEqual(axisRange(3, 4, { min: 5, max: 5 }), [5, 6]);
  assert.deepEqual(axisRange(3, 4, { min: 9, max: 2 }), [2, 9]);
  assert.deepEqual(axisRange(30, 40, { scale: "log", max: 10 }), [1, 10]);
  assert.deepEqual(axisRange(3, 4, { scale: "log", min: 100, max: 1 }), [1, 100]);
  const [from, to] = axisRange(0, 1, { min: -1e308, max: Number.POSITIVE_INFINITY });
  assert.ok(Number.isFinite(to - from), `${from} ${to}`);
});

test("a series on the right axis belongs to its chart, else to the first; without others it stays on the left", () => {
  const column = (name: string, unit: string) => ({ name, unit, type: "float", role: "value" }) as const;
  const description = {
    database: "lab",
    measurement: "m",
    kind: "device",
    title: "m",
    group: "lab",
    stored: true,
    columns: [column("v", "V"), column("t", "°C"), column("i", "A")],
  } as const;
  const shapes = (columns: object) =>
    chartShapes({
      description,
      settings: readPanelSettings({ columns })!,
      extent: () => ({ min: 0, max: 1 }),
      lines: ["#1", "#2", "#3"],
    }).map(({ left, right, lines }) => [left.name, right?.name, lines.map(({ column: name }) => name).join()]);
  assert.deepEqual(shapes({ i: { axis: "right" } }), [
    ["v", "i", "v,i"],
    ["t", undefined, "t"],
  ]);
  assert.deepEqual(shapes({ t: { chart: 2 }, i: { axis: "right", chart: 2 } }), [
    ["t", "i", "t,i"],
    ["v", undefined, "v"],
  ]);
  const all = { v: { axis: "right" }, t: { shown: false }, i: { axis: "right" } };
  assert.deepEqual(
    shapes(all).map(([, right]) => right),
    [undefined, undefined],
  );
});

test("a gauge's range covers limits and values, or is set by the user; values beyond a limit are in a zone", () => {
  const limits = { warn: { max: 40 }, alarm: { min: 5, max: 60 } };
  assert.deepEqual(gaugeRange({ from: "0", to: "100" }, undefined, limits, undefined), [0, 100]);
  const [from, to] = gaugeRange({}, undefined, limits, { min: 10, max: 50 });
  assert.ok(from <= 5 && to >= 60, `${from} ${to}`);
  assert.deepEqual(gaugeRange({ from: "x" }, { min: -1 }, undefined, { min: 0, max: 9 })[0], -1);
  // With equal ends, each value was at no angle (NaN).
  assert.deepEqual(gaugeRange({ from: "5", to: "5" }, undefined, undefined, { min: 5, max: 5 }), [5, 6]);
  assert.deepEqual(gaugeRange({ from: "10", to: "0" }, undefined, undefined, undefined), [0, 10]);
  assert.deepEqual(gaugeRange({ to: "-10" }, undefined, undefined, { min: 5, max: 5 }), [-11, -10]);
  for (const value of [0, 5, 123_456_789.123, 1e15, 1.7e18, -1e300, Number.MAX_VALUE]) {
    const [low, high] = gaugeRange({}, undefined, undefined, { min: value, max: value + 1 });
    assert.ok(low < high && low <= value && value <= high, `${value}: ${low} ${high}`);
  }
  assert.deepEqual(zonesOf(limits, 0, 100), [
    { kind: "warn", from: 40, to: 60 },
    { kind: "alarm", from: 0, to: 5 },
    { kind: "alarm", from: 60, to: 100 },
  ]);
});

test("the coastline is within the world and contains known capes", () => {
  const lines = parseCoast(COASTLINE, STEPS_PER_DEGREE);
  const places = lines.flat();
  assert.ok(places.length > 3000, `${places.length} places`);
  assert.deepEqual(
    places.filter(([lon, lat]) => Math.abs(lon) > 180 || Math.abs(lat) > 90),
    [],
  );
  const near = (lon: number, lat: number) => places.some(([x, y]) => Math.hypot(x - lon, y - lat) < 1.5);
  // Cape Agulhas, Cape Horn, Cabo da Roca.
  assert.deepEqual([near(20, -34.8), near(-67.3, -56), near(-9.5, 38.8), near(-40, 30)], [true, true, true, false]);
});
