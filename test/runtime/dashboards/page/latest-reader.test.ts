/** The newest rows of all devices are read by few requests, and no device is silent before they are known. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { LatestReader, type NewestRows } from "../../../../runtime/dashboards/page/browser/data/latest-reader.ts";
import { type FeedSource, MeasurementFeed } from "../../../../runtime/dashboards/page/browser/data/measurement-feed.ts";
import { RequestQueue } from "../../../../runtime/dashboards/page/browser/data/request-queue.ts";
import { panelState } from "../../../../runtime/dashboards/page/browser/panel/panel-text.ts";
import type { MeasurementName } from "../../../../runtime/dashboards/page/browser/text/measurement-name.ts";
import type { MeasurementDescription } from "../../../../runtime/model/measurement.ts";

const MINUTE = 60_000;

/** All answers are given at once: microtasks alone are under way. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

class Devices {
  nowMs = 100 * MINUTE;
  session: number | undefined = 1;
  isComplete = true;
  failure: Error | undefined;
  /** Times of stored rows, by measurement, ms. */
  readonly stored = new Map<string, number[]>();
  readonly asked: string[][] = [];
  readonly queue = new RequestQueue();
  readonly host: FeedSource;

  constructor() {
    const nowMs = () => this.nowMs;
    const session = () => this.session;
    const queue: FeedSource["queue"] = (request, urgency) => this.queue.add(request, urgency);
    this.host = {
      nowMs,
      session,
      queue,
      window: () => ({ kind: "live", rangeMs: 15 * MINUTE }),
      latest: new LatestReader({ nowMs, session, queue, newest: (names) => this.#newest(names) }),
      series: {
        read: (feed) =>
          feed.takeSeries(feed.request(), Promise.resolve({ columns: ["n"], times: [], values: [[]], complete: true })),
      },
      statistics: { read: async () => ({}) },
      rows: { read: async () => [] },
      history: {
        wholeRows: async () => {},
        rows: async () => [],
      },
    };
    this.queue.open();
  }

  feed(measurement: string, database = "lab"): MeasurementFeed {
    const columns = [{ name: "n", type: "float" as const, role: "value" as const }];
    const names = { database, measurement, title: measurement, group: "rig" };
    const description: MeasurementDescription = { ...names, kind: "device", columns, stored: true };
    const feed = new MeasurementFeed(description, this.host);
    feed.setFollowed(true, feed);
    feed.setSeen(true);
    return feed;
  }

  state(feed: MeasurementFeed): string {
    return panelState(feed, this.nowMs, "there");
  }

  async #newest(names: readonly MeasurementName[]): Promise<NewestRows> {
    this.asked.push(names.map(({ measurement }) => measurement));
    if (this.failure !== undefined) throw this.failure;
    const measurements = names.map(({ measurement }) => ({
      rows: (this.stored.get(measurement) ?? []).map((ms) => ({ time: new Date(ms).toISOString(), n: ms })),
    }));
    return { complete: this.isComplete, measurements };
  }
}

test("the newest rows of 250 devices are three requests", async () => {
  const devices = new Devices();
  for (let i = 0; i < 250; i += 1) devices.feed(`d${i}`);
  await settled();
  assert.deepEqual(
    devices.asked.map((names) => names.length),
    [100, 100, 50],
  );
  assert.equal(new Set(devices.asked.flat()).size, 250);
});

test("names that a proxy would refuse in one address are in several requests", async () => {
  const devices = new Devices();
  for (let i = 0; i < 20; i++) devices.feed(`${"é".repeat(100)}${i}`);
  await settled();
  assert.ok(devices.asked.length >= 2, `${devices.asked.length} requests`);
  assert.equal(devices.asked.flat().length, 20);
});

test("a device is not silent while the store is behind, nor after the live connection was away, until its rows are read", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const devices = new Devices();
    devices.isComplete = false;
    devices.stored.set("d", [devices.nowMs - 3 * MINUTE, devices.nowMs - 2 * MINUTE]);
    const feed = devices.feed("d");
    assert.equal(devices.state(feed), "loading");
    await settled();
    assert.equal(devices.state(feed), "loading", "its newest row may not be stored");
    devices.isComplete = true;
    mock.timers.tick(1000);
    await settled();
    assert.equal(devices.state(feed), "stale");
    feed.live(devices.nowMs, { n: 1 });
    assert.equal(devices.state(feed), "live");
    // Without a connection, what was read says nothing of what came later.
    devices.session = undefined;
    devices.nowMs += 20 * MINUTE;
    assert.equal(devices.state(feed), "loading");
    devices.session = 2;
    assert.equal(devices.state(feed), "loading", "rows before the new connection are not read yet");
    devices.failure = new Error("503");
    feed.catchUp();
    await settled();
    assert.equal(devices.state(feed), "loading");
    devices.failure = undefined;
    feed.catchUp();
    await settled();
    assert.equal(devices.state(feed), "stale");
    const asked = devices.asked.length;
    feed.catchUp();
    await settled();
    assert.equal(devices.asked.length, asked, "while the connection lasts, nothing is read again");
  } finally {
    mock.timers.reset();
  }
});

test("a request that failed is made again, without waiting for a refresh", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const devices = new Devices();
    devices.failure = new Error("503");
    devices.stored.set("d", [devices.nowMs - 3 * MINUTE]);
    const feed = devices.feed("d");
    await settled();
    assert.equal(devices.state(feed), "loading");
    devices.failure = undefined;
    mock.timers.tick(2000);
    await settled();
    assert.deepEqual(devices.asked, [["d"], ["d"]]);
    assert.equal(devices.state(feed), "stale");
    mock.timers.tick(60_000);
    await settled();
    assert.equal(devices.asked.length, 2);
  } finally {
    mock.timers.reset();
  }
});

test("without a live connection, devices in sight are read again with each poll", async () => {
  const devices = new Devices();
  devices.session = undefined;
  const feeds = ["a", "b"].map((name) => devices.feed(name));
  for (let poll = 0; poll < 5; poll++) {
    devices.stored.set("a", [...(devices.stored.get("a") ?? []), devices.nowMs]);
    for (const feed of feeds) feed.catchUp();
    await settled();
    assert.deepEqual(
      feeds.map((feed) => devices.state(feed)),
      ["live", "waiting"],
    );
    devices.nowMs += MINUTE;
  }
  assert.deepEqual(
    devices.asked,
    Array.from({ length: 5 }, () => ["a", "b"]),
  );
});

test("a live row before the stored ones hides neither their rhythm nor values that it lacks", async () => {
  const devices = new Devices();
  const now = devices.nowMs;
  devices.stored.set("d", [now - 3 * MINUTE, now - 2 * MINUTE, now - MINUTE]);
  const feed = devices.feed("d");
  feed.live(now, { other: 7 });
  await settled();
  assert.deepEqual([feed.latest.value("n"), feed.latest.value("other"), feed.lastMs], [now - MINUTE, 7, now]);
  assert.equal(feed.expectedMs(), MINUTE);
});
