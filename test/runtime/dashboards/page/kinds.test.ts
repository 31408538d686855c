/** Computations of views before drawing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { axisRange, chartShapes } from "../../../../runtime/dashboards/page/browser/chart/chart-shapes.ts";
import { type Computed, ComputedRows } from "../../../../runtime/dashboards/page/browser/series/computed-rows.ts";
import {
  type AmplitudeSpectrum,
  Signal,
  spectrumOf,
  ZEROS,
} from "../../../../runtime/dashboards/page/browser/series/fourier.ts";
import { Timeline } from "../../../../runtime/dashboards/page/browser/series/timeline.ts";
import { formatTick } from "../../../../runtime/dashboards/page/browser/text/format.ts";
import { formatRange, parseMoment, parseRange } from "../../../../runtime/dashboards/page/browser/text/moments.ts";
import type { MeasurementDescription } from "../../../../runtime/model/measurement.ts";

/** Values of a signal, one every `everyMs`. */
function signalOf(values: readonly number[], everyMs: number): Signal {
  const signal = new Signal();
  values.forEach((value, i) => {
    signal.row(i * everyMs, [value]);
  });
  return signal;
}

function spectrum(signal: Signal): AmplitudeSpectrum {
  const found = spectrumOf(signal);
  assert.ok(typeof found !== "string", String(found));
  return found;
}

test("a sine has its amplitude at its frequency, and the mean is at 0 Hz", () => {
  const values = Array.from({ length: 60_000 }, (_none, i) => 5 + 3 * Math.sin((2 * Math.PI * 137 * i) / 1000));
  const { amplitudes, step, samplingRate, samples } = spectrum(signalOf(values, 1));
  const others = amplitudes.slice(1);
  const highest = others.reduce((a, b) => Math.max(a, b));
  assert.deepEqual([samples, Math.round(samplingRate * 1e6) / 1e6], [60_000, 1000]);
  assert.ok(Math.abs((others.indexOf(highest) + 1) * step - 137) < 0.02, "a minute of 1 kHz tells 0.017 Hz apart");
  assert.ok(Math.abs(highest - 3) < 0.05, `${highest} Hz`);
  assert.ok(Math.abs(amplitudes[0]! - 5) < 0.01, `an amplitude of ${amplitudes[0]}`);
});

test("amplitudes match the definition of the transform", () => {
  const samples = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 32, maxLength: 32 });
  const property = fc.property(samples, (values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / 32;
    const windowed = values.map((value, i) => (value - mean) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / 32)));
    const found = spectrum(signalOf(values, 10)).amplitudes;
    assert.equal(found.length, (ZEROS * 32) / 2);
    for (let k = 1; k < 16; k += 1) {
      const sum = (part: (angle: number) => number) =>
        windowed.reduce((total, value, i) => total + value * part((-2 * Math.PI * k * i) / 32), 0);
      const wanted = (4 * Math.hypot(sum(Math.cos), sum(Math.sin))) / 32;
      assert.ok(
        Math.abs(found[ZEROS * k]! - wanted) < 1e-9 * Math.max(1, wanted),
        `${found[ZEROS * k]}, not ${wanted}`,
      );
    }
  });
  fc.assert(property, { numRuns: 50 });
});

test("undeterminable frequencies are refused: too few values, uneven times", () => {
  assert.match(String(spectrumOf(signalOf([1, 2, 3], 10))), /Fewer than 16 values/);
  const uneven = new Signal();
  for (let i = 0; i < 100; i += 1) uneven.row(i * i, [i]);
  assert.match(String(spectrumOf(uneven)), /not evenly spaced/);
});

/** Passes rows through computed series. */
function computed(
  series: readonly Computed[],
  columns: readonly string[],
  rows: readonly (readonly [timeMs: number, ...values: (number | undefined)[]])[],
): ComputedRows {
  const made = new ComputedRows(series, columns, { fromMs: 0, toMs: 10_000 }, 1000);
  for (const [timeMs, ...values] of rows) made.row(timeMs, values);
  made.loaded();
  return made;
}

test("a counter's rate is its change per second; a reset, or a row without the counter, gives no rate", () => {
  const made = computed(
    [{ name: "n", isRate: true }],
    ["n"],
    [
      [0, 10],
      [1000, 20],
      [2000, 30],
      [2500, undefined],
      [3000, 0],
      [5000, 100],
      [6000, 50],
    ],
  );
  assert.deepEqual(made.buffer.aligned(["n"]), [
    [1000, 2000, 5000],
    [10, 10, 50],
  ]);
  assert.deepEqual([made.statistics("n")?.count, made.statistics("n")?.max], [3, 50]);
});

test("a value that falls has a negative change per second, also across zero", () => {
  const rows = [
    [0, 21.5],
    [1000, 20],
    [2000, -1],
    [3000, -4],
    [4000, 90],
    [5000, 80],
  ] as const;
  const made = computed([{ name: "t", isRate: true }], ["t"], rows);
  assert.deepEqual(made.buffer.aligned(["t"])[1], [-1.5, -21, -3, 94, -10]);
});

