/** Series computed from whole rows: expressions over columns, and changes per second. No DOM. */

import { knownDeviation } from "../../../../model/known-deviation.ts";
import type { ColumnStatistics } from "../../../../model/store.ts";
import { SeriesBuffer } from "../data/series-buffer.ts";
import type { RowSink } from "../data/whole-rows.ts";
import type { Span } from "./time-window.ts";

/** Computes a value from the named columns. */
export interface Formula {
  readonly columns: readonly string[];
  evaluate(values: readonly number[]): number;
}

export interface Computed {
  readonly name: string;
  /** Absent: the stored column with that name. */
  readonly formula?: Formula;
  readonly expression?: string;
  /** Whether to compute the change per second instead of the value. */
  readonly isRate: boolean;
}

export class ComputedRows implements RowSink {
  /** Downsampled only for drawing, after the values were computed. */
  readonly buffer: SeriesBuffer;
  readonly #series: readonly ComputedSeries[];
  #isLoading = true;

  /** @param columns of the rows, in their order */
  constructor(computed: readonly Computed[], columns: readonly string[], { fromMs, toMs }: Span, points: number) {
    this.#series = computed.map((one) => new ComputedSeries(one, columns));
    this.buffer = new SeriesBuffer(
      computed.map(({ name }) => name),
      (toMs - fromMs) / points,
    );
  }

  row(timeMs: number, values: readonly (number | undefined)[]): void {
    let hasValue = false;
    for (const series of this.#series) {
      series.take(timeMs, values);
      if (series.value === undefined) continue;
      hasValue = true;
      if (this.#isLoading) series.count(series.value);
    }
    if (hasValue) this.buffer.append(timeMs, (name) => this.#series.find((one) => one.name === name)?.value);
  }

  loaded(): void {
    this.#isLoading = false;
  }

  /** Statistics over all rows stored when the span was read. */
  statistics(name: string): ColumnStatistics | undefined {
    return this.#series.find((one) => one.name === name)?.statistics();
  }
}

class ComputedSeries {
  readonly name: string;
  /** Value of the last row. */
  value: number | undefined;
  readonly #isRate: boolean;
  readonly #places: readonly number[];
  readonly #evaluate: (values: readonly number[]) => number;
  readonly #inputs: number[];
  #before: { readonly timeMs: number; readonly value: number } | undefined;
  #count = 0;
  #mean = 0;
  #squares = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #first = Number.NaN;
  #last = Number.NaN;

  constructor({ name, formula, isRate }: Computed, columns: readonly string[]) {
    this.name = name;
    this.#isRate = isRate;
    const names = formula?.columns ?? [name];
    this.#places = names.map((column) => columns.indexOf(column));
    this.#inputs = names.map(() => 0);
    this.#evaluate = formula === undefined ? ([value]) => value! : (values) => formula.evaluate(values);
  }

  take(timeMs: number, values: readonly (number | undefined)[]): void {
    const value = this.#valueOf(values);
    this.value = this.#isRate && value !== undefined ? this.#rate(timeMs, value) : value;
  }

  /** A running mean and sum of squared distances. [Welford 1962] */
  count(value: number): void {
    this.#count += 1;
    const distance = value - this.#mean;
    this.#mean += distance / this.#count;
    this.#squares += distance * (value - this.#mean);
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    if (this.#count === 1) this.#first = value;
    this.#last = value;
  }

  statistics(): ColumnStatistics | undefined {
    if (this.#count === 0) return undefined;
    const deviation = this.#count === 1 ? null : Math.sqrt(this.#squares / (this.#count - 1));
    return {
      count: this.#count,
      min: this.#min,
      max: this.#max,
      mean: this.#mean,
      deviation: knownDeviation({ min: this.#min, max: this.#max, deviation }),
      first: this.#first,
      last: this.#last,
    };
  }

  /** Undefined if an input is missing, or if the result is not a number. */
  #valueOf(values: readonly (number | undefined)[]): number | undefined {
    for (let i = 0; i < this.#places.length; i += 1) {
      const input = values[this.#places[i]!];
      if (input === undefined) return undefined;
      this.#inputs[i] = input;
    }
    const value = this.#evaluate(this.#inputs);
    return Number.isFinite(value) ? value : undefined;
  }

  /** A counter that restarts or wraps has no rate at that moment; other values may fall. */
  #rate(timeMs: number, value: number): number | undefined {
    const before = this.#before;
    this.#before = { timeMs, value };
    if (before === undefined || timeMs <= before.timeMs) return undefined;
    const isCount = Number.isInteger(value) && Number.isInteger(before.value) && value >= 0;
    if (isCount && value <= before.value / 2) return undefined;
    return ((value - before.value) / (timeMs - before.timeMs)) * 1000;
  }
}
