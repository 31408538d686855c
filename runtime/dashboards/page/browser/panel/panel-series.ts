/** The columns of a panel for drawing: stored values, and series computed from whole rows. No DOM. */

import { groupBy } from "../../../../lib/group-by.ts";
import type { ColumnStatistics } from "../../../../model/store.ts";
import type { DatedValue } from "../data/latest-values.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import { type Cell, type Extent, indexAfter, type SeriesBuffer, usualValues } from "../data/series-buffer.ts";
import { WholeRows } from "../data/whole-rows.ts";
import { type Computed, ComputedRows, type Formula } from "../series/computed-rows.ts";
import { joinSources, type OtherColumn, resolveSeries, type Source } from "../series/other-series.ts";
import { formatOf, type NumberFormat } from "../text/format.ts";
import type { PanelSettings } from "./panel-settings.ts";

interface Others {
  readonly columns: readonly OtherColumn[];
  readonly byName: ReadonlyMap<string, OtherColumn>;
  readonly byFeed: ReadonlyMap<MeasurementFeed, readonly OtherColumn[]>;
  readonly feeds: readonly MeasurementFeed[];
}

interface Joined {
  /** The sources' times: the joined result is valid while they are the same. */
  readonly of: readonly (readonly number[])[];
  readonly times: number[];
  readonly cells: ReadonlyMap<string, Cell[]>;
}

/** The value of a row, or before it is known, the range of the values around the pointer. */
export type Pointed =
  | { readonly value: unknown /** Of the row; absent: at the pointer. */; readonly timeMs?: number }
  | { readonly range: { readonly min: number; readonly max: number } };

const NO_FEEDS: ReadonlyMap<string, MeasurementFeed> = new Map();

/** The whole time span, or the span between both cursors. */
export type StatisticsSpan = "statistics" | "betweenCursors";

export class PanelSeries {
  readonly #feed: MeasurementFeed;
  readonly #settings: () => PanelSettings;
  readonly #formula: (expression: string, columns: readonly string[]) => Formula | undefined;
  readonly #rows: WholeRows<ComputedRows>;
  #computed: readonly Computed[] | undefined;
  #definition = "";
  readonly #feeds: () => ReadonlyMap<string, MeasurementFeed>;
  #others: Others | undefined;
  #joined: Joined | undefined;

  constructor(
    feed: MeasurementFeed,
    settings: () => PanelSettings,
    formula: (expression: string, columns: readonly string[]) => Formula | undefined,
    feeds: () => ReadonlyMap<string, MeasurementFeed> = () => NO_FEEDS,
  ) {
    this.#feeds = feeds;
    this.#feed = feed;
    this.#settings = settings;
    this.#formula = formula;
    this.#rows = new WholeRows(feed, (span) => new ComputedRows(this.#all(), this.#inputs(), span, feed.points));
  }

