/** One row for each bucket: mean, minimum, maximum, first, last, count or sum of each column's values. */

import {
  BATCH_ROWS,
  type Batch,
  BatchBuilder,
  type BatchColumn,
  type Cell,
  cellOf,
  type Table,
  type TableColumn,
  TIME,
} from "../model/batch.ts";
import type { Aggregate, Moment, Resampling } from "../model/export-request.ts";
import type { MinuteFigures, Stretch } from "../model/store.ts";
import { Buckets } from "./buckets.ts";
import { DoesNotFit } from "./encode.ts";

/** The aggregate's type; undefined if it makes no sense for such a column. */
export function aggregateType(aggregate: Aggregate | Moment, { type }: TableColumn): TableColumn["type"] | undefined {
  if (aggregate === "count" || aggregate === "first_time" || aggregate === "last_time") return "integer";
  if (aggregate === "first" || aggregate === "last") return type;
  if (type === "string") return undefined;
  if (aggregate === "min_time" || aggregate === "max_time") return "integer";
  if (aggregate === "min" || aggregate === "max") return type;
  return aggregate === "mean" || type === "boolean" ? "float" : type;
}

/** Statistics of a column's values within a minute whose rows were deleted. */
export interface MinuteOf extends Omit<MinuteFigures, "column"> {
  /** The column's place, without the time. */
  readonly slot: number;
}

/** Rows and minutes of a range, each oldest first. */
export interface Page extends Pick<Stretch, "batches"> {
  readonly minutes: readonly MinuteOf[];
}

export interface PagedTable extends Pick<Table, "columns"> {
  readonly pages: AsyncIterable<Page>;
}

/** @param table `time` first, ascending */
export function resample(table: PagedTable, { widthNs, aggregates, origin }: Resampling, timeZone: string): Table {
  const wanted = resultsOf(table, aggregates);
  const columns = [TIME, ...wanted.map(({ name, type }) => ({ name, type }))];
  const tallies = table.columns.slice(1).map((column) => new Tally(column));
  const take = (startNs: bigint): Cell[] => {
    const results = wanted.map(({ index, aggregate }) => tallies[index]!.result(aggregate));
    for (const tally of tallies) tally.reset();
    return [startNs, ...results];
  };
  return { columns, batches: stretches(table.pages, columns, tallies, new Buckets(widthNs, timeZone, origin), take) };
}

export interface Result extends TableColumn {
  /** Its column's place, without the time. */
  readonly index: number;
  readonly aggregate: Aggregate | Moment;
}

export function resultsOf(table: Pick<Table, "columns">, aggregates: readonly (Aggregate | Moment)[]): Result[] {
  return table.columns.slice(1).flatMap((column, index) =>
    aggregates.flatMap((aggregate) => {
      const type = aggregateType(aggregate, column);
      const name = aggregates.length === 1 ? column.name : `${aggregate}(${column.name})`;
      return type === undefined ? [] : [{ index, aggregate, name, type }];
    }),
  );
}

/** @param take the row of the bucket that begins then; the tallies begin anew */
async function* stretches(
  pages: AsyncIterable<Page>,
  columns: readonly TableColumn[],
  tallies: readonly Tally[],
  buckets: Buckets,
  take: (startNs: bigint) => Cell[],
): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(columns);
  let startNs: bigint | undefined;
  for await (const page of pages) {
    for (const piece of piecesIn(page, buckets)) {
      const start = buckets.startOf(piece.timeNs);
      if (startNs !== undefined && start !== startNs) builder.add(take(startNs));
      startNs = start;
      addPiece(tallies, piece);
      if (builder.rows >= BATCH_ROWS) yield builder.take();
    }
  }
  if (startNs !== undefined) builder.add(take(startNs));
  if (builder.rows > 0) yield builder.take();
}

function addPiece(tallies: readonly Tally[], piece: Run | MinuteOf): void {
  if ("slot" in piece) tallies[piece.slot]!.addMinute(piece);
  else for (let i = 0; i < tallies.length; i++) tallies[i]!.add(piece.values[i]!, piece);
}

/** Rows `from` to before `to` of a batch, of one bucket. */
export interface Run {
  /** The time of its first row. */
  readonly timeNs: bigint;
  /** The times of the batch's rows. */
  readonly times: BigInt64Array;
  readonly values: readonly BatchColumn[];
  readonly from: number;
  readonly to: number;
}

/** Runs of rows and minutes, by time. */
export function* piecesIn({ batches, minutes }: Page, buckets: Buckets): Generator<Run | MinuteOf> {
  let at = 0;
  for (const { rows, columns } of batches) {
    const [time, ...values] = columns;
    const times = time!.values as BigInt64Array;
    for (let from = 0, to = 0; from < rows; from = to) {
      const timeNs = times[from]!;
      while (at < minutes.length && minutes[at]!.timeNs <= timeNs) yield minutes[at++]!;
      const endNs = earlier(buckets.endOf(timeNs), minutes[at]?.timeNs);
      for (to = from + 1; to < rows && times[to]! < endNs; ) to++;
      yield { timeNs, times, values, from, to };
    }
  }
  for (; at < minutes.length; at++) yield minutes[at]!;
}

