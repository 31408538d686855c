/** All data of the page: measurements, history, live values, annotations; keeps them up to date. */

import { type Signal, signal } from "@preact/signals";
import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { AnnotationCache } from "../annotations/annotation-feed.ts";
import type { FleetState } from "../overview/fleet-state.ts";
import type { TimeWindow } from "../series/time-window.ts";
import type { Timeline } from "../series/timeline.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import {
  type FirstPage,
  fetchManySeries,
  fetchManyStatistics,
  fetchNewest,
  fetchOverview,
  fetchRows,
  fetchSeries,
  fetchStatistics,
  fetchWholeRows,
  type Overview,
} from "./api.ts";
import { BeyondList } from "./beyond-list.ts";
import { connection, failed } from "./connection.ts";
import { earliestMs } from "./earliest.ts";
import { FeedCache } from "./feed-cache.ts";
import { FollowedTopics, NETWORKS } from "./followed-topics.ts";
import { LatestReader, RowsReader } from "./latest-reader.ts";
import { LiveFeed } from "./live-feed.ts";
import { type FeedSource, MeasurementFeed } from "./measurement-feed.ts";
import { Query } from "./query.ts";
import { StatisticsReader } from "./range-statistics.ts";
import { RequestQueue } from "./request-queue.ts";
import { SeriesReader } from "./series-reader.ts";

const LIST = "measurements";
/** The list of measurements is polled at this interval. */
const LIST_INTERVAL_MS = 10_000;
/** The store has new rows a moment later; this is also the shortest polling interval. */
const SOON_MS = 1000;
const SOON_INTERVAL_MS = 2000;
/** Without a live connection, history is polled at this interval. */
const POLL_INTERVAL_MS = 5_000;
/** Recovers rows lost by a slow connection. */
const REFRESH_INTERVAL_MS = 60_000;
/** How long history waits for the live connection. */
const LIVE_PATIENCE_MS = 5000;

interface Listed {
  readonly overview: Overview;
  /** The measurements that have panels. */
  readonly drawn: readonly MeasurementDescription[];
}

const NO_FEEDS: ReadonlyMap<string, MeasurementFeed> = new Map();

export class PageData {
  readonly annotations: AnnotationCache;
  readonly live: LiveFeed;
  /** The list of measurements, set whenever it was read; undefined before. */
  readonly listed: Signal<Listed | undefined> = signal(undefined);
  readonly #timeline: Timeline;
  readonly #wanted: () => readonly MeasurementName[];
  readonly #requests = new RequestQueue();
  readonly #source: FeedSource;
  readonly #feeds: FeedCache;
  readonly #followed: FollowedTopics;
  readonly #beyond = new BeyondList(() => this.isListed && this.#show(this.listed.peek()!.overview));
  /** Difference between the server's clock and the browser's, ms. */
  #clockOffsetMs = 0;
  readonly #list = new Query<Overview>();
  #listDueMs = 0;
  #caughtUpMs = performance.now();
  /** The range back to the first stored value; undefined until the user has requested it. */
  readonly allHistoryMs = signal<number | undefined>(undefined);

