/**
 * The data of one measurement: history and live values in one buffer, without a gap between them. No DOM.
 *
 * Live rows are kept from the moment they are subscribed to; history is asked for after that, and its answer waits until
 * all that was received before the request is stored. So every row is in one of the two, and they are joined by time.
 */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import { parseIsoMs } from "./format.ts";
import { LatestValues, numeric } from "./latest-values.ts";
import { type LoadedStatistics, RangeStatistics, type StatisticsRequest } from "./range-statistics.ts";
import { type LoadedSeries, SeriesBuffer } from "./series-buffer.ts";
import { type Span, spanOf, type TimeWindow } from "./time-window.ts";
import type { ReadWholeRows } from "./whole-rows.ts";

export interface MeasurementName {
  readonly database: string;
  readonly measurement: string;
}

export interface StoredRow {
  readonly time: string;
  readonly [column: string]: unknown;
}

export interface SeriesRequest {
  readonly fromMs: number;
  /** Undefined: until now, by the server's clock. */
  readonly toMs: number | undefined;
  readonly points: number;
}

/** Where history comes from. */
export interface HistorySource {
  series(measurement: MeasurementName, request: SeriesRequest): Promise<LoadedSeries>;
  statistics(measurement: MeasurementName, request: StatisticsRequest): Promise<LoadedStatistics>;
  wholeRows(measurement: MeasurementName, ...request: Parameters<ReadWholeRows>): Promise<void>;
  /** Rows of a span with at most `limit` of them; newest last. */
  rows(measurement: MeasurementName, span: Span, limit: number): Promise<readonly StoredRow[]>;
  /** Newest last. */
  latest(measurement: MeasurementName, limit: number): Promise<readonly StoredRow[]>;
}

export interface TextRow {
  readonly timeMs: number;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface FeedHost {
  /** The server's clock, epoch ms. */
  nowMs(): number;
  window(): TimeWindow;
  /** What lies between both cursors; undefined or absent: they are not both set. */
  cursorSpan?(): Span | undefined;
  /** Runs a request when its turn comes, and not before live values are subscribed to or known not to come. */
  queue(request: () => Promise<void>, urgency: "seen" | "unseen"): void;
  readonly history: HistorySource;
}

const LATEST_ROWS = 20;
const TRIM_EVERY = 256;
const MOST_TEXTS = 2000;
const NOTHING: Span = { fromMs: 0, toMs: 0 };
/** For a panel, until it knows its width. */
export const DEFAULT_POINTS = 1000;
/** While the store is behind, what is missing is asked for again after this time. */
const COMPLETE_AGAIN_MS = 1000;

export class MeasurementFeed {
  readonly latest = new LatestValues();
  /** Called for each live row. */
  readonly liveRows = new Set<(timeMs: number, values: Readonly<Record<string, unknown>>) => void>();
  readonly statistics: RangeStatistics;
  /** Of what lies between both cursors. */
  readonly betweenCursors: RangeStatistics;
  /** Points of history that a chart can show. */
  points = DEFAULT_POINTS;
  /** Why history could not be read. */
  failure: Error | undefined;
  /** Rows with texts that are drawn, in order; empty unless somebody wants them. */
  texts: TextRow[] = [];
  /** What people call it, where they do. */
  name: string | undefined;
  /** Grows with everything that is new to draw. */
  version = 0;
  readonly #host: FeedHost;
  #description: MeasurementDescription;
  #buffer: SeriesBuffer;
  readonly #viewers = new Set<object>();
  #isQueued = false;
  /** Counts loads, so that a slow answer for an earlier time span is not taken for the newest. */
  #loads = 0;
  #liveRows = 0;
  #wantedTexts: readonly string[] = [];
  /** Grows when a span was read whose rows were not all stored yet. */
  #incomplete = 0;
  #question = "";

