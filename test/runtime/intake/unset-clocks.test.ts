/** Counters since a device's start that look like times after eleven days [D54]. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { accepted } from "../../../runtime/intake/intake.ts";
import type { Message } from "../../../runtime/model/message.ts";
import { MemoryIntake } from "../../support/memory-intake.ts";

const NOW_NS = 1_795_900_000_000_000_000n;
const SECOND_NS = 1_000_000_000n;
const DAY_S = 86_400;

/** @param value the time that the device sends, so many seconds after the first message */
async function sent(
  values: readonly (readonly [seconds: number, value: number | string])[],
  bodyOf: (value: number | string) => readonly [type: string, body: string] = (value) => [
    "application/json",
    JSON.stringify({ time: value, v: 1 }),
  ],
) {
  const intake = new MemoryIntake();
  for (const [seconds, value] of values) {
    const [contentType, body] = bodyOf(value);
    const receivedNs = NOW_NS + BigInt(Math.round(seconds * 1000)) * 1_000_000n;
    const payload = Buffer.from(body);
    const message: Message = { source: "http", address: "r/n/g/d/data", sender: "", contentType, receivedNs, payload };
    await accepted(intake.core, message);
  }
  const rows = intake.points.map(({ timeNs, origin, columns }) => ({
    isReceipt: timeNs === origin.message.receivedNs,
    columns: columns.map(({ name }) => name),
  }));
  const { channels } = intake.activity.channels();
  return { intake, rows, unset: channels[0]?.noticed.unsetClocks ?? 0 };
}

/** A device that starts `startS` before the first message, and counts `rate` per second. */
const counter =
  (startS: number, rate: number, deviation = 1) =>
  (seconds: number) =>
    [seconds, Math.floor((startS + seconds) * rate * deviation)] as const;

/** Every ten minutes, from the given second on. */
const often = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index * 600);

const FORMS: Readonly<Record<string, (value: number | string) => readonly [type: string, body: string]>> = {
  JSON: (value) => ["application/json", JSON.stringify({ time: value, v: 1 })],
  "another name": (value) => ["application/json", JSON.stringify({ ts: value, v: 1 })],
  "a form": (value) => ["application/x-www-form-urlencoded", `time=${value}&v=1`],
  CSV: (value) => ["text/csv", `## time,v\n${value},1\n`],
};

for (const [name, bodyOf] of Object.entries(FORMS)) {
  test(`milliseconds since the start are not times after eleven days: ${name}`, async () => {
    const { rows, unset } = await sent(often(0, 60).map(counter(946_684 - 6 * 600, 1000, 1.001)), bodyOf);
    assert.deepEqual([rows.every(({ isReceipt }) => isReceipt), unset], [true, 60]);
    const columns = { "another name": ["ts", "v"], CSV: ["time.sent", "v"] }[name] ?? ["v"];
    assert.deepEqual(rows.at(-1)?.columns, columns);
  });
}

test("the same holds for microseconds and nanoseconds, and over an outage", async () => {
  const micro = await sent([0, 60, 120, 900, 960, 1200].map(counter(60, 1e6)));
  assert.deepEqual(
    micro.rows.map(({ isReceipt }) => isReceipt),
    Array(6).fill(true),
  );
  const nano = await sent([0, 60, 120, 900, 960, 1200].map(counter(60, 1e9)));
  assert.deepEqual(
    nano.rows.map(({ isReceipt }) => isReceipt),
    Array(6).fill(true),
  );
  const outage = await sent([...often(0, 3), 3 * DAY_S].map(counter(946_684 - DAY_S, 1000)));
  assert.equal(outage.rows.at(-1)?.isReceipt, true);
});

test("a clock that was set is believed at once, and for rows of earlier times", async () => {
  const nowS = Number(NOW_NS / SECOND_NS);
  const before = often(0, 3).map(counter(60, 1000));
  const set = await sent([...before, [1800, nowS + 1800], [1801, nowS - DAY_S], [1802, "2026-03-01T00:00:00Z"]]);
  assert.deepEqual(
    set.rows.map(({ isReceipt }) => isReceipt),
    [true, true, true, true, false, false],
  );
  assert.equal(set.unset, 3);
  // Half an hour of microseconds is about the seconds since 1970.
  const half = await sent([...[0, 60, 120].map(counter(60, 1e6)), [1795, nowS + 1790]]);
  assert.equal(half.unset, 3);
});

test("a number of a device that had no counter before is a time", async () => {
  const { rows, unset } = await sent([
    [0, 1_000_000_000],
    [60, 1_000_060_000],
    [120, 1_000_120_000],
  ]);
  assert.deepEqual([rows.some(({ isReceipt }) => isReceipt), unset], [false, 0]);
});

test("a replay of the message gives the same time", async () => {
  const { intake } = await sent(often(0, 12).map(counter(946_684 - 6 * 600, 1000)));
  const again = intake.messages.flatMap((message) => intake.core.decode(message).points.map(({ timeNs }) => timeNs));
  assert.deepEqual(
    again,
    intake.messages.map(({ receivedNs }) => receivedNs),
  );
});
