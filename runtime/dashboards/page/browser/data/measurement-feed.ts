/**
 * The data of one measurement: history and live values in one buffer, without a gap between them. No DOM.
 *
 * Live rows are kept from the moment they are subscribed to; history is asked for after that, and its answer waits until
 * all that was received before the request is stored. So every row is in one of the two, and they are joined by time.
 */

import { batch, type Signal, signal } from "@preact/signals";
import { isMissing } from "../../../../model/device-state.ts";
import { isInEach, type MeasurementDescription } from "../../../../model/measurement.ts";
import { type Span, spanOf, type TimeWindow } from "../series/time-window.ts";
import { formatOf, type NumberFormat, parseIsoMs } from "../text/format.ts";
import type { MeasurementName } from "../text/measurement-name.ts";
import type { Known, LatestReader, LatestReaderOptions, RowsReader } from "./latest-reader.ts";
import { LatestValues, numeric, type StoredRow } from "./latest-values.ts";
import { MomentRows } from "./moment-rows.ts";
import { Query } from "./query.ts";
import { RangeStatistics, type StoreReads } from "./range-statistics.ts";
import type { RequestQueue } from "./request-queue.ts";
import { type LoadedSeries, SeriesBuffer, usualValues } from "./series-buffer.ts";
import type { SeriesReader, SeriesRequest } from "./series-reader.ts";
import type { ReadWholeRows } from "./whole-rows.ts";

/** The source of history, but for series. */
interface HistorySource {
  wholeRows(measurement: MeasurementName, ...request: Parameters<ReadWholeRows>): Promise<void>;
  /** At most `limit` rows of a span; newest last. */
  rows(measurement: MeasurementName, span: Span, limit: number): Promise<readonly StoredRow[]>;
}

export interface TextRow {
  readonly timeMs: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Where the rows of feeds come from. */
export interface FeedSource extends Pick<LatestReaderOptions, "session">, StoreReads {
  /** Whether live rows of the feed are needed. */
  follow?(feed: MeasurementFeed, isFollowed: boolean): void;
  /** Its live rows are on their way: `followed` is called soon, which reads history. */
  isWaiting?(feed: MeasurementFeed): boolean;
  /** The span between both cursors; undefined or absent if they are not both set. */
  cursorSpan?(): Span | undefined;
  readonly latest: Pick<LatestReader, "read">;
  readonly series: Pick<SeriesReader, "read">;
  readonly rows: Pick<RowsReader, "read">;
  readonly history: HistorySource;
  /** Runs a request in its turn, and not before live values are subscribed to or known to be unavailable. */
  readonly queue: (...request: Parameters<RequestQueue["add"]>) => void;
}

const TRIM_EVERY = 256;
const MOST_TEXTS = 2000;
/** Read from the end of a past span: the newest ones may lack some columns. */
const END_ROWS = 20;
/** While the span moves, its end is not read. */
const SETTLED_MS = 300;
/** Clocks differ a little. */
const MOST_AHEAD_MS = 1000;
const MOST_AHEAD = 1000;
const NOTHING: Span = { fromMs: 0, toMs: 0 };
/** Default for a panel before its width is known. */
export const DEFAULT_POINTS = 1000;

/** What the service says of a device. */
export interface ReportedValue {
  readonly atMs: number | undefined;
  readonly column: string | undefined;
  readonly value: unknown;
}

export class MeasurementFeed {
  readonly latest = new LatestValues();
  /** Called for each live row. */
  readonly liveRows = new Set<(timeMs: number, values: Readonly<Record<string, unknown>>) => void>();
  readonly statistics: RangeStatistics;
  /** Statistics of the span between both cursors. */
  readonly betweenCursors: RangeStatistics;
  /** Exact values at the cursors and at the resting pointer. */
  readonly moments: MomentRows;
  /** Ends with the answer to what was asked last of the history, or its failure. */
  whenRead = Promise.resolve();
  /** Number of points that a chart can show. */
  points = DEFAULT_POINTS;
  /** Rows with texts to draw, in order; empty unless requested. */
  texts: TextRow[] = [];
  /** Live rows that are not drawn yet. */
  #ahead: readonly TextRow[] = [];
  /** The device's name, if a user gave one. */
  readonly name = signal<string | undefined>(undefined);
  /** Increases with every change that affects drawing. */
  version = 0;
  readonly #source: FeedSource;
  readonly #description: Signal<MeasurementDescription>;
  #buffer: SeriesBuffer;
  /** Who shows its history, and which column; undefined: all. */
  readonly #viewers = new Map<object, string | undefined>();
  /** The columns of its viewers, or of the last one that left, whose request may still wait; undefined: all. */
  #shown: readonly string[] | undefined;
  /** Columns whose history was asked for; undefined: all. */
  #requested: readonly string[] | undefined = [];
  /** Who needs its live rows. */
  readonly #followers = new Set<object>();
  /** The newest values of a past span, from whole rows: texts, and all digits of integers. */
  readonly #spanEnd: Query<LatestValues>;
  #isQueued = false;
  #known: Known | undefined;
  /** Of the shown span: whether the service had all of it. */
  readonly #history: Query<boolean>;
  readonly #newestRows: Query<boolean>;
  /** What was asked for last, so that a slow answer for an earlier time span is ignored. */
  #asked = "";
  #forgotten = 0;
  #liveRows = 0;
  #wantedTexts: readonly string[] = [];
  /** Increases when a span was read before all its rows were stored. */
  #incomplete = 0;
  /** Rows are from what the service says of its devices: not of their exact times, and of one column. */
  #hasReported = false;

