/** The counts above a fleet of which the page lists only a part. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MeasurementFeed } from "../../../../runtime/dashboards/page/browser/data/measurement-feed.ts";
import { boardOf } from "../../../../runtime/dashboards/page/browser/overview/device-board.ts";
import type { FleetDevice } from "../../../../runtime/dashboards/page/browser/overview/fleet-state.ts";

const told = (state: FleetDevice["state"]): FleetDevice => ({
  state,
  column: undefined,
  value: undefined,
  atMs: 0,
  everyMs: undefined,
  address: undefined,
});
const description = { kind: "device", group: "lab_hall", columns: [] };
const facts = {
  feeds: new Map([["lab_hall a", { description, title: "a" } as unknown as MeasurementFeed]]),
  nowMs: 0,
  channels: [],
  errors: [],
  refused: new Map<string, number>(),
  fleet: new Map([
    ["lab_hall a", told("fine")],
    ["lab_hall b", told("alarm")],
    ["lab_hall c", told("warning")],
    ["lab_hall d", told("silent")],
  ]),
  favourites: new Set<string>(),
};
const NONE = { fine: 0, warn: 0, alarm: 0, refused: 0, silent: 0, waiting: 0, unknown: 0 };

test("an alarm of a device that is not listed counts, and nothing is known of any when the service is gone", () => {
  const board = boardOf({ ...facts, connection: "there", isPartial: true });
  assert.deepEqual(board.counts, { ...NONE, fine: 1, alarm: 1, warn: 1, silent: 1 });
  assert.equal(board.devices.length, 1);
  assert.deepEqual(boardOf({ ...facts, connection: "gone", isPartial: true }).counts, { ...NONE, unknown: 4 });
  assert.deepEqual(boardOf({ ...facts, connection: "there", isPartial: false }).counts, { ...NONE, fine: 1 });
});
