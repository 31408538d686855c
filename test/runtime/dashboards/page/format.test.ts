/** Numbers, times and ages as the page shows them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawIntervalMs, spanOf } from "../../../../runtime/dashboards/page/browser/series/time-window.ts";
import {
  formatAge,
  formatAs,
  formatNumber,
  formatOf,
  formatRate,
  formatTick,
  formatTicks,
  parseIsoMs,
} from "../../../../runtime/dashboards/page/browser/text/format.ts";
import { useWords } from "../../../../runtime/dashboards/page/browser/text/words.ts";

for (const [value, text] of [
  [0, "0"],
  [42, "42"],
  [-1234567, "−1 234 567"],
  [0.5, "0.500"],
  [0.0123, "0.0123"],
  [2.26536, "2.265"],
  [-12.3456, "−12.35"],
  [1013.25, "1013.3"],
  [123456.789, "123 457"],
  [1.5e15 + 0.5, "1.5000e15"],
  [2.5e-10, "2.5000e−10"],
  [Number.NaN, "NaN"],
  [-0, "0"],
  [5e-324, "4.9407e−324"],
  [-1e-300, "−1.0000e−300"],
  [1e21, "1.0000e21"],
  [Number.MAX_VALUE, "1.7977e308"],
  [Number.NEGATIVE_INFINITY, "−Infinity"],
] as const) {
  test(`${value} reads ${text}`, () => assert.equal(formatNumber(value).replaceAll("\u202f", " "), text));
}

test("values that differ do not look alike, also where doubles are an eighth apart", () => {
  const values = [1e15, 1e15 + 0.125, 1e15 + 1.375];
  const format = formatOf(values);
  assert.equal(new Set(values.map((value) => formatAs(value, format))).size, 3);
});

test("German numbers have a comma", (t) => {
  t.after(() => useWords("en", {}));
  useWords("de", {});
  const texts = [formatNumber(-12.3456), formatNumber(12_345), formatTick(0.25, 0.05), formatRate(2.5)];
  assert.deepEqual(texts, ["−12,35", "12\u202f345", "0,25", "2,5/s"]);
});

for (const [values, unit, texts] of [
  [[63.71, 0.94, 33.35], "bar", ["63.71", "0.94", "33.35"]],
  [[1355, 2, 1374], "N", ["1.355 k", "0.002 k", "1.374 k"]],
  [[0.00012], "V", ["120.0 µ"]],
  [[12431, 12480], undefined, ["12 431", "12 480"]],
  [[52.50012, 52.50083], "°", ["52.50012", "52.50083"]],
  [[21.5, 1500], "°C", ["21.5", "1500.0"]],
  [[], "V", []],
  [[3, 7, 4.37], undefined, ["3.000", "7.000", "4.370"]],
  [[1_234_567_000, 1_234_567_890], undefined, ["1 234 567 000", "1 234 567 890"]],
  [[0, 14.5, 1e21], "V", ["0", "14.50", "1.0000e21"]],
  [[2 ** 63, 2 ** 63 - 20_000_000], undefined, ["9.2233720368548e18", "9.2233720368348e18"]],
  [[-1.7e308, 1.7e308], undefined, ["−1.7000e308", "1.7000e308"]],
  [[1e-300, 2e-300], "V", ["1.0000e−300", "2.0000e−300"]],
  [[1e-300, 12.5], "V", ["0.00", "12.50"]],
] as const) {
  test(`${values.join(", ")} ${unit} are written alike`, () => {
    const format = formatOf(values, unit);
    const written = values.map((value) =>
      `${formatAs(value, format)} ${format.prefix}`.replaceAll("\u202f", " ").trim(),
    );
    assert.deepEqual(written, texts);
  });
}

test("a value between integers has the decimals of its size: their mean, and nothing else", () => {
  const format = formatOf([3, 7]);
  assert.deepEqual([formatAs(3, format), formatAs(4.37, format)], ["3", "4.370"]);
});

test("an integer of 64 bits has all its digits in the format of any series", () => {
  const format = formatOf([2 ** 63, 12.5], "V");
  assert.equal(formatAs(-(2n ** 63n), format).replaceAll("\u202f", " "), "−9 223 372 036 854 775 808");
});

for (const [ms, text] of [
  [0, "now"],
  [2400, "2 s"],
  [61_000, "1 min"],
  [600_000, "10 min"],
  [10_800_000, "3 h"],
  [4_980_000, "1 h 23 min"],
  [864_000_000, "10 d"],
] as const) {
  test(`${ms} ms ago reads ${text}`, () => assert.equal(formatAge(ms), text));
}

for (const [perSecond, text] of [
  [20_000, "20\u202f000/s"],
  [9.96, "10.0/s"],
  [0.1, "6/min"],
  [0.001, "4/h"],
] as const) {
  test(`${perSecond} messages a second read ${text}`, () => assert.equal(formatRate(perSecond), text));
}

for (const [text, ms] of [
  ["2026-01-31T12:00:00Z", 1769860800000],
  ["2026-01-31T12:00:00.5Z", 1769860800500],
  ["2026-01-31T12:00:00.123456789Z", 1769860800123.4568],
  ["1969-12-31T23:59:59.750Z", -250],
  ["nonsense", Number.NaN],
] as const) {
  test(`${text} is ${ms} ms`, () => assert.equal(parseIsoMs(text), ms));
}

test("ticks are as fine as their spacing, and show the date where it changes", () => {
  const midnight = new Date(2026, 0, 31).getTime();
  assert.deepEqual(formatTicks([midnight - 60_000, midnight, midnight + 60_000], 60_000), [
    "23:59",
    "01-31 00:00",
    "00:01",
  ]);
  assert.deepEqual(formatTicks([midnight + 1000, midnight + 2000], 1000), ["00:00:01", "00:00:02"]);
  assert.deepEqual(formatTicks([midnight - 0.3], 60_000), ["00:00"]);
  assert.deepEqual(formatTicks([midnight + 250], 250), ["00:00:00.250"]);
  assert.deepEqual(formatTicks([midnight, midnight + 86_400_000], 86_400_000), ["01-31", "02-01"]);
  const years = [2024, 2025, 2026].map((year) => new Date(year, 0, 1).getTime());
  assert.deepEqual(formatTicks(years, 365 * 86_400_000), ["2024-01-01", "2025-01-01", "2026-01-01"]);
  const [, begin = 0] = years;
  const months = [begin - 31 * 86_400_000, begin, begin + 31 * 86_400_000];
  assert.deepEqual(formatTicks(months, 28 * 86_400_000), ["2024-12-01", "2025-01-01", "02-01"]);
});

test("a live window ends now, a fixed one stays; it redraws as often as a change is visible", () => {
  assert.deepEqual(spanOf({ kind: "live", rangeMs: 10 }, 100), { fromMs: 90, toMs: 100 });
  assert.deepEqual(spanOf({ kind: "fixed", fromMs: 1, toMs: 2 }, 100), { fromMs: 1, toMs: 2 });
  assert.deepEqual(
    [drawIntervalMs(60_000, 1200), drawIntervalMs(3_600_000, 1200), drawIntervalMs(240_000, 1200)],
    [50, 500, 200],
  );
});
