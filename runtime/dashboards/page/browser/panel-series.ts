/** A panel's columns as they are drawn: stored values, rates of counters, series computed by expressions. No DOM. */

import type { MeasurementFeed } from "./measurement-feed.ts";
import type { PanelSettings } from "./panel-settings.ts";
import type { Cell } from "./series-buffer.ts";

/** Computes a value from the columns it names; undefined while one is missing. */
export interface Formula {
  readonly columns: readonly string[];
  evaluate(values: readonly number[]): number;
}

export interface Statistics {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
  readonly last: number;
  readonly count: number;
}

export class PanelSeries {
  readonly #feed: MeasurementFeed;
  readonly #settings: () => PanelSettings;
  readonly #formula: (expression: string, columns: readonly string[]) => Formula | undefined;
  #made: { readonly times: number[]; readonly columns: Map<string, Cell[]> } | undefined;

  constructor(
    feed: MeasurementFeed,
    settings: () => PanelSettings,
    formula: (expression: string, columns: readonly string[]) => Formula | undefined,
  ) {
    this.#feed = feed;
    this.#settings = settings;
    this.#formula = formula;
  }

  /** After settings or formulas have changed. */
  forget(): void {
    this.#made = undefined;
  }

  /** Times and the wanted columns, with nulls where data is missing; not to be changed. */
  aligned(columns: readonly string[]): [number[], ...Cell[][]] {
    const [times] = this.#feed.buffer.aligned([]);
    if (this.#made?.times !== times) this.#made = { times, columns: new Map() };
    return [times, ...columns.map((name) => this.#column(name))];
  }

  extent(column: string): { readonly min: number; readonly max: number } | undefined {
    if (this.#isStored(column)) return this.#feed.buffer.extent(column);
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const value of this.aligned([column])[1] ?? []) {
      if (typeof value !== "number") continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    return min <= max ? { min, max } : undefined;
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

  statistics(column: string, fromMs: number, toMs: number): Statistics | undefined {
    const [times, cells = []] = this.aligned([column]);
    let [min, max, sum, count, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0, 0];
    const end = indexAfter(times, toMs);
    for (let i = indexAfter(times, fromMs); i < end; i += 1) {
      const value = cells[i];
      if (typeof value !== "number") continue;
      if (value < min) min = value;
      if (value > max) max = value;
      sum += value;
      count += 1;
      last = value;
    }
    return count === 0 ? undefined : { min, mean: sum / count, max, last, count };
  }

  /** Silences within a span, epoch ms. */
  gaps(fromMs: number, toMs: number): (readonly [fromMs: number, toMs: number])[] {
    return this.#feed.buffer.gaps().filter(([from, to]) => to > fromMs && from < toMs);
  }

  #isStored(column: string): boolean {
    const { columns, derived } = this.#settings();
    return columns?.[column]?.rate !== true && !(derived ?? []).some(({ name }) => name === column);
  }

  #column(name: string): Cell[] {
    const { columns } = this.#made!;
    const known = columns.get(name);
    if (known !== undefined) return known;
    const made = this.#make(name);
    columns.set(name, made);
    return made;
  }

  #make(name: string): Cell[] {
    const settings = this.#settings();
    const derived = settings.derived?.find((one) => one.name === name);
    const values = derived === undefined ? this.#feed.buffer.aligned([name])[1]! : this.#computed(derived.expression);
    return settings.columns?.[name]?.rate === true ? rates(this.#made!.times, values) : values;
  }

  #computed(expression: string): Cell[] {
    const { times } = this.#made!;
    const formula = this.#formula(expression, this.#feed.buffer.columns);
    if (formula === undefined) return times.map(() => undefined);
    const [, ...inputs] = this.#feed.buffer.aligned(formula.columns);
    return times.map((_time, i) => {
      const values = inputs.map((cells) => cells[i]);
      if (values.some((value) => value === null)) return null;
      if (values.some((value) => value === undefined)) return undefined;
      const result = formula.evaluate(values as number[]);
      return Number.isFinite(result) ? result : undefined;
    });
  }
}

/** The change per second; a counter that begins anew, or turns over, has no rate at that moment. */
export function rates(times: readonly number[], cells: readonly Cell[]): Cell[] {
  let before: number | undefined;
  let beforeMs = 0;
  return cells.map((value, i) => {
    if (value === null) before = undefined;
    if (typeof value !== "number") return value;
    const seconds = (times[i]! - beforeMs) / 1000;
    const rate = before === undefined || value < before || seconds <= 0 ? undefined : (value - before) / seconds;
    before = value;
    beforeMs = times[i]!;
    return rate;
  });
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
