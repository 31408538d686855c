/**
 * All rows of a time span, one after the other, for what must not be made from downsampled ones [D50]: computed series,
 * rates, X against Y, spectra. The rows themselves stay in the store; a sink takes what it needs of each. No DOM.
 *
 * The store owns the rows. Live rows are appended until the span is read again, which happens whenever the feed reads its
 * history again, and at intervals while the span moves.
 */

import type { Span } from "../series/time-window.ts";
import { numeric } from "./latest-values.ts";
import { Query } from "./query.ts";

export interface RowSink {
  /** Called in time order. `values` has one item for each column; the array is reused for the next row. */
  row(timeMs: number, values: readonly (number | undefined)[]): void;
  /** All stored rows of the span were passed; live rows follow. */
  loaded?(): void;
}

/** @throws AnswerError, or the error of `fetch` */
export type ReadWholeRows = (
  columns: readonly string[],
  request: { readonly fromMs: number; readonly toMs: number | undefined; readonly signal: AbortSignal },
  onRow: RowSink["row"],
) => Promise<void>;

/** A feed, as far as its rows are read. */
export interface RowFeed {
  readonly question: string;
  readonly isFollowing: boolean;
  /** Called for each live row. */
  readonly liveRows: Set<(timeMs: number, values: Readonly<Record<string, unknown>>) => void>;
  version: number;
  nowMs(): number;
  span(): Span;
  whenItsTurn(run: () => Promise<void>): void;
  readWholeRows(...request: Parameters<ReadWholeRows>): Promise<void>;
}

/** Maximum fraction of time that is spent on reading again. */
const READING_SHARE = 1 / 20;
const SHORTEST_MS = 2000;
const PART_OF_SPAN = 1 / 200;

interface OpenRead {
  readonly abort: AbortController;
  /** Live rows that may follow the last stored one. */
  readonly pending: (readonly [timeMs: number, values: readonly (number | undefined)[]])[];
  readonly span: Span;
  atMs: number;
}

export class WholeRows<Sink extends RowSink> {
  readonly #feed: RowFeed;
  readonly #make: (span: Span) => Sink;
  #columns: readonly string[] = [];
  #sink: Sink | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;
  #reading: OpenRead | undefined;
  /** Of the last `keep`. */
  #key = "";
  /** Another one for each question. */
  #query: Query<true>;
  #readForMs = 0;

  constructor(feed: RowFeed, make: (span: Span) => Sink) {
    this.#feed = feed;
    this.#make = make;
    this.#query = this.#newQuery();
  }

  /** Why the rows could not be read. */
  get failure(): Error | undefined {
    return this.#query.failure;
  }

  /** The result for the rows; undefined before all of them were read once. */
  get sink(): Sink | undefined {
    return this.#sink;
  }

  /** The fraction of the span that was read, 0 to 1; undefined if there is a result, or nothing is being read. */
  get progress(): number | undefined {
    if (this.#reading === undefined || this.#sink !== undefined) return undefined;
    const { span, atMs } = this.#reading;
    return Math.min(1, Math.max(0, (atMs - span.fromMs) / Math.max(1, span.toMs - span.fromMs)));
  }

  /** Call this while the result is visible: reads the rows if the span has changed or they are outdated. */
  keep(columns: readonly string[]): void {
    const feed = this.#feed;
    const key = JSON.stringify([columns, feed.question]);
    if (key !== this.#key) {
      const isOther = JSON.stringify(columns) !== JSON.stringify(this.#columns);
      this.#leave(key);
      if (isOther) this.#sink = undefined;
      this.#columns = columns;
      feed.liveRows.add(this.#onLive);
    }
    const query = this.#query;
    const { fromMs, toMs } = feed.span();
    const everyMs = Math.max(SHORTEST_MS, (toMs - fromMs) * PART_OF_SPAN, this.#readForMs / READING_SHARE);
    query.keep(key, () => this.#read(query), feed.isFollowing ? { everyMs } : {});
  }

  /** The result is no longer visible. */
  release(): void {
    this.#feed.liveRows.delete(this.#onLive);
    this.#leave("");
    this.#sink = undefined;
  }

  #leave(key: string): void {
    this.#reading?.abort.abort();
    this.#reading = undefined;
    this.#key = key;
    this.#query = this.#newQuery();
  }

  #newQuery(): Query<true> {
    const feed = this.#feed;
    const onChange = () => {
      feed.version += 1;
    };
    return new Query({ nowMs: () => feed.nowMs(), queue: (request) => feed.whenItsTurn(request), onChange });
  }

  async #read(query: Query<true>): Promise<true> {
    if (query !== this.#query) return true;
    const [span, abort, began] = [this.#feed.span(), new AbortController(), performance.now()];
    const sink = this.#make(span);
    const reading: OpenRead = { abort, pending: [], span, atMs: span.fromMs };
    this.#reading = reading;
    try {
      const toMs = this.#feed.isFollowing ? undefined : span.toMs;
      const request = { fromMs: span.fromMs, toMs, signal: abort.signal };
      await this.#feed.readWholeRows(this.#columns, request, (timeMs, values) => {
        reading.atMs = timeMs;
        sink.row(timeMs, values);
      });
      if (reading !== this.#reading) return true;
      sink.loaded?.();
      this.#lastMs = reading.atMs;
      this.#sink = sink;
      for (const [timeMs, values] of reading.pending) this.#append(timeMs, values);
    } finally {
      if (reading === this.#reading) {
        this.#readForMs = performance.now() - began;
        this.#reading = undefined;
      }
    }
    return true;
  }

  readonly #onLive = (timeMs: number, values: Readonly<Record<string, unknown>>): void => {
    const numbers = this.#columns.map((column) => numeric(values[column]));
    this.#reading?.pending.push([timeMs, numbers]);
    if (this.#sink !== undefined) this.#append(timeMs, numbers);
  };

  /** Late rows (with a device's own, older time) are added by the next reading. */
  #append(timeMs: number, values: readonly (number | undefined)[]): void {
    if (timeMs <= this.#lastMs || values.every((value) => value === undefined)) return;
    this.#lastMs = timeMs;
    this.#sink!.row(timeMs, values);
  }
}
