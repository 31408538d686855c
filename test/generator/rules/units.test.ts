/** Units in rules, as mathjs knows them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { conversionOf } from "../../../generator/rules/units.ts";

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
] as const) {
  test(`'${from}' and '${to}' are not units of one quantity`, () => {
    assert.equal(conversionOf(from, to), undefined);
  });
}
