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
} from "../telemetry/batch.ts";
import { Buckets } from "./buckets.ts";
import type { Aggregate, Resampling } from "./export-request.ts";

/** The aggregate's type; undefined if it makes no sense for such a column. */
export function aggregateType(aggregate: Aggregate, { type }: TableColumn): TableColumn["type"] | undefined {
  if (aggregate === "count") return "integer";
  if (aggregate === "first" || aggregate === "last") return type;
  if (type === "string") return undefined;
  if (aggregate === "min" || aggregate === "max") return type;
  return aggregate === "mean" || type === "boolean" ? "float" : type;
}

/** @param table `time` first, ascending */
export function resample(table: Table, { widthNs, aggregates }: Resampling, timeZone: string): Table {
  const wanted = table.columns.slice(1).flatMap((column, index) =>
    aggregates.flatMap((aggregate) => {
      const type = aggregateType(aggregate, column);
      const name = aggregates.length === 1 ? column.name : `${aggregate}(${column.name})`;
      return type === undefined ? [] : [{ index, aggregate, name, type }];
    }),
  );
  const columns = [TIME, ...wanted.map(({ name, type }) => ({ name, type }))];
  const tallies = table.columns.slice(1).map((column) => new Tally(column));
  const take = (startNs: bigint): Cell[] => {
    const results = wanted.map(({ index, aggregate }) => tallies[index]!.result(aggregate));
    for (const tally of tallies) tally.reset();
    return [startNs, ...results];
  };
  return { columns, batches: stretches(table.batches, columns, tallies, new Buckets(widthNs, timeZone), take) };
}

/** @param take the row of the bucket that begins then; the tallies begin anew */
async function* stretches(
  batches: AsyncIterable<Batch>,
  columns: readonly TableColumn[],
  tallies: readonly Tally[],
  buckets: Buckets,
  take: (startNs: bigint) => Cell[],
): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(columns);
  let startNs: bigint | undefined;
  for await (const {
    rows,
    columns: [time, ...values],
  } of batches) {
    for (const [start, from, to] of runsIn(time!.values as BigInt64Array, rows, buckets)) {
      if (startNs !== undefined && start !== startNs) builder.add(take(startNs));
      startNs = start;
      for (let i = 0; i < tallies.length; i++) tallies[i]!.add(values[i]!, from, to);
      if (builder.rows >= BATCH_ROWS) yield builder.take();
    }
  }
  if (startNs !== undefined) builder.add(take(startNs));
  if (builder.rows > 0) yield builder.take();
}

/** Runs of rows in one bucket: its start, the first row, and one past the last. */
function* runsIn(
  times: BigInt64Array,
  rows: number,
  buckets: Buckets,
): Generator<readonly [startNs: bigint, from: number, to: number]> {
  for (let from = 0, to = 0; from < rows; from = to) {
    const startNs = buckets.startOf(times[from]!);
    const endNs = buckets.endOf(startNs);
    for (to = from + 1; to < rows && times[to]! < endNs; ) to++;
    yield [startNs, from, to];
  }
}

/** Aggregates of a column within one bucket. */
class Tally {
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

  /** Adds rows `from` to before `to`. */
  add(column: BatchColumn, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      const value = cellOf(column, row);
      if (value === null) continue;
      if (this.#count++ === 0) this.#first = value;
      this.#last = value;
      if (typeof value === "string") continue;
      if (this.#least === null || value < this.#least) this.#least = value;
      if (this.#greatest === null || value > this.#greatest) this.#greatest = value;
      this.#addToSum(value);
    }
  }

  /** Null if no row had a value. */
  result(aggregate: Aggregate): Cell {
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
    if (fits !== this.#exactSum) throw new RangeError(`a sum of '${name}' does not fit 64 bits`);
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
