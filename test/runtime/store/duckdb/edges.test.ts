import assert from "node:assert/strict";
import { test } from "node:test";
import { edgesOf, HeldEdges, hasMinutes } from "../../../../runtime/store/duckdb/edges.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOUR = BigInt(HOUR_MS) * 1_000_000n;
const DAY = 24n * HOUR;
const NOW = 500_000n * HOUR;
const KEEP = { rowsMs: 10 * DAY_MS, minutesMs: 100 * DAY_MS };

/** Of a database that has rows, and was kept in order by KEEP until NOW. */
function settled(): HeldEdges {
  const held = new HeldEdges(DAY_MS);
  held.move(KEEP, NOW, Number.POSITIVE_INFINITY);
  return held;
}

test("the boundaries of retention move with time", () => {
  const held = settled();
  for (let hour = 1n; hour <= 48n; hour++) {
    held.move(KEEP, NOW + hour * HOUR, HOUR_MS);
    assert.deepEqual(held.edges, { rows: NOW + hour * HOUR - 10n * DAY, all: NOW + hour * HOUR - 100n * DAY });
    assert.equal(held.notice, undefined);
  }
});

test("the first retention setting for a database with rows takes effect after the service has run for a day, across restarts", () => {
  let held = new HeldEdges(DAY_MS);
  let hours = 0;
  for (; held.edges === undefined; hours++) {
    const next = new HeldEdges(DAY_MS);
    next.remember(hours === 0 ? undefined : held.written);
    next.move(KEEP, NOW + BigInt(hours) * HOUR, hours === 0 ? 0 : HOUR_MS);
    held = next;
  }
  assert.equal(hours, 25);
});

test("if per-minute summaries are switched off, rows still become summaries until those expire", () => {
  const held = settled();
  const rowsAlone = { rowsMs: KEEP.rowsMs };
  for (let hour = 0n; hour < 24n; hour++) {
    held.move(rowsAlone, NOW + hour * HOUR, hour === 0n ? 0 : HOUR_MS);
    assert.equal(held.edges && hasMinutes(held.edges), true);
    assert.match(held.notice ?? "", /deletes minutes from before/);
  }
  held.move(rowsAlone, NOW + DAY, HOUR_MS);
  assert.equal(held.edges && hasMinutes(held.edges), false);
});

test("a longer retention, or a clock that is set back, takes effect at once", () => {
  const held = settled();
  const longer = { rowsMs: 20 * DAY_MS, minutesMs: 200 * DAY_MS };
  held.move(longer, NOW, 0);
  assert.deepEqual(held.edges, edgesOf(longer, NOW));
  held.move(longer, NOW - 400n * DAY, 0);
  assert.deepEqual(held.edges, edgesOf(longer, NOW - 400n * DAY));
});

test("a limit waits for a day from when it was first wanted, also in place of another one that waits", () => {
  const day = { rowsMs: DAY_MS };
  let held = new HeldEdges(DAY_MS);
  // The service has run without a retention for months, or was busy with another one.
  held.move(KEEP, NOW, 100 * DAY_MS);
  assert.match(held.notice ?? "", /in 24 h;/);
  held.move(KEEP, NOW + 23n * HOUR, 23 * HOUR_MS);
  assert.match(held.notice ?? "", /in 1 h;/);
  const next = new HeldEdges(DAY_MS);
  next.remember(held.written);
  held = next;
  held.move(day, NOW + 23n * HOUR, 0);
  assert.match(held.notice ?? "", /in 24 h;/);
  held.move(day, NOW + 46n * HOUR, 23 * HOUR_MS);
  assert.equal(held.edges, undefined);
  held.move(day, NOW + 47n * HOUR, HOUR_MS);
  assert.deepEqual(held.edges, edgesOf(day, NOW + 47n * HOUR));
});
