/** A panel's columns as they are drawn: stored values, and series that are computed from whole rows. No DOM. */

import type { ColumnStatistics } from "../../../store/store.ts";
import { type Computed, ComputedRows, type Formula } from "./computed-rows.ts";
import type { MeasurementFeed } from "./measurement-feed.ts";
import type { PanelSettings } from "./panel-settings.ts";
import type { Cell } from "./series-buffer.ts";
import { WholeRows } from "./whole-rows.ts";

interface Joined {
  readonly stored: number[];
  readonly computed: number[];
  readonly times: number[];
  readonly columns: Map<string, Cell[]>;
}

export class PanelSeries {
  readonly #feed: MeasurementFeed;
  readonly #settings: () => PanelSettings;
  readonly #formula: (expression: string, columns: readonly string[]) => Formula | undefined;
  readonly #rows: WholeRows<ComputedRows>;
  #computed: readonly Computed[] | undefined;
  #definition = "";
  #joined: Joined | undefined;

  constructor(
    feed: MeasurementFeed,
    settings: () => PanelSettings,
    formula: (expression: string, columns: readonly string[]) => Formula | undefined,
  ) {
    this.#feed = feed;
    this.#settings = settings;
    this.#formula = formula;
    this.#rows = new WholeRows(feed, (span) => new ComputedRows(this.#all(), this.#inputs(), span, feed.points));
  }

  /** After settings or formulas have changed. */
  forget(): void {
    this.#computed = undefined;
    this.#joined = undefined;
    const definition = JSON.stringify(this.#all());
    if (definition !== this.#definition) this.#rows.release();
    this.#definition = definition;
  }

  /** Nobody looks any more. */
  release(): void {
    this.#rows.release();
  }

  /** Why computed series could not be read. */
  get failure(): Error | undefined {
    return this.#rows.failure;
  }

  /** While computed series are read for the first time: the part that was read, 0 to 1. */
  get progress(): number | undefined {
    return this.#rows.progress;
  }

  /** Times and the wanted columns, with nulls where data is missing; not to be changed. */
  aligned(columns: readonly string[]): [number[], ...Cell[][]] {
    const stored = this.#feed.buffer.aligned(columns);
    if (columns.every((name) => this.isStored(name))) return stored;
    this.#rows.keep(this.#inputs());
    const computed = this.#rows.sink?.buffer.aligned([])[0] ?? [];
    if (this.#joined?.stored !== stored[0] || this.#joined.computed !== computed) {
      this.#joined = { stored: stored[0], computed, times: union(stored[0], computed), columns: new Map() };
    }
    return [this.#joined.times, ...columns.map((name) => this.#cells(name))];
  }

  extent(column: string): { readonly min: number; readonly max: number } | undefined {
    return this.isStored(column) ? this.#feed.buffer.extent(column) : this.#rows.sink?.buffer.extent(column);
  }

  /** Over all rows of the time span; undefined where it has none, or they were not read yet. */
  statistics(column: string): ColumnStatistics | undefined {
    return this.isStored(column) ? this.#feed.statistics.of(column) : this.#rows.sink?.statistics(column);
  }

  /** The value at or before a time, where there was one since the last gap. */
  valueAt(column: string, timeMs: number): number | undefined {
    const [times, cells = []] = this.aligned([column]);
    for (let i = indexAfter(times, timeMs) - 1; i >= 0; i -= 1) {
      const cell = cells[i];
      if (cell === null) return undefined;
      if (cell !== undefined) return cell;
    }
    return undefined;
  }

  /** Silences within a span, epoch ms. */
  gaps(fromMs: number, toMs: number): (readonly [fromMs: number, toMs: number])[] {
    return this.#feed.buffer.gaps().filter(([from, to]) => to > fromMs && from < toMs);
  }

  /** Series that are computed from whole rows. */
  computedNames(): string[] {
    return this.#all().map(({ name }) => name);
  }

  /** Not computed from other columns or rows. */
  isStored(column: string): boolean {
    const { columns, derived } = this.#settings();
    return columns?.[column]?.rate !== true && !(derived ?? []).some(({ name }) => name === column);
  }

  /** What is computed, but for expressions that are not compiled yet, or cannot be. */
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

  #cells(name: string): Cell[] {
    const { stored, computed, times, columns } = this.#joined!;
    const known = columns.get(name);
    if (known !== undefined) return known;
    const isStored = this.isStored(name);
    const own = isStored ? stored : computed;
    const cells = (isStored ? this.#feed.buffer : this.#rows.sink?.buffer)?.aligned([name])[1] ?? [];
    let at = 0;
    const made = times.map((time): Cell => {
      while (own[at]! < time) at += 1;
      return own[at] === time ? cells[at] : undefined;
    });
    columns.set(name, made);
    return made;
  }
}

/** All times of both lists, in order, each once. */
function union(a: readonly number[], b: readonly number[]): number[] {
  const times: number[] = [];
  for (let i = 0, k = 0; i < a.length || k < b.length; ) {
    const time = Math.min(a[i] ?? Number.POSITIVE_INFINITY, b[k] ?? Number.POSITIVE_INFINITY);
    times.push(time);
    while (a[i] === time) i += 1;
    while (b[k] === time) k += 1;
  }
  return times;
}

/** Index of the first time after `timeMs`. */
export function indexAfter(times: readonly number[], timeMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