  constructor(description: MeasurementDescription, host: FeedHost) {
    this.#description = description;
    this.#host = host;
    this.statistics = new RangeStatistics(description, host);
    this.betweenCursors = new RangeStatistics(description, {
      nowMs: () => host.nowMs(),
      window: () => ({ kind: "fixed", ...(host.cursorSpan?.() ?? NOTHING) }),
      queue: (request, urgency) => host.queue(request, urgency),
      history: host.history,
    });
    this.#buffer = this.#newBuffer();
    if (description.stored) host.queue(() => this.#loadLatest(), "unseen");
  }

  /** What it is called on the page. */
  get title(): string {
    return this.name ?? this.description.title;
  }

  get description(): MeasurementDescription {
    return this.#description;
  }

  get buffer(): SeriesBuffer {
    return this.#buffer;
  }

  /** Epoch ms of the newest row; undefined while there is none. */
  get lastMs(): number | undefined {
    return this.latest.timeMs;
  }

  /** The usual time between rows, ms: as the header says, else as it was seen. */
  expectedMs(): number | undefined {
    return this.#description.everyMs ?? this.latest.usualMs();
  }

  /** Changes when history of another span is read, or that of this one was not all stored. */
  get question(): string {
    return this.#question;
  }

  get isFollowing(): boolean {
    return this.#host.window().kind === "live";
  }

  /** Stored rows of this span are on their way, and none of them were read before. */
  get isLoading(): boolean {
    return this.#description.stored && this.failure === undefined && this.#buffer.loadedFromMs === Infinity;
  }

  nowMs(): number {
    return this.#host.nowMs();
  }

  /** Runs a request when its turn comes. */
  whenItsTurn(request: () => Promise<void>): void {
    this.#host.queue(request, "seen");
  }

  readWholeRows(...request: Parameters<ReadWholeRows>): Promise<void> {
    return this.#host.history.wholeRows(this.#description, ...request);
  }

  span(): Span {
    return spanOf(this.#host.window(), this.#host.nowMs());
  }

  /** New columns, or the first data of a struct; true when what can be drawn has changed. */
  update(description: MeasurementDescription): boolean {
    const before = this.#description;
    this.#description = description;
    // Other limits, units or states are drawn anew; history stays.
    if (drawable(description).join("\n") === drawable(before).join("\n"))
      return JSON.stringify(description.columns) !== JSON.stringify(before.columns);
    this.#forget();
    this.reload();
    return true;
  }

  /** Whether somebody looks at it, and how finely: history is read for those who do. */
  setSeen(isSeen: boolean, viewer: object = this, points = this.points): void {
    if (isSeen === this.#viewers.has(viewer)) return;
    if (!isSeen) {
      this.#viewers.delete(viewer);
      return;
    }
    const wanted = this.#viewers.size === 0 ? points : Math.max(points, this.points);
    const isFiner = wanted > this.points;
    this.points = wanted;
    this.#viewers.add(viewer);
    if (isFiner || this.#buffer.loadedFromMs > this.span().fromMs) this.reload();
  }

  /** Texts are read only where they are drawn: they cannot be downsampled. */
  wantTexts(columns: readonly string[]): void {
    if (columns.join("\n") === this.#wantedTexts.join("\n")) return;
    this.#wantedTexts = columns;
    if (this.#buffer.loadedFromMs < Number.POSITIVE_INFINITY) this.reload();
  }

  /** Reads history again; what is not looked at waits until it is. The old rows stay until the new ones are there. */
  reload(): void {
    if (this.#viewers.size === 0) {
      this.#forget();
      return;
    }
    this.#question = `${JSON.stringify(this.#host.window())} ${this.#incomplete}`;
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.#host.queue(() => this.#load(), "seen");
  }

  /** Heals what a slow connection lost, where it is looked at. */
  refresh(): void {
    if (this.#viewers.size > 0) this.reload();
  }

  live(timeMs: number, values: Readonly<Record<string, unknown>>): void {
    const now = this.#host.nowMs();
    this.latest.live(timeMs, values, now);
    for (const onRow of this.liveRows) onRow(timeMs, values);
    this.version += 1;
    // Behind a window that stands still nothing is kept: it would grow for as long as the window stands.
    const window = this.#host.window();
    if (window.kind === "fixed" && timeMs > window.toMs + (window.toMs - window.fromMs)) return;
    this.#buffer.append(timeMs, (column) => numeric(values[column]));
    if (this.#wantedTexts.length > 0) this.#addText({ timeMs, values });
    this.#liveRows += 1;
    if (this.#liveRows % TRIM_EVERY === 0) this.#trim();
  }

  #forget(): void {
    // An answer that is on its way knows nothing of what comes from now on.
    this.#loads += 1;
    this.#buffer = this.#newBuffer();
    this.version += 1;
  }

  // As fine as history will be: what comes while it is on its way is not to be coarser.
  #newBuffer(): SeriesBuffer {
    const { fromMs, toMs } = this.span();
    return new SeriesBuffer(drawable(this.#description), (toMs - fromMs) / this.points);
  }

  async #load(): Promise<void> {
    this.#isQueued = false;
    this.#loads += 1;
    const load = this.#loads;
    const { fromMs, toMs } = this.span();
    const { points } = this;
    const request = { fromMs, toMs: this.#host.window().kind === "live" ? undefined : toMs, points };
    const { history } = this.#host;
    try {
      const hasTexts = this.#wantedTexts.length > 0 && this.#description.stored;
      const [series, rows, texts] = await Promise.all([
        history.series(this.#description, request),
        this.#description.stored ? history.latest(this.#description, LATEST_ROWS) : [],
        hasTexts ? history.rows(this.#description, { fromMs, toMs }, MOST_TEXTS) : [],
      ]);
      if (load !== this.#loads) return;
      this.#joinTexts(texts);
      this.#buffer.load(series, { fromMs, toMs, points });
      this.latest.load(rows);
      this.failure = undefined;
      if (series.complete === false) {
        this.#incomplete += 1;
        setTimeout(() => this.refresh(), COMPLETE_AGAIN_MS);
      }
    } catch (error) {
      if (load === this.#loads) this.failure = error instanceof Error ? error : new Error(String(error));
    }
    this.version += 1;
  }

  #joinTexts(rows: readonly StoredRow[]): void {
    const stored = rows.map((row) => ({ timeMs: parseIsoMs(row.time), values: row }));
    const lastMs = stored.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY;
    this.texts = [...stored, ...this.texts.filter(({ timeMs }) => timeMs > lastMs)];
  }

  #addText(row: TextRow): void {
    if (row.timeMs >= (this.texts.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY)) this.texts.push(row);
    if (this.texts.length > 2 * MOST_TEXTS) this.texts.splice(0, MOST_TEXTS);
  }

  /** So that also what is off-screen can tell when its last row came. */
  async #loadLatest(): Promise<void> {
    if (this.lastMs !== undefined) return;
    const rows = await this.#host.history.latest(this.#description, 1).catch(() => []);
    this.latest.load(rows);
    this.version += 1;
  }

  #trim(): void {
    const { fromMs, toMs } = this.span();
    this.#buffer.trim(fromMs - (toMs - fromMs) * 0.1);
  }
}

export function feedKey({ database, measurement }: MeasurementName): string {
  return `${database} ${measurement}`;
}

/** Columns that have numbers. */
export function drawable({ columns }: MeasurementDescription): string[] {
  return columns.filter(({ type }) => type !== "string").map(({ name }) => name);
}
