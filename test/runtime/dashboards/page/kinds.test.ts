/** What views compute before they draw. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { MeasurementDescription } from "../../../../runtime/api/measurement-catalogue.ts";
import { axisRange, chartShapes } from "../../../../runtime/dashboards/page/browser/chart-shapes.ts";
import { amplitudes, evenly } from "../../../../runtime/dashboards/page/browser/fourier.ts";
import { rates } from "../../../../runtime/dashboards/page/browser/panel-series.ts";
import { formatRange, parseRange, Timeline } from "../../../../runtime/dashboards/page/browser/timeline.ts";

test("a sine has its amplitude at its frequency, and the mean stands at 0 Hz", () => {
  const rows = Array.from(
    { length: 512 },
    (_none, i) => [i * 10, 5 + 3 * Math.sin((2 * Math.PI * 12.5 * i) / 100)] as const,
  );
  const found = amplitudes(evenly(rows, 512));
  const step = 100 / 512;
  assert.ok(Math.abs(found[0]! - 5) < 0.01);
  assert.ok(Math.abs(found[Math.round(12.5 / step)]! - 3) < 0.01);
  assert.ok(found.slice(100).every((amplitude) => amplitude < 0.05));
});

test("amplitudes agree with the definition of the transform", () => {
  const samples = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 32, maxLength: 32 });
  const property = fc.property(samples, (values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / 32;
    const windowed = values.map((value, i) => (value - mean) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / 32)));
    const found = amplitudes(Float64Array.from(values));
    for (let k = 1; k < 16; k += 1) {
      const sum = (part: (angle: number) => number) =>
        windowed.reduce((total, value, i) => total + value * part((-2 * Math.PI * k * i) / 32), 0);
      const wanted = (4 * Math.hypot(sum(Math.cos), sum(Math.sin))) / 32;
      assert.ok(Math.abs(found[k]! - wanted) < 1e-9 * Math.max(1, wanted));
    }
  });
  fc.assert(property, { numRuns: 50 });
});

test("a counter's rate is its change per second; a reset and a gap have none", () => {
  const times = [0, 1000, 2000, 2500, 3000, 5000, 6000];
  const counter = [10, 20, 30, null, 0, 100, 50];
  assert.deepEqual(rates(times, counter), [undefined, 10, 10, null, undefined, 50, undefined]);
  assert.deepEqual(rates([0, 500, 1000], [1, undefined, 3]), [undefined, undefined, 2]);
});

const DESCRIPTION: MeasurementDescription = {
  database: "d",
  measurement: "m",
  kind: "struct",
  title: "m",
  group: "g",
  stored: true,
  columns: [
    { name: "a", type: "float", role: "value", unit: "V" },
    { name: "b", type: "float", role: "value", unit: "V" },
    { name: "c", type: "float", role: "value", unit: "A" },
    { name: "on", type: "float", role: "flag" },
    { name: "mode", type: "float", role: "state", states: { "0": "idle" } },
    { name: "state", type: "string", role: "text" },
    { name: "note", type: "string", role: "text" },
    ...Array.from({ length: 9 }, (_none, i) => ({ name: `cell.${i}`, type: "float", role: "value" }) as const),
    { name: "ck", type: "float", role: "frame" },
  ],
};

function shapes(settings: Parameters<typeof chartShapes>[0]["settings"]) {
  const extent = () => ({ min: 0, max: 1 });
  return chartShapes({ description: DESCRIPTION, settings, extent, lines: ["#1", "#2", "#3"] }).map(
    ({ kind, unit, lines }) => [kind, unit, lines.map(({ column }) => column).join()] as const,
  );
}

test("charts by unit, flags as lanes, named states and texts as strips; long arrays are left to their own panel", () => {
  assert.deepEqual(shapes({}), [
    ["lines", "V", "a,b"],
    ["lines", "A", "c"],
    ["lanes", undefined, "on"],
    ["strips", undefined, "mode,state"],
  ]);
});

test("what somebody set holds: charts split and merged, columns shown and hidden, units, rates, drawn otherwise", () => {
  const columns = {
    a: { chart: 2 },
    b: { chart: 1, unit: "mV" },
    c: { chart: 1 },
    on: { shown: false },
    mode: { drawn: "line", rate: true },
    ck: { shown: true },
    state: { shown: false },
  } as const;
  assert.deepEqual(shapes({ columns }), [
    ["lines", "mV", "b,c"],
    ["lines", "V", "a"],
    ["lines", "1/s", "mode"],
    ["lines", undefined, "ck"],
  ]);
});

test("an axis shows all values, or what somebody fixed", () => {
  assert.deepEqual(axisRange(0, 100, {}), [-8, 108]);
  assert.deepEqual(axisRange(0, 100, { min: 0 }), [0, 108]);
  assert.deepEqual(axisRange(0, 100, { min: 200 }), [200, 201]);
  assert.deepEqual(axisRange(null, null, {}), [0, 1]);
});

test("time is panned, zoomed about a moment, gone back in, and told in the page's address", () => {
  const timeline = new Timeline(() => 1_000_000, { onChange() {} });
  timeline.follow(60_000);
  timeline.zoom(0.5, 970_000);
  assert.deepEqual(timeline.span(), { fromMs: 955_000, toMs: 985_000 });
  timeline.pan(-1);
  assert.deepEqual(timeline.span(), { fromMs: 925_000, toMs: 955_000 });
  timeline.setCursor("a", 930_000);
  const query = new URLSearchParams("filter=x");
  timeline.write(query);
  const again = new Timeline(() => 2_000_000, { onChange() {} });
  again.read(query);
  assert.deepEqual(again.span(), timeline.span());
  assert.equal(again.cursors.a, 930_000);
  timeline.back();
  timeline.back();
  assert.deepEqual(timeline.window, { kind: "live", rangeMs: 60_000 });
  timeline.write(query);
  assert.equal(query.toString(), "filter=x&range=1m&a=1970-01-01T00%3A15%3A30.000Z");
});

test("a range that is followed goes on following when it is zoomed, and fits what there is until one is chosen", () => {
  const timeline = new Timeline(() => 1_000_000, { onChange() {} });
  timeline.fit(20_000);
  assert.deepEqual(timeline.window, { kind: "live", rangeMs: 60_000 });
  timeline.fit(70_000);
  assert.deepEqual(timeline.window, { kind: "live", rangeMs: 300_000 });
  timeline.zoom(2);
  assert.deepEqual(timeline.window, { kind: "live", rangeMs: 600_000 });
  timeline.fit(20_000);
  assert.deepEqual(timeline.window, { kind: "live", rangeMs: 600_000 });
});

test("ranges are written as they are read", () => {
  for (const text of ["90s", "15m", "2h", "30d"]) assert.equal(formatRange(parseRange(text)!), text);
  for (const text of ["", "15", "-1m", "1y", "0s", "1e9d"]) assert.equal(parseRange(text), undefined, text);
});
