/** All data of the page: measurements, history, live values, annotations; keeps them up to date. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { AnnotationCache } from "../annotations/annotation-feed.ts";
import type { FleetDevice } from "../overview/fleet-state.ts";
import type { TimeWindow } from "../series/time-window.ts";
import type { Timeline } from "../series/timeline.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import {
  type FirstPage,
  fetchManySeries,
  fetchNewest,
  fetchOverview,
  fetchRows,
  fetchSeries,
  fetchStatistics,
  fetchWholeRows,
  type Overview,
} from "./api.ts";
import { BeyondList } from "./beyond-list.ts";
import { earliestMs } from "./earliest.ts";
import { FeedCache } from "./feed-cache.ts";
import { FollowedTopics, NETWORKS } from "./followed-topics.ts";
import { LatestReader } from "./latest-reader.ts";
import { LiveFeed } from "./live-feed.ts";
import { type FeedHost, MeasurementFeed } from "./measurement-feed.ts";
import { RequestQueue } from "./request-queue.ts";
import { SeriesReader } from "./series-reader.ts";

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
export interface DataEvents {
  /** With the measurements that have panels. */
  onOverview(overview: Overview, drawn: readonly MeasurementDescription[]): void;
  /** It has new columns. */
  onColumns(feed: MeasurementFeed): void;
  onAnnotations(): void;
  onConnection(): void;
  /** What the service says of each device; undefined before its first answer. */
  fleet(): ReadonlyMap<string, FleetDevice> | undefined;
  /** Measurements that must be available even if they are not listed. */
  wanted(): readonly MeasurementName[];
  onProblem(sentence: string): void;
  /** The service did not answer. */
  onFailure(error: unknown): void;
}

export class PageData {
  readonly annotations: AnnotationCache;
  readonly live: LiveFeed;
  readonly #timeline: Timeline;
  readonly #events: DataEvents;
  readonly #requests = new RequestQueue();
  readonly #host: FeedHost;
  readonly #feeds: FeedCache;
  readonly #followed: FollowedTopics;
  readonly #beyond = new BeyondList(() => this.#listed !== undefined && this.#show(this.#listed));
  #listed: Overview | undefined;
  /** Difference between the server's clock and the browser's, ms. */
  #clockOffsetMs = 0;
  #listDueMs = 0;
  /** The range back to the first stored value; undefined until the user has requested it. */
  allHistoryMs: number | undefined;