  /** @param wanted measurements that must be available even if they are not listed */
  constructor(timeline: Timeline, fleet: FleetState, wanted: () => readonly MeasurementName[]) {
    this.#timeline = timeline;
    this.#wanted = wanted;
    const queue: FeedSource["queue"] = (request, urgency) => this.#requests.add(request, urgency);
    const history: FeedSource["history"] = {
      wholeRows: fetchWholeRows,
      rows: (measurement, span, limit) => fetchRows(measurement, { ...span, limit }),
    };
    const nowMs = () => this.nowMs();
    const session: FeedSource["session"] = (measurement) => this.#followed.sessionOf(measurement);
    this.#source = {
      nowMs,
      session,
      latest: new LatestReader({ nowMs, session, queue, newest: fetchNewest }),
      statistics: new StatisticsReader({ queue, one: fetchStatistics, many: fetchManyStatistics }),
      rows: new RowsReader({ queue, many: fetchNewest }),
      series: new SeriesReader({ queue, one: fetchSeries, many: fetchManySeries }),
      window: () => timeline.window,
      cursorSpan: () => timeline.cursorSpan,
      queue,
      history,
      follow: (feed, isFollowed) => this.#followed.follow(feed, isFollowed),
      isWaiting: (feed) => this.#followed.isWaiting(feed),
    };
    this.#feeds = new FeedCache(this.#source, (name, isHere) => {
      // In a large fleet, most devices are not listed although they send.
      if (isHere || !this.isPartial) this.overviewSoon();
      if (isHere && this.isPartial) void this.#beyond.describeAgain(name).catch(() => {});
    });
    this.annotations = new AnnotationCache(timeline, queue);
    this.live = new LiveFeed({
      onEvent: ({ kwargs }) => this.#feeds.received(kwargs),
      onState: (state) => {
        // History is requested once no row between it and the live values can be missed.
        if (state !== "connecting") this.#requests.open();
      },
      onFollowed: (topic) => this.#followed.followed(topic),
      onMissed: () => this.reload(),
    });
    this.#followed = new FollowedTopics(
      this.live,
      () => this.listed.peek()?.overview.realm ?? "",
      (key) => (fleet.isKnown || connection.value === "gone" ? fleet.devices.get(key)?.address : "unasked"),
    );
  }

  get feeds(): ReadonlyMap<string, MeasurementFeed> {
    return this.listed.value === undefined ? NO_FEEDS : this.#feeds.feeds;
  }

  /** The service's error instead of the list; empty otherwise. */
  get failure(): string {
    const { failure } = this.#list;
    return failure?.name === "AnswerError" ? failure.message : "";
  }

  get isListed(): boolean {
    return this.listed.value !== undefined;
  }

  /** There are more measurements than listed. */
  get isPartial(): boolean {
    return this.listed.value?.overview.isPartial === true;
  }

  /** The data of a measurement over another time span. */
  feedOver(description: MeasurementDescription, window: TimeWindow): MeasurementFeed {
    const { follow: _follow, ...source } = this.#source;
    return new MeasurementFeed(description, { ...source, window: () => window, latest: { read: async () => true } });
  }

  /** Adds a measurement found by a search. */
  open(description: MeasurementDescription): void {
    this.#beyond.open(description);
  }

  /** Loads the unlisted measurements that match the filter. */
  filter(text: string): void {
    if (this.isPartial) this.#beyond.filter(text);
  }

  async start(first: FirstPage | undefined): Promise<void> {
    // A proxy may block a WebSocket forever: history must still work.
    setTimeout(() => this.#requests.open(), LIVE_PATIENCE_MS);
    document.addEventListener("visibilitychange", () => {
      this.live.setHidden(document.hidden);
      if (!document.hidden) void this.reloadOverview();
    });
    await this.reloadOverview(first);
  }

  /** The server's time, epoch ms. */
  nowMs(): number {
    return Date.now() + this.#clockOffsetMs;
  }

  reload(): void {
    this.#feeds.reload();
    this.annotations.reload();
  }

  /** The service said anew what it knows of these devices. */
  onReported(devices: FleetState["reported"]["value"]): void {
    this.#followed.place();
    for (const [key, device] of devices) {
      const feed = this.feeds.get(key);
      if (feed !== undefined) feed.onReported(device);
      // In a large fleet, most devices are not listed although they send.
      else if (this.isListed && !this.isPartial && device.column !== undefined) this.overviewSoon();
    }
  }

  /** Call this when measurements were added or removed. */
  overviewSoon(): void {
    const now = Date.now();
    if (now < this.#listDueMs) return;
    this.#listDueMs = now + SOON_INTERVAL_MS;
    setTimeout(() => void this.reloadOverview().then(() => this.annotations.reload()), SOON_MS);
  }

  /** Reads the list of measurements, and the server's time. @param first if it was read just now */
  async reloadOverview(first?: FirstPage): Promise<void> {
    if (!document.hidden) await this.#list.renew(LIST, () => this.#readOverview(first));
  }

  async #readOverview(first?: FirstPage): Promise<Overview> {
    try {
      const overview = await fetchOverview(first);
      this.#clockOffsetMs = overview.clockOffsetMs;
      this.#show(overview);
      // As soon as it is known that the list is incomplete.
      if (overview.isPartial) void this.#beyond.want(this.#wanted(), overview.measurements).catch(() => {});
      return overview;
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  /** Shows the range back to the first stored value. @throws Error if it cannot be read */
  async showAllHistory(): Promise<void> {
    const now = this.nowMs();
    const stored = [...this.feeds.values()].map(({ description }) => description).filter((one) => one.stored);
    const rangeMs = now - ((await earliestMs(stored, now)) ?? now);
    const allMs = Math.ceil(Math.max(rangeMs * 1.02, 60_000) / 1000) * 1000;
    this.allHistoryMs.value = allMs;
    this.#timeline.follow(allMs);
  }

  /** Its data was deleted: new data starts from nothing. */
  forget(feed: MeasurementFeed): void {
    this.#feeds.remove(feedKey(feed.description));
    this.listed.value = this.listed.peek() && { ...this.listed.peek()! };
    void this.reloadOverview();
  }

  /** Call this about once a second. */
  check(): void {
    this.live.check();
    if (!document.hidden && this.#list.askedMs > 0)
      this.#list.keep(LIST, () => this.#readOverview(), { everyMs: LIST_INTERVAL_MS });
    this.#catchUp();
    const { beganMs } = this.#feeds;
    if (this.#timeline.fits && beganMs !== undefined) this.#timeline.fit(this.nowMs() - beganMs);
  }

  #show(overview: Overview): void {
    const measurements = overview.isPartial ? this.#beyond.with(overview.measurements) : overview.measurements;
    const drawn = measurements.filter(({ kind }) => kind !== "events");
    this.#feeds.update(drawn);
    this.listed.value = { overview, drawn };
    this.annotations.readFrom(measurements);
    this.live.listen(overview.realm, [NETWORKS]);
  }

  #catchUp(): void {
    const now = performance.now();
    const everyMs = this.live.state === "connected" ? REFRESH_INTERVAL_MS : POLL_INTERVAL_MS;
    if (now - this.#caughtUpMs < everyMs || document.hidden || this.#timeline.window.kind !== "live") return;
    this.#caughtUpMs = now;
    this.#feeds.catchUp();
  }
}