function earlier(a: bigint, b: bigint | undefined): bigint {
  return b !== undefined && b < a ? b : a;
}

/** The first and the last of several values at one time are the greatest; false is first. [as InfluxDB 1.6.7] */
function isFirstOf(value: NonNullable<Cell>, other: NonNullable<Cell>): boolean {
  return typeof value === "boolean" ? value < other : value > other;
}

/** Aggregates of a column within one bucket. */
export class Tally {
  readonly #column: TableColumn;
  #count = 0;
  #sum = 0;
  /** The part of the sum that was lost to rounding. [Neumaier 1974] */
  #lost = 0;
  #exactSum = 0n;
  #first: Cell = null;
  #last: Cell = null;
  #least: Cell = null;
  #greatest: Cell = null;
  #firstNs: Cell = null;
  #lastNs: Cell = null;
  #leastNs: Cell = null;
  #greatestNs: Cell = null;

  constructor(column: TableColumn) {
    this.#column = column;
  }

  reset(): void {
    this.#count = 0;
    this.#sum = 0;
    this.#lost = 0;
    this.#exactSum = 0n;
    this.#first = null;
    this.#last = null;
    this.#least = null;
    this.#greatest = null;
  }

  /** Adds a run's rows, or one of them. */
  add(column: BatchColumn, { times, from, to }: Pick<Run, "times" | "from" | "to">): void {
    for (let row = from; row < to; row++) {
      const value = cellOf(column, row);
      if (value === null) continue;
      const timeNs = times[row]!;
      if (this.#count++ === 0) this.#begin(value, timeNs);
      else if (timeNs === this.#firstNs && isFirstOf(value, this.#first!)) this.#first = value;
      if (timeNs !== this.#lastNs || this.#count === 1 || value > this.#last!) this.#last = value;
      this.#lastNs = timeNs;
      if (typeof value === "string") continue;
      this.#compare(value, value, timeNs);
      this.#addToSum(value);
    }
  }

  addMinute({ timeNs, count, min, max, mean, first, last }: MinuteOf): void {
    if (this.#count === 0) this.#begin(this.#cell(first), timeNs);
    this.#last = this.#cell(last);
    this.#lastNs = timeNs;
    this.#count += count;
    this.#compare(this.#cell(min), this.#cell(max), timeNs);
    this.#addToSum(this.#isExact ? BigInt(Math.round(mean * count)) : mean * count);
  }

  #begin(value: Cell, timeNs: bigint): void {
    this.#first = value;
    this.#firstNs = timeNs;
  }

  #compare(least: NonNullable<Cell>, greatest: NonNullable<Cell>, timeNs: bigint): void {
    if (this.#least === null || least < this.#least) {
      this.#least = least;
      this.#leastNs = timeNs;
    }
    if (this.#greatest === null || greatest > this.#greatest) {
      this.#greatest = greatest;
      this.#greatestNs = timeNs;
    }
  }

  /** Statistics are floats: the nearest value of the column's type. */
  #cell(value: number): NonNullable<Cell> {
    const { type } = this.#column;
    if (type === "boolean") return value === 1;
    if (!this.#isExact) return value;
    const whole = BigInt(Math.round(value));
    const most = type === "integer" ? 2n ** 63n - 1n : 2n ** 64n - 1n;
    return whole > most ? most : whole;
  }

  /** Null if no row had a value. */
  result(aggregate: Aggregate | Moment): Cell {
    if (aggregate === "count") return BigInt(this.#count);
    if (this.#count === 0) return null;
    switch (aggregate) {
      case "first":
        return this.#first;
      case "last":
        return this.#last;
      case "min":
        return this.#least;
      case "max":
        return this.#greatest;
      case "first_time":
        return this.#firstNs;
      case "last_time":
        return this.#lastNs;
      case "min_time":
        return this.#leastNs;
      case "max_time":
        return this.#greatestNs;
      case "sum":
        return this.#isExact ? this.#checkedSum() : this.#sum + this.#lost;
      case "mean":
        return (this.#isExact ? Number(this.#exactSum) : this.#sum + this.#lost) / this.#count;
    }
  }

  get #isExact(): boolean {
    return this.#column.type === "integer" || this.#column.type === "unsigned";
  }

  #checkedSum(): bigint {
    const { name, type } = this.#column;
    const fits = type === "integer" ? BigInt.asIntN(64, this.#exactSum) : BigInt.asUintN(64, this.#exactSum);
    if (fits !== this.#exactSum) throw new DoesNotFit(`a sum of '${name}' does not fit 64 bits`);
    return fits;
  }

  #addToSum(value: bigint | number | boolean): void {
    if (typeof value === "bigint") {
      this.#exactSum += value;
      return;
    }
    const number = Number(value);
    const sum = this.#sum + number;
    this.#lost += Math.abs(this.#sum) >= Math.abs(number) ? this.#sum - sum + number : number - sum + this.#sum;
    this.#sum = sum;
  }
}