  constructor(timeline: Timeline, events: DataEvents) {
    this.#timeline = timeline;
    this.#events = events;
    const queue: FeedHost["queue"] = (request, urgency) => this.#requests.add(request, urgency);
    const history: FeedHost["history"] = {
      statistics: fetchStatistics,
      wholeRows: fetchWholeRows,
      rows: (measurement, span, limit) => fetchRows(measurement, { ...span, limit }),
    };
    const nowMs = () => this.nowMs();
    const session: FeedHost["session"] = (measurement) => this.#followed.sessionOf(measurement);
    this.#host = {
      nowMs,
      session,
      latest: new LatestReader({ nowMs, session, queue, newest: fetchNewest }),
      series: new SeriesReader({ queue, one: fetchSeries, many: fetchManySeries }),
      window: () => timeline.window,
      cursorSpan: () => timeline.cursorSpan,
      queue,
      history,
      follow: (feed, isFollowed) => this.#followed.follow(feed, isFollowed),
      isWaiting: (feed) => this.#followed.isWaiting(feed),
    };
    this.#feeds = new FeedCache(this.#host, {
      onColumns: (feed) => events.onColumns(feed),
      onUnknown: (name, isHere) => {
        // In a large fleet, most devices are not listed although they send.
        if (isHere || !this.isPartial) this.overviewSoon();
        if (isHere && this.isPartial) void this.#beyond.describeAgain(name).catch(() => {});
      },
    });
    this.annotations = new AnnotationCache({
      span: () => timeline.span(),
      queue,
      onAnnotations: () => events.onAnnotations(),
    });
    this.live = new LiveFeed({
      onEvent: ({ kwargs }) => this.#feeds.received(kwargs),
      onState: (state) => {
        events.onConnection();
        // History is requested once no row between it and the live values can be missed.
        if (state !== "connecting") this.#requests.open();
      },
      onFollowed: (topic) => this.#followed.followed(topic),
      onMissed: () => this.reload(),
    });
    this.#followed = new FollowedTopics({
      live: this.live,
      realm: () => this.#listed?.realm ?? "",
      addressOf: (key) => {
        const fleet = events.fleet();
        return fleet === undefined ? "unasked" : fleet.get(key)?.address;
      },
    });
  }

  get feeds(): ReadonlyMap<string, MeasurementFeed> {
    return this.#feeds.feeds;
  }

  get isListed(): boolean {
    return this.#listed !== undefined;
  }

  /** There are more measurements than listed. */
  get isPartial(): boolean {
    return this.#listed?.isPartial === true;
  }

  /** The data of a measurement over another time span. */
  feedOver(description: MeasurementDescription, window: TimeWindow): MeasurementFeed {
    const { follow: _follow, ...host } = this.#host;
    return new MeasurementFeed(description, { ...host, window: () => window, latest: { want() {} } });
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
    setInterval(() => this.#refreshIf(this.live.state !== "connected"), POLL_INTERVAL_MS);
    setInterval(() => this.#refreshIf(this.live.state === "connected"), REFRESH_INTERVAL_MS);
    // A proxy may block a WebSocket forever: history must still work.
    setTimeout(() => this.#requests.open(), LIVE_PATIENCE_MS);
    document.addEventListener("visibilitychange", () => {
      this.live.setHidden(document.hidden);
      if (!document.hidden) void this.reloadOverview();
    });
    setInterval(() => void this.reloadOverview(), LIST_INTERVAL_MS);
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
  onReported(devices: Iterable<readonly [key: string, device: FleetDevice]>): void {
    this.#followed.refresh();
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
    if (document.hidden) return;
    try {
      const overview = await fetchOverview(first);
      this.#clockOffsetMs = overview.clockOffsetMs;
      this.#apply(overview);
    } catch (error) {
      this.#events.onFailure(error);
    }
  }

  /** Shows the range back to the first stored value. */
  async showAllHistory(): Promise<void> {
    const now = this.nowMs();
    const stored = [...this.feeds.values()].map(({ description }) => description).filter((one) => one.stored);
    try {
      const rangeMs = now - ((await earliestMs(stored, now)) ?? now);
      this.allHistoryMs = Math.ceil(Math.max(rangeMs * 1.02, 60_000) / 1000) * 1000;
      this.#timeline.follow(this.allHistoryMs);
    } catch (error) {
      this.#events.onProblem(say("History cannot be read: {0}", (error as Error).message));
    }
  }

  /** Its data was deleted: new data starts from nothing. */
  forget(feed: MeasurementFeed): void {
    this.#feeds.remove(feedKey(feed.description));
    void this.reloadOverview();
  }

  /** Call this about once a second. */
  check(): void {
    this.live.check();
    const { beganMs } = this.#feeds;
    if (this.#timeline.fits && beganMs !== undefined) this.#timeline.fit(this.nowMs() - beganMs);
  }

  #apply(overview: Overview): void {
    this.#listed = overview;
    this.#show(overview);
    // As soon as it is known that the list is incomplete.
    if (overview.isPartial) void this.#beyond.want(this.#events.wanted(), overview.measurements).catch(() => {});
  }

  #show(overview: Overview): void {
    const measurements = overview.isPartial ? this.#beyond.with(overview.measurements) : overview.measurements;
    const drawn = measurements.filter(({ kind }) => kind !== "events");
    this.#feeds.update(drawn);
    this.#events.onOverview(overview, drawn);
    this.annotations.readFrom(measurements);
    this.live.listen(overview.realm, [NETWORKS]);
  }

  #refreshIf(wanted: boolean): void {
    if (!wanted || document.hidden || this.#timeline.window.kind !== "live") return;
    this.#feeds.refresh();
  }
}
