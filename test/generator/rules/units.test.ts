/** Units in rules, as mathjs knows them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { conversionOf } from "../../../generator/rules/units.ts";
import { TWO_READINGS, UNITS } from "../../../runtime/channels/units.ts";

const CONVERSIONS = [
  ["V", "kV", 12340, 12.34],
  ["mV", "V", 1, 0.001],
  ["°C", "K", 20, 293.15],
  ["°F", "°C", 212, 100],
  ["µA", "mA", 1500, 1.5],
  ["km/h", "m/s", 36, 10],
  ["rpm", "Hz", 60, 1],
  ["m/s²", "m/s^2", 9.81, 9.81],
  ["mAh", "Ah", 2500, 2.5],
  ["deg", "°", 180, 180],
  ["hPa", "mbar", 1013, 1013],
  ["Hz", "rpm", 1, 60],
  ["rpm", "1/min", 3000, 3000],
  ["Hz", "1/min", 2, 120],
  ["1/min", "Hz", 120, 2],
  ["1/s", "Hz", 5, 5],
  ["1/m", "1/km", 2, 2000],
  ["Ohm", "kOhm", 4700, 4.7],
  ["Ω", "kΩ", 4700, 4.7],
  ["kn", "m/s", 3600, 1852],
  ["kt", "km/h", 10, 18.52],
  ["mph", "km/h", 100, 160.9344],
  ["Nm", "kNm", 250, 0.25],
  ["N·m", "Nm", 3, 3],
  ["d", "h", 2, 48],
  ["min", "h", 90, 1.5],
  ["%RH", "%", 45, 45],
  ["%", "‰", 1, 10],
  ["ppm", "%", 20000, 2],
  ["ppb", "ppm", 1500, 1.5],
  ["µSv/h", "mSv/h", 250, 0.25],
  ["uSv/h", "µSv/h", 7, 7],
  ["mSv/h", "mSv/d", 1, 24],
  ["l/min", "m³/h", 1000, 60],
  ["L/h", "L/d", 1, 24],
  ["µg/m³", "mg/m^3", 1200, 1.2],
  ["klx", "lx", 1, 1000],
  ["oilbarrel", "L", 1, 158.987294928],
  ["beerbarrel", "L", 1, 117.347765304],
  ["t", "kg", 2, 2000],
  ["°/s", "rad/s", 180, Math.PI],
  ["inHg", "hPa", 30, 1015.9167],
  ["kVA", "VA", 2, 2000],
] as const;

for (const [from, to, value, expected] of CONVERSIONS) {
  test(`${value} ${from} is ${expected} ${to}`, () => {
    const line = conversionOf(from, to)!;
    assert.ok(
      Math.abs(value * line.slope + line.offset - expected) < 1e-9 * Math.abs(expected),
      `${value} becomes ${value * line.slope + line.offset}, not ${expected}`,
    );
  });
}

for (const [from, to] of [
  ["V", "A"],
  ["Pegel", "V"],
  ["%", "V"],
  ["", "V"],
  ["V", "import('fs')"],
  ["5", "V"],
  ["V; V", "V"],
  ["bbl", "L"],
  ["L", "bbl"],
  ["ton", "kg"],
  ["kt", "kg"],
  ["m", "1/m"],
  ["dB", "dBm"],
  ["Bq", "Hz"],
  ["lx", "lm"],
] as const) {
  test(`'${from}' and '${to}' are not units of one quantity`, () => {
    assert.equal(conversionOf(from, to), undefined);
  });
}

test("each unit of the table converts, and its spellings are the same unit", () => {
  const millimetres = conversionOf("m", "mm");
  assert.equal(millimetres?.slope, 1000);
  for (const { symbol, names = [] } of UNITS) {
    for (const name of [symbol, ...names])
      assert.deepEqual(conversionOf(name, symbol), { slope: 1, offset: 0, zero: 0 }, `${name} → ${symbol}`);
  }
});

test("a spelling belongs to one unit", () => {
  const all = UNITS.flatMap(({ symbol, names = [] }) => [symbol, ...names]);
  assert.deepEqual(
    all.filter((name, index) => all.indexOf(name) !== index || TWO_READINGS.has(name)),
    [],
  );
});
