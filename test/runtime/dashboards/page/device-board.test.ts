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
  sinceMs: undefined,
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

test("an address names the device that sends from it alone; what an agent sends has the names of its measurements", () => {
  const feed = (title: string) => ({ description, title, name: { value: undefined } }) as unknown as MeasurementFeed;
  const from = (address: string) => ({ ...told("fine"), address });
  const { devices } = boardOf({
    ...facts,
    feeds: new Map(["a", "b", "c", "d"].map((name) => [`lab_hall ${name}`, feed(name)])),
    fleet: new Map([
      ["lab_hall a", from("lab/hall/gate-1/node-7")],
      ["lab_hall b", from("lab/hall/gate-1/node-8")],
      ["lab_hall c", from("lab/hall/gate-1/node-8")],
      ["lab_hall d", from("lab_hall")],
    ]),
    connection: "there",
    isPartial: false,
  });
  const named = devices.map(({ title, group }) => [title, group]);
  assert.deepEqual(
    new Map(named as [string, string][]),
    new Map([
      ["node-7", "lab / hall / gate-1"],
      ["b", "lab_hall"],
      ["c", "lab_hall"],
      ["d", "lab_hall"],
    ]),
  );
});
