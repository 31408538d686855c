/** History and live values of one measurement have no gap between them, however slow either is. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LatestValues } from "../../../../runtime/dashboards/page/browser/data/latest-values.ts";
import { type FeedSource, MeasurementFeed } from "../../../../runtime/dashboards/page/browser/data/measurement-feed.ts";
import { RequestQueue } from "../../../../runtime/dashboards/page/browser/data/request-queue.ts";
import { SeriesReader } from "../../../../runtime/dashboards/page/browser/data/series-reader.ts";
import type { TimeWindow } from "../../../../runtime/dashboards/page/browser/series/time-window.ts";
import type { MeasurementDescription } from "../../../../runtime/model/measurement.ts";

const PANELS = 50;
const EVERY_MS = 50;
const RANGE_MS = 10_000;
const WINDOW: TimeWindow = { kind: "live", rangeMs: RANGE_MS };

function description(panel: number): MeasurementDescription {
  return {
    database: "lab",
    measurement: `${panel}`,
    kind: "struct",
    title: `${panel}`,
    group: "rig",
    columns: [{ name: "n", type: "float", role: "value" }],
    stored: true,
  };
}

/** A service in simulated time: rows are published at once, stored later, and history takes a while. */
class SimulatedService {
  nowMs = 1_000_000;
  readonly queue = new RequestQueue();
  readonly feeds: MeasurementFeed[];
  readonly #timers: { readonly atMs: number; readonly run: () => void }[] = [];
  readonly #storeDelayMs: number;
  readonly #answerDelay: () => number;

  constructor(storeDelayMs: number, answerDelay: () => number) {
    this.#storeDelayMs = storeDelayMs;
    this.#answerDelay = answerDelay;
    const queue: FeedSource["queue"] = (request, urgency) => this.queue.add(request, urgency);
    const host: FeedSource = {
      nowMs: () => this.nowMs,
      window: () => WINDOW,
      queue,
      series: new SeriesReader({
        queue,
        one: (_measurement, { fromMs }) => this.#series(fromMs),
        many: async (measurements, { fromMs }) => {
          const series = await this.#series(fromMs);
          return { complete: true, measurements: measurements.map(() => ({ series })) };
        },
      }),
      history: {
        wholeRows: async () => {},
        rows: async () => [],
      },
      session: () => undefined,
      latest: { read: async () => true },
      statistics: { read: async () => ({}) },
      rows: { read: async () => [] },
    };
    this.feeds = Array.from({ length: PANELS }, (_none, panel) => new MeasurementFeed(description(panel), host));
  }

  at(atMs: number, run: () => void): void {
    this.#timers.push({ atMs, run });
  }

  async runUntil(endMs: number): Promise<void> {
    for (; this.nowMs < endMs; this.nowMs += 10) {
      for (const timer of this.#timers.splice(0)) {
        if (timer.atMs <= this.nowMs) timer.run();
        else this.#timers.push(timer);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** As with `wait=stored`: the answer contains everything received before the request. */
  async #series(fromMs: number) {
    const askedMs = this.nowMs;
    await this.#sleep(this.#storeDelayMs);
    const times: number[] = [];
    const storedMs = Math.max(askedMs, this.nowMs - this.#storeDelayMs);
    for (let ms = Math.ceil(fromMs / EVERY_MS) * EVERY_MS; ms <= storedMs; ms += EVERY_MS) times.push(ms);
    await this.#sleep(this.#answerDelay());
    return { columns: ["n"], times, values: [times.map((ms) => ms / EVERY_MS)], complete: true };
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.at(this.nowMs + ms, resolve));
  }
}

test("50 panels with slow history have every row, 100 times", async () => {
  const delays = fc.record({
    subscribeMs: fc.integer({ min: 0, max: 800 }),
    storeMs: fc.integer({ min: 0, max: 300 }),
    answersMs: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 7, maxLength: 7 }),
  });
  const property = fc.asyncProperty(delays, async ({ subscribeMs, storeMs, answersMs }) => {
    let asked = 0;
    const service = new SimulatedService(storeMs, () => answersMs[asked++ % answersMs.length]!);
    const began = service.nowMs;
    let subscribed = false;
    for (const feed of service.feeds) feed.setSeen(true);
    service.at(began + subscribeMs, () => {
      subscribed = true;
      service.queue.open();
    });
    const publish = (ms: number): void => {
      if (subscribed) for (const feed of service.feeds) feed.live(ms, { n: ms / EVERY_MS });
      service.at(ms + EVERY_MS, () => publish(ms + EVERY_MS));
    };
    service.at(began, () => publish(began));
    // 50 panels, 4 at a time: the last answer arrives after 13 slow ones.
    await service.runUntil(began + subscribeMs + 13 * (storeMs + 400) + 500);
    for (const { buffer } of service.feeds) {
      const [times, cells] = buffer.aligned(["n"]);
      assert.ok(times[0]! <= began, "history is there");
      assert.deepEqual(buffer.gaps(), []);
      const inView = times.filter((ms) => ms > service.nowMs - RANGE_MS);
      const steps = inView.slice(1).map((ms, i) => ms - inView[i]!);
      assert.ok(Math.max(...steps) <= 2 * EVERY_MS, `a step of ${Math.max(...steps)} ms`);
      assert.equal(cells?.at(-1), times.at(-1)! / EVERY_MS);
    }
  });
  await fc.assert(property, { numRuns: 100 });
});