  constructor(description: MeasurementDescription, source: FeedSource) {
    this.#description = signal(description);
    this.#source = source;
    this.#spanEnd = new Query({ nowMs: () => source.nowMs() });
    const isComplete = (answer: boolean) => answer;
    this.#newestRows = new Query({ isComplete });
    const onChange = () => {
      this.version += 1;
    };
    this.#history = new Query({ isComplete, onChange });
    this.statistics = new RangeStatistics(() => this.description, source);
    this.moments = new MomentRows(source, (span, limit) => source.rows.read(description, span, limit), {
      isMissing: (column, valueMs, newestMs) =>
        isInEach(this.description, column) && isMissing(valueMs, newestMs, this.expectedMs()),
      onValues: onChange,
    });
    const betweenCursors = (): TimeWindow => ({ kind: "fixed", ...(source.cursorSpan?.() ?? NOTHING) });
    this.betweenCursors = new RangeStatistics(() => this.description, { ...source, window: betweenCursors });
    this.#buffer = this.#newBuffer();
  }

  /** Its title on the page. */
  get title(): string {
    return this.name.value ?? this.description.title;
  }

  /** Why history could not be read. */
  get failure(): Error | undefined {
    return this.#history.failure;
  }

  get description(): MeasurementDescription {
    return this.#description.value;
  }

  get buffer(): SeriesBuffer {
    return this.#buffer;
  }

  /** Epoch ms of the newest row; undefined without rows. */
  get lastMs(): number | undefined {
    return this.latest.timeMs;
  }

  /**
   * Up to this time, each row that the device sent is known here, epoch ms; undefined before the newest row was read.
   * What comes later says nothing: the device counts as neither silent nor unused.
   */
  get knownUntilMs(): number | undefined {
    return this.#isFollowed ? this.#source.nowMs() : this.#known?.untilMs;
  }

  /** Whether the live connection has brought each row since the newest was read. */
  get #isFollowed(): boolean {
    return this.#known?.session !== undefined && this.#known.session === this.#source.session(this.description);
  }

  /** Somebody needs its live rows. */
  get isLive(): boolean {
    return this.#followers.size > 0;
  }

  get isSeen(): boolean {
    return this.#viewers.size > 0;
  }

