/** Times in a chosen zone and clock format. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { formatMoment, formatTicks, formatTime } from "../../../../runtime/dashboards/page/browser/text/format.ts";
import { localText, parseLocal, parseMoment } from "../../../../runtime/dashboards/page/browser/text/moments.ts";
import { fromWall, localDate, offsetMs, useZone } from "../../../../runtime/dashboards/page/browser/text/zone.ts";

afterEach(() => useZone(undefined, "24"));

const NOON = Date.parse("2026-03-01T12:00:27.250Z");

test("times are written in the chosen zone and clock format", () => {
  useZone("America/New_York", "24");
  assert.equal(formatTime(NOON, NOON), "07:00:27.250");
  useZone("Asia/Kolkata", "12");
  assert.equal(formatTime(NOON, NOON), "5:30:27.250 pm");
  assert.deepEqual(formatTicks([NOON - 27_250], 60_000), ["5:30 pm"]);
  useZone("UTC", "24");
  assert.equal(formatMoment(NOON, NOON), "12:00:27");
  // The previous day in that zone.
  useZone("Pacific/Auckland", "24");
  assert.equal(formatMoment(NOON - 3_600_000 * 2, NOON), "Yesterday 23:00:27");
});

test("input is read in the same zone, also around clock changes", () => {
  useZone("Europe/Berlin", "24");
  assert.equal(parseLocal("2026-03-29T03:30"), Date.parse("2026-03-29T01:30Z"));
  assert.equal(parseLocal("2026-03-29T01:30"), Date.parse("2026-03-29T00:30Z"));
  assert.equal(parseMoment("2026-07-01", "to", NOON), Date.parse("2026-07-01T22:00Z"));
  assert.equal(parseMoment("yesterday", "from", NOON), Date.parse("2026-02-27T23:00Z"));
  assert.equal(parseMoment("2026-07-01T12:00+02:00", "from", NOON), Date.parse("2026-07-01T10:00Z"));
  assert.equal(parseMoment("nonsense", "from", NOON), undefined);
  for (let ms = NOON; ms < NOON + 400 * 86_400_000; ms += 7_777_777_777) {
    assert.equal(parseLocal(localText(ms)), ms);
    assert.equal(fromWall(ms + offsetMs(ms)), ms);
    assert.equal(localDate(ms).getHours(), Number(localText(ms).slice(11, 13)));
  }
});

test("where the clock is set back, both times are told apart: on axes, at the pointer and in lists", () => {
  const hour = 3_600_000;
  useZone("Europe/Berlin", "24");
  const first = Date.parse("2026-10-24T23:00Z");
  const ticks = [0, 1, 2, 3].map((hours) => first + hours * hour);
  assert.deepEqual(formatTicks(ticks, hour), ["01:00", "02:00 UTC+2", "02:00 UTC+1", "03:00"]);
  assert.equal(formatTime(first + 1.5 * hour, first), "02:30:00.000 UTC+2");
  assert.equal(formatMoment(first + 2.5 * hour, first), "02:30:00 UTC+1");
  // Set forward, no time is shown twice.
  const spring = Date.parse("2026-03-29T00:00Z");
  assert.deepEqual(formatTicks([spring, spring + hour, spring + 2 * hour], hour), ["01:00", "03:00", "04:00"]);
  // By half an hour.
  useZone("Australia/Lord_Howe", "24");
  const howe = Date.parse("2026-04-04T14:00Z");
  const half = [0, 1, 2, 3].map((halves) => howe + (halves * hour) / 2);
  assert.deepEqual(formatTicks(half, hour / 2), ["01:00", "01:30 UTC+11", "01:30 UTC+10:30", "02:00"]);
  useZone("America/St_Johns", "12");
  assert.equal(formatMoment(Date.parse("2026-11-01T03:45Z"), first), "2026-11-01 1:15:00 am UTC−2:30");
});

test("an unknown zone is refused", () => {
  assert.throws(() => useZone("Nowhere/Else", "24"), RangeError);
});