  /** Call this after settings or formulas have changed. */
  forget(): void {
    this.#computed = undefined;
    this.#joined = undefined;
    this.#others = undefined;
    const definition = JSON.stringify(this.#all());
    if (definition !== this.#definition) this.#rows.release();
    this.#definition = definition;
  }

  /** The panel is no longer visible. */
  release(): void {
    this.#rows.release();
  }

  /** Columns of other measurements named in the settings. */
  get others(): readonly OtherColumn[] {
    return this.#resolved().columns;
  }

  /** All measurements that it draws, its own first. */
  get feeds(): readonly MeasurementFeed[] {
    return this.#resolved().feeds;
  }

  /** Found once: with hundreds of series, each is asked for at each move of the pointer. */
  #resolved(): Others {
    this.#others ??= this.#resolve();
    return this.#others;
  }

  #resolve(): Others {
    const columns = resolveSeries(this.#settings().series ?? [], this.#feeds());
    const byFeed = groupBy(columns, ({ feed }) => feed);
    return {
      columns,
      byName: new Map(columns.map((one) => [one.name, one])),
      byFeed,
      feeds: [...new Set([this.#feed, ...byFeed.keys()])],
    };
  }

  /** Increases with every change that affects drawing. */
  get version(): number {
    return this.feeds.reduce((sum, { version }) => sum + version, 0);
  }

  other(name: string): OtherColumn | undefined {
    return this.#resolved().byName.get(name);
  }

  /** Why computed series could not be read. */
  get failure(): Error | undefined {
    return this.#rows.failure;
  }

  /** While computed series are read for the first time: the fraction read, 0 to 1. */
  get progress(): number | undefined {
    return this.#rows.progress;
  }

  /** Times and the requested columns, with null for missing data; do not modify. */
  aligned(columns: readonly string[]): [number[], ...Cell[][]] {
    const stored = this.#feed.buffer.aligned(columns);
    if (columns.every((name) => this.isStored(name) && this.other(name) === undefined)) return stored;
    const sources = this.#sources();
    const of = sources.map(({ times }) => times);
    const known = this.#joined;
    const isSame =
      known !== undefined && known.of.length === of.length && of.every((times, i) => times === known.of[i]);
    if (!isSame) {
      const { fromMs, toMs } = this.#feed.span();
      this.#joined = { of, ...joinSources(sources, (toMs - fromMs) / this.#feed.points) };
    }
    const { times, cells } = this.#joined!;
    return [times, ...columns.map((name) => cells.get(name) ?? times.map(() => undefined))];
  }

  #sources(): Source[] {
    const { buffer } = this.#feed;
    const own = this.#settings().own === false ? [] : buffer.columns.filter((name) => this.isStored(name));
    const computed = this.#all().map(({ name }) => name);
    if (computed.length > 0) this.#rows.keep(this.#inputs());
    const made = this.#rows.sink?.buffer;
    return [
      ...(own.length === 0 ? [] : [sourceOf(buffer, own, own)]),
      ...(computed.length === 0 || made === undefined ? [] : [sourceOf(made, computed, computed)]),
      ...Array.from(this.#resolved().byFeed, ([feed, mine]) =>
        sourceOf(
          feed.buffer,
          mine.map(({ column }) => column),
          mine.map(({ name }) => name),
        ),
      ),
    ];
  }

  /** Where a column is stored; undefined if it is computed. A rate replaces the stored values of its column. */
  #stored(column: string): Pick<OtherColumn, "feed" | "column"> | undefined {
    return this.other(column) ?? (this.isStored(column) ? { feed: this.#feed, column } : undefined);
  }

  /** The format of a series' numbers, wherever they are shown. */
  format(column: string, unit: string | undefined): NumberFormat {
    const stored = this.#stored(column);
    if (stored !== undefined) return stored.feed.format(stored.column, unit);
    return formatOf(usualValues(this.extent(column)), unit);
  }

  extent(column: string): Extent | undefined {
    const stored = this.#stored(column);
    return stored === undefined ? this.#rows.sink?.buffer.extent(column) : stored.feed.buffer.extent(stored.column);
  }

  /**
   * Over all rows of the time span, or of the span between the cursors; undefined if there are none, or before they
   * were read.
   */
  statistics(column: string, of: StatisticsSpan = "statistics"): ColumnStatistics | undefined {
    const stored = this.#stored(column);
    if (stored !== undefined) return stored.feed[of].of(stored.column);
    return of === "statistics" ? this.#rows.sink?.statistics(column) : undefined;
  }

  /** Requests statistics if they are outdated. */
  keepStatistics(of: StatisticsSpan = "statistics"): void {
    for (const feed of this.feeds) feed[of].keep(feed.version);
  }

  /** The newest value of the shown span, of any type. */
  latest(column: string): unknown {
    const stored = this.#stored(column);
    return stored?.feed.newest(stored.column) ?? this.valueAt(column, this.endMs);
  }

  missingSince(column: string): number | undefined {
    const stored = this.#stored(column);
    return stored?.feed.missingSince(stored.column);
  }

  /** End of a past span; a span that follows has none. */
  get endMs(): number {
    return this.#feed.endMs;
  }

  /** The value at or before a time, if there was one since the last gap. */
  valueAt(column: string, timeMs: number): number | undefined {
    return this.#drawnAt(column, timeMs)?.value;
  }

  #drawnAt(column: string, timeMs: number): { readonly value: number; readonly timeMs: number } | undefined {
    const stored = this.#stored(column);
    const [times, cells = []] =
      stored === undefined ? this.aligned([column]) : stored.feed.buffer.aligned([stored.column]);
    for (let i = indexAfter(times, timeMs) - 1; i >= 0; i -= 1) {
      const cell = cells[i];
      if (cell === null) return undefined;
      if (cell !== undefined) return { value: cell, timeMs: times[i]! };
    }
    return undefined;
  }

  /** What is known of a column at the pointer; undefined in a gap. @param isExact false: without asking the store for the row */
  pointedAt(column: string, timeMs: number, isExact = true): Pointed | undefined {
    const drawn = this.#drawnAt(column, timeMs);
    const stored = this.#stored(column);
    if (drawn === undefined || stored === undefined) return drawn;
    const { feed, column: name } = stored;
    const range = feed.buffer.rangeAt(name, timeMs);
    const isOne = range === undefined || range.min === range.max;
    if (isOne && Math.abs(drawn.value) <= Number.MAX_SAFE_INTEGER) return drawn;
    const exact = isExact ? feed.moments.value("pointer", timeMs, name) : undefined;
    if (exact !== undefined) return exact;
    // Before the row is read, and if the store has none there: what the points say.
    return isOne ? drawn : { range };
  }

  /** The value of the row at or before a cursor, from the store; of a computed series from its points. */
  cursorValue(column: string, cursor: "a" | "b", timeMs: number): DatedValue | undefined {
    const stored = this.#stored(column);
    if (stored !== undefined) return stored.feed.moments.value(cursor, timeMs, stored.column);
    return this.#drawnAt(column, timeMs);
  }

  /** Gaps within a span, epoch ms. */
  gaps(fromMs: number, toMs: number): (readonly [fromMs: number, toMs: number])[] {
    return this.#feed.buffer.gaps().filter(([from, to]) => to > fromMs && from < toMs);
  }

  /** Series computed from whole rows. */
  computedNames(): string[] {
    return this.#all().map(({ name }) => name);
  }

  /** Whether the column is stored, not computed. */
  isStored(column: string): boolean {
    const { columns, derived } = this.#settings();
    return columns?.[column]?.rate !== true && !(derived ?? []).some(({ name }) => name === column);
  }

  /** All computed series, without expressions that are not compiled yet or are invalid. */
  #all(): readonly Computed[] {
    this.#computed ??= this.#compiled();
    return this.#computed;
  }

  #compiled(): Computed[] {
    const { columns = {}, derived = [] } = this.#settings();
    const isRate = (name: string) => columns[name]?.rate === true;
    const expressions = derived.flatMap(({ name, expression }): Computed[] => {
      const formula = this.#formula(expression, this.#feed.buffer.columns);
      return formula === undefined ? [] : [{ name, expression, formula, isRate: isRate(name) }];
    });
    const rates = this.#feed.buffer.columns.filter(isRate).map((name): Computed => ({ name, isRate: true }));
    return [...expressions, ...rates];
  }

  #inputs(): string[] {
    return [...new Set(this.#all().flatMap(({ name, formula }) => formula?.columns ?? [name]))];
  }
}

/** Columns of a buffer under their names in the panel. */
function sourceOf(buffer: SeriesBuffer, columns: readonly string[], names: readonly string[]): Source {
  const [times, ...cells] = buffer.aligned(columns);
  return { times, cells: new Map(names.map((name, i) => [name, cells[i]!])) };
}