test("a computed series is computed from whole rows before downsampling [D50]", () => {
  const radius = { columns: ["x", "y"], evaluate: ([x, y]: readonly number[]) => x! ** 2 + y! ** 2 };
  const rows = Array.from({ length: 10_000 }, (_none, i) => [i, Math.cos(i), Math.sin(i)] as const);
  const made = computed([{ name: "r", formula: radius, isRate: false }], ["x", "y"], rows);
  const [times, cells = []] = made.buffer.aligned(["r"]);
  assert.ok(times.length <= 2002, `${times.length} points are drawn`);
  assert.ok(
    cells.every((cell) => typeof cell === "number" && Math.abs(cell - 1) < 1e-12),
    "1 everywhere",
  );
  const { count, mean, deviation } = made.statistics("r")!;
  assert.ok(
    count === 10_000 && Math.abs(mean! - 1) < 1e-12 && deviation! < 1e-9,
    `${count}, mean ${mean}, deviation ${deviation}`,
  );
});

test("times in an address accept common notations; invalid ones are reported", () => {
  const now = new Date(2026, 2, 29, 14, 30).getTime();
  const at = (text: string, edge: "from" | "to" = "from") => parseMoment(text, edge, now);
  assert.deepEqual(
    ["now", "now-1h30m", "2026-03-01T12:00:00Z", "now-x", "range", ""].map((text) => at(text)),
    [now, now - 5_400_000, Date.UTC(2026, 2, 1, 12), undefined, undefined, undefined],
  );
  assert.deepEqual(
    [at("yesterday"), at("yesterday", "to"), at("2026-03-29", "to")],
    [new Date(2026, 2, 28), new Date(2026, 2, 29), new Date(2026, 2, 30)].map((day) => day.getTime()),
  );
  const timeline = new Timeline(() => now);
  const read = (query: string) => timeline.read(new URLSearchParams(query));
  assert.deepEqual([read("from=now-1h"), timeline.window], [[], { kind: "live", rangeMs: 3_600_000 }]);
  assert.match(read("range=abc").join(), /has range=abc/);
  assert.match(read("from=now&to=now-1h").join(), /must be before/);
  assert.deepEqual(read(""), []);
});

test("axis labels have as many decimals as the step", () => {
  const labels = (step: number, ...ticks: number[]) => ticks.map((tick) => formatTick(tick, step));
  assert.deepEqual(labels(2.5, 5, 2.5, 0, -2.5), ["5.0", "2.5", "0.0", "−2.5"]);
  assert.deepEqual(labels(0.25, 0.25, 0.5, 0.75), ["0.25", "0.50", "0.75"]);
  assert.deepEqual(labels(500, 0, 500, 1500), ["0", "500", "1500"]);
  assert.deepEqual(labels(0.1, 0.1 + 0.2), ["0.3"]);
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
    ({ kind, left, lines }) => [kind, left.unit, lines.map(({ column }) => column).join()] as const,
  );
}

test("charts by unit, flags as lanes, named states and texts as strips; long arrays have their own panel", () => {
  assert.deepEqual(shapes({}), [
    ["lines", "V", "a,b"],
    ["lines", "A", "c"],
    ["lanes", undefined, "on"],
    ["strips", undefined, "mode,state"],
  ]);
});

test("a user's settings are kept: charts split and merged, columns shown and hidden, units, rates, styles", () => {
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

test("an axis shows all values, or the range that a user set", () => {
  assert.deepEqual(axisRange(0, 100, {}), [-8, 108]);
  assert.deepEqual(axisRange(0, 100, { min: 0 }), [0, 108]);
  assert.deepEqual(axisRange(0, 100, { min: 200 }), [200, 201]);
  // Twenty ticks of large counters and of large fixed limits are different doubles.
  for (const [min, max, fixed] of [
    [9e15, 9e15 + 2, {}],
    [-9e15 - 2, -9e15, {}],
    [9e15, 9e15 + 2, { min: 9e15, max: 9e15 + 2 }],
    [0, 1, { min: 1e300 }],
    [1, 1 + 2 ** -52, {}],
    [-Number.MAX_VALUE, Number.MAX_VALUE, {}],
    [1.7e308, Number.MAX_VALUE, {}],
    [0, 1, { min: -1.7e308, max: 1.7e308 }],
  ] as const) {
    const [from, to] = axisRange(min, max, fixed);
    const ticks = Array.from({ length: 21 }, (_, tick) => from + (tick / 20) * (to - from));
    assert.equal(new Set(ticks).size, 21, `${min} to ${max}: ${from} to ${to}`);
  }
  assert.deepEqual(axisRange(null, null, {}), [0, 1]);
});

test("time can be panned, zoomed about a moment, undone, and is part of the page's address", () => {
  const timeline = new Timeline(() => 1_000_000);
  timeline.follow(60_000);
  timeline.zoom(0.5, 970_000);
  assert.deepEqual(timeline.span(), { fromMs: 955_000, toMs: 985_000 });
  timeline.pan(-1);
  assert.deepEqual(timeline.span(), { fromMs: 925_000, toMs: 955_000 });
  timeline.setCursor("a", 930_000);
  const query = new URLSearchParams("filter=x");
  timeline.write(query);
  const again = new Timeline(() => 2_000_000);
  again.read(query);
  assert.deepEqual(again.span(), timeline.span());
  assert.equal(again.cursors.a, 930_000);
  timeline.back();
  timeline.back();
  assert.deepEqual(timeline.window, { kind: "live", rangeMs: 60_000 });
  timeline.write(query);
  assert.equal(query.toString(), "filter=x&range=1m&a=1970-01-01T00%3A15%3A30.000Z");
});

test("a live range stays live when it is zoomed, and fits the available data until one is chosen", () => {
  const timeline = new Timeline(() => 1_000_000);
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