  takeLatest(rows: readonly StoredRow[], known: Known | undefined): void {
    this.latest.load(rows, undefined, this.#source.nowMs());
    if (known !== undefined) this.#known = known;
    this.version += 1;
  }

  /** The newest value of the shown span, of any type. */
  newest(column: string): unknown {
    if (!((this.lastMs ?? Number.NEGATIVE_INFINITY) > this.endMs)) return this.latest.value(column);
    const window = this.#source.window();
    if (window.kind === "live") return undefined;
    const read = async () => {
      const values = new LatestValues();
      values.load(await this.#source.rows.read(this.description, window, END_ROWS));
      return values;
    };
    return this.#spanEnd.keep(JSON.stringify(window), read, { restMs: SETTLED_MS })?.value(column);
  }

  /** When a field that is not a number any more last was one, while the newest values are shown; epoch ms. */
  missingSince(column: string): number | undefined {
    if (!this.isFollowing || !isInEach(this.description, column)) return undefined;
    const { latest } = this;
    const valueMs = latest.dated(column)?.timeMs;
    return valueMs !== undefined && isMissing(valueMs, latest.valuedMs, this.expectedMs()) ? valueMs : undefined;
  }

  /** The format of a column's numbers, wherever they are shown. @param value counts while no newer one is known here */
  format(column: string, unit: string | undefined, value?: unknown): NumberFormat {
    const extent = this.#buffer.extent(column);
    const newest = numeric(this.newest(column) ?? value);
    // Before history is loaded, live values are so close together that they would be shown with more digits.
    // A glitch among the extremes must not cost the newest value its digits.
    return formatOf([...(this.isLoading ? [] : usualValues(extent)), newest], unit);
  }

  /** End of a past span; a span that follows has none. */
  get endMs(): number {
    const window = this.#source.window();
    return window.kind === "live" ? Number.POSITIVE_INFINITY : window.toMs;
  }

  /** The usual interval between rows, ms: from the header, else as observed. */
  expectedMs(): number | undefined {
    return this.description.everyMs ?? this.latest.usualMs();
  }

  /** Changes when another span must be read, or when this span was read before all its rows were stored. */
  get question(): string {
    return `${this.#asked} ${this.#incomplete}`;
  }

  get isFollowing(): boolean {
    return this.#source.window().kind === "live";
  }

  /** Stored rows of this span are being loaded for the first time. */
  get isLoading(): boolean {
    return this.description.stored && this.failure === undefined && this.#buffer.loadedFromMs === Infinity;
  }

  nowMs(): number {
    return this.#source.nowMs();
  }

  /** Runs a request in its turn. */
  whenItsTurn(request: () => Promise<void>): void {
    this.#source.queue(request, "seen");
  }

  readWholeRows(...request: Parameters<ReadWholeRows>): Promise<void> {
    return this.#source.history.wholeRows(this.description, ...request);
  }

  span(): Span {
    return spanOf(this.#source.window(), this.#source.nowMs());
  }

  /** Adds new columns, or the first data of a struct. */
  update(description: MeasurementDescription): void {
    const before = this.#description.peek();
    // Who draws it draws it again.
    if (JSON.stringify(description) === JSON.stringify(before)) return;
    // Other limits, units or states only need drawing; history stays.
    const isOther = drawable(description).join("\n") !== drawable(before).join("\n");
    batch(() => {
      this.#description.value = description;
      if (!isOther) return;
      this.#forget();
      this.reload();
    });
  }

  /**
   * Whether it is visible, and at which resolution: history is read only for visible feeds.
   * @param column the only one that the viewer shows
   */
  setSeen(isSeen: boolean, viewer: object = this, points = this.points, column?: string): void {
    if (isSeen === this.#viewers.has(viewer)) return;
    if (!isSeen) {
      this.#viewers.delete(viewer);
      this.#noteShown();
      return;
    }
    const wanted = this.#viewers.size === 0 ? points : Math.max(points, this.points);
    const isFiner = wanted > this.points;
    this.points = wanted;
    this.#viewers.set(viewer, column);
    this.#noteShown();
    // What is missing would look as if it had no values.
    if (!this.#hasAsked(column)) this.#forget();
    if (isFiner || this.#buffer.loadedFromMs > this.span().fromMs) this.reload();
    // Meanwhile, nobody told.
    else if (!this.isLive && this.isFollowing) this.reload();
    else if (this.isLive) this.readLatest();
  }

  #noteShown(): void {
    const columns = [...this.#viewers.values()];
    const named = columns.filter((column) => column !== undefined);
    if (columns.length > 0) this.#shown = named.length < columns.length ? undefined : [...new Set(named)];
  }

  #hasAsked(column: string | undefined): boolean {
    return this.#requested === undefined || (column !== undefined && this.#requested.includes(column));
  }

  /** Whether `viewer` needs its live rows; call it before `setSeen`. */
  setFollowed(isFollowed: boolean, viewer: object): void {
    const wasLive = this.isLive;
    if (isFollowed) this.#followers.add(viewer);
    else this.#followers.delete(viewer);
    if (wasLive !== this.isLive) this.#source.follow?.(this, this.isLive);
  }

  /** Its live rows begin: earlier ones since the last reading are stored. */
  followed(): void {
    if (this.#hasReported) this.#forget();
    this.reload();
  }

  /** The newest value of a column, for a picture of the last minutes without live rows. */
  onReported({ atMs, column, value }: ReportedValue): void {
    const number = numeric(value);
    if (this.isLive || !this.isSeen || this.isLoading || !this.isFollowing) return;
    if (atMs === undefined || number === undefined || atMs <= (this.#buffer.lastMs ?? 0)) return;
    this.#hasReported = true;
    this.#buffer.append(atMs, (name) => (name === column ? number : undefined));
    this.version += 1;
    this.#liveRows += 1;
    if (this.#liveRows % TRIM_EVERY === 0) this.#trim();
  }

  /** Its live rows have ended: from here on, rows are missing. */
  left(): void {
    this.#known = undefined;
    this.reload();
  }

  /** Reads the newest row, unless live rows have brought it. */
  readLatest(): void {
    if (!this.#isFollowed) void this.#newestRows.renew("newest", () => this.#source.latest.read(this));
  }

  /** Texts are read only if they are drawn, since they cannot be downsampled. */
  wantTexts(columns: readonly string[]): void {
    if (columns.join("\n") === this.#wantedTexts.join("\n")) return;
    this.#wantedTexts = columns;
    if (this.#buffer.loadedFromMs < Number.POSITIVE_INFINITY) this.reload();
  }

  /** Reads history again, or later if it is not visible. The old rows stay until the new ones arrive. */
  reload(): void {
    if (this.#viewers.size === 0) {
      this.#forget();
      return;
    }
    if (this.isLive && this.#source.isWaiting?.(this) === true) return;
    if (this.isLive) this.readLatest();
    this.#asked = `${JSON.stringify(this.#source.window())} ${this.#forgotten}`;
    if (!this.#isQueued) this.whenRead = this.#history.renew(this.#asked, () => this.#read());
  }

  async #read(): Promise<boolean> {
    if (!this.isSeen) return true;
    if (this.#history.answer === false) this.#incomplete += 1;
    this.#isQueued = true;
    return this.#source.series.read(this);
  }

  /** Recovers rows lost by a slow connection, if it is visible. */
  catchUp(): void {
    if (this.#viewers.size > 0 && this.isLive) this.reload();
  }

  live(timeMs: number, values: Readonly<Record<string, unknown>>): void {
    const now = this.#source.nowMs();
    this.latest.live(timeMs, values, now);
    this.version += 1;
    const untilMs = this.isFollowing ? now + MOST_AHEAD_MS : Number.POSITIVE_INFINITY;
    // Rows of a clock that is ahead wait for their time: behind them, no row of now would be drawn.
    const rows = [...this.#ahead, { timeMs, values }].sort((a, b) => a.timeMs - b.timeMs);
    this.#ahead = rows.filter((row) => row.timeMs > untilMs).slice(0, MOST_AHEAD);
    for (const row of rows) if (row.timeMs <= untilMs) this.#draw(row);
  }

  #draw({ timeMs, values }: TextRow): void {
    for (const onRow of this.liveRows) onRow(timeMs, values);
    // Rows after a fixed window are not kept, since they would grow without limit.
    const window = this.#source.window();
    if (window.kind === "fixed" && timeMs > window.toMs + (window.toMs - window.fromMs)) return;
    this.#buffer.append(timeMs, (column) => numeric(values[column]));
    if (this.#wantedTexts.length > 0) this.#addText({ timeMs, values });
    this.#liveRows += 1;
    if (this.#liveRows % TRIM_EVERY === 0) this.#trim();
  }

  #forget(): void {
    // A pending answer does not include rows that arrive from now on.
    this.#forgotten += 1;
    this.#asked = "";
    this.#hasReported = false;
    this.#buffer = this.#newBuffer();
    this.version += 1;
  }

  // With the resolution of the expected history, so that rows arriving before it are not coarser.
  #newBuffer(): SeriesBuffer {
    const { fromMs, toMs } = this.span();
    const isInEachRow = (column: string) => isInEach(this.description, column);
    return new SeriesBuffer(drawable(this.description), (toMs - fromMs) / this.points, isInEachRow);
  }

  request(): SeriesRequest {
    const { fromMs, toMs } = this.span();
    const toEnd = this.isFollowing ? undefined : toMs;
    return { fromMs, toMs: toEnd, points: this.points, ...(this.#shown && { columns: this.#shown }) };
  }

  async takeSeries(
    { fromMs, toMs: askedMs, points, columns }: SeriesRequest,
    answer: Promise<LoadedSeries>,
  ): Promise<boolean> {
    this.#isQueued = false;
    this.#requested = columns;
    const asked = this.#asked;
    const toMs = askedMs ?? this.span().toMs;
    const hasTexts = this.#wantedTexts.length > 0 && this.description.stored;
    const [series, texts] = await Promise.all([answer, hasTexts ? this.#texts({ fromMs, toMs }) : []]);
    if (asked !== this.#asked) return true;
    this.#joinTexts(texts);
    this.#buffer.load(series, { fromMs, toMs, points });
    return series.complete !== false;
  }

  #texts(span: Span): Promise<readonly StoredRow[]> {
    return this.#source.history.rows(this.description, span, MOST_TEXTS);
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

  #trim(): void {
    const { fromMs, toMs } = this.span();
    this.#buffer.trim(fromMs - (toMs - fromMs) * 0.1);
  }
}

/** Numeric columns. */
function drawable({ columns }: MeasurementDescription): string[] {
  return columns.filter(({ type }) => type !== "string").map(({ name }) => name);
}