test("the rate of a steady device is the same at any moment between two messages, and falls once the next is late", () => {
  const latest = new LatestValues();
  for (let second = 0; second < 5; second++) latest.live(second * 1000, { n: 1 }, second * 1000);
  for (const nowMs of [4000, 4400, 4900]) assert.equal(latest.rate(nowMs), 1);
  latest.live(5000, { n: 1 }, 5000);
  assert.equal(latest.rate(5999), 1);
  assert.ok(latest.rate(7500)! < 0.7, "two are missing");
  const burst = new LatestValues();
  for (const timeMs of [0, 0]) burst.live(timeMs, { n: 1 }, timeMs);
  assert.equal(burst.rate(4000), 0.25);
});

test("a row of a clock that is ahead hides neither the rows of now nor their values, and is drawn when its time comes", async () => {
  const service = new SimulatedService(0, () => 0);
  const [feed] = service.feeds as [MeasurementFeed];
  const began = service.nowMs;
  feed.live(began - 50, { n: 1 });
  feed.live(began + 5000, { n: 2 });
  assert.equal(feed.latest.value("n"), 2);
  for (let i = 1; i <= 20; i += 1) {
    service.nowMs = began + i * 100;
    feed.live(service.nowMs, { n: 10 + i });
  }
  assert.equal(feed.latest.value("n"), 30);
  assert.equal(feed.buffer.lastMs, began + 2000);
  service.nowMs = began + 5100;
  feed.live(service.nowMs, { n: 40 });
  assert.deepEqual(feed.buffer.aligned(["n"])[1]?.slice(-2), [2, 40]);
});

test("a field whose history was not asked for is being loaded, and not without values", async () => {
  const service = new SimulatedService(0, () => 0);
  service.queue.open();
  const [feed] = service.feeds as [MeasurementFeed];
  const later = () => service.runUntil(service.nowMs + 100);
  const [tile, panel] = [{}, {}];
  feed.setSeen(true, tile, 100, "n");
  assert.deepEqual(feed.request().columns, ["n"]);
  await later();
  assert.equal(feed.isLoading, false);
  feed.setSeen(true, {}, 100, "n");
  assert.equal(feed.isLoading, false);
  feed.setSeen(true, panel, 100);
  assert.deepEqual([feed.isLoading, feed.request().columns], [true, undefined]);
  await later();
  feed.setSeen(false, panel);
  feed.setSeen(true, {}, 100, "other");
  assert.equal(feed.isLoading, false);
});

test("a request that waits is for the field of the viewer that left", () => {
  const service = new SimulatedService(0, () => 0);
  const [feed] = service.feeds as [MeasurementFeed];
  const tile = {};
  feed.setSeen(true, tile, 100, "n");
  feed.setSeen(false, tile);
  assert.deepEqual(feed.request().columns, ["n"]);
  feed.setSeen(true, {}, 100, "other");
  assert.deepEqual(feed.request().columns, ["other"]);
});
