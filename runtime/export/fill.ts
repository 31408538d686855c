/**
 * Fills missing values: with the previous one, by linear interpolation, or with a number; adds rows for empty buckets.
 */

import { type Batch, type Cell, cellOf, gather, type Table, type TableColumn } from "../model/batch.ts";
import type { Fill } from "../model/export-request.ts";
import type { Buckets } from "./buckets.ts";

/** Maximum number of rows for one interpolation: they are kept until its second value is found. */
const LONGEST_LINE = 10_000;

export interface Gaps {
  readonly buckets: Buckets;
  /** Buckets from `fromNs` to before `toNs`, if given; else from the first row to the last. */
  readonly fromNs?: bigint | undefined;
  readonly toNs?: bigint | undefined;
}

/** @param gaps absent: no row is added */
export function fill(table: Table, how: Fill, gaps: Gaps | undefined): Table {
  if (how === "none") return table;
  const rows = gaps === undefined ? rowsOf(table.batches) : withoutGaps(table.batches, gaps, table.columns.length);
  return { columns: table.columns, batches: gather(table.columns, how === "null" ? rows : filled(table, rows, how)) };
}

type Rows = AsyncGenerator<Cell[]>;

async function* rowsOf(batches: AsyncIterable<Batch>): Rows {
  for await (const { rows, columns } of batches) {
    for (let row = 0; row < rows; row++) yield columns.map((column) => cellOf(column, row));
  }
}

async function* withoutGaps(batches: AsyncIterable<Batch>, { buckets, fromNs, toNs }: Gaps, width: number): Rows {
  let nextNs = fromNs === undefined ? undefined : buckets.startOf(fromNs);
  const empty = (timeNs: bigint): Cell[] => [timeNs, ...new Array<null>(width - 1).fill(null)];
  for await (const row of rowsOf(batches)) {
    const timeNs = row[0] as bigint;
    for (; nextNs !== undefined && nextNs < timeNs; nextNs = buckets.endOf(nextNs)) yield empty(nextNs);
    yield row;
    nextNs = buckets.endOf(timeNs);
  }
  for (; nextNs !== undefined && toNs !== undefined && nextNs < toNs; nextNs = buckets.endOf(nextNs))
    yield empty(nextNs);
}

function filled({ columns }: Table, rows: Rows, how: Exclude<Fill, "none" | "null">): Rows {
  if (how === "linear") return onLines(columns, rows);
  return how === "previous" ? withPrevious(rows) : withNumber(columns, rows, how);
}

async function* withPrevious(rows: Rows): Rows {
  const last: Cell[] = [];
  for await (const row of rows) {
    for (let i = 1; i < row.length; i++) {
      row[i] ??= last[i] ?? null;
      last[i] = row[i]!;
    }
    yield row;
  }
}

async function* withNumber(columns: readonly TableColumn[], rows: Rows, value: number): Rows {
  const cells = columns.map(({ type }): Cell => {
    if (type === "float") return value;
    return (type === "integer" || type === "unsigned") && Number.isInteger(value) ? BigInt(value) : null;
  });
  for await (const row of rows) {
    for (let i = 1; i < row.length; i++) row[i] ??= cells[i] ?? null;
    yield row;
  }
}

/** Only floats are interpolated; other columns keep their gaps. */
async function* onLines(columns: readonly TableColumn[], rows: Rows): Rows {
  const lines = columns.flatMap(({ type }, index) => (type === "float" ? [new Line(index)] : []));
  /** Rows not yet passed on. */
  let waiting: Cell[][] = [];
  for await (const row of rows) {
    waiting.push(row);
    for (const line of lines) line.take(waiting);
    if (waiting.length < LONGEST_LINE && lines.some(({ missing }) => missing > 0)) continue;
    for (const line of lines) if (line.missing > 0) line.giveUp();
    yield* waiting;
    waiting = [];
  }
  yield* waiting;
}

interface Known {
  readonly timeNs: bigint;
  readonly value: number;
}

/** A column between its last value and the next one. */
class Line {
  readonly #index: number;
  #last: Known | undefined;
  /** How many of the newest rows lack a value after the last one. */
  missing = 0;

  constructor(index: number) {
    this.#index = index;
  }

  /** Takes the newest row; its value fills the rows before it. */
  take(rows: readonly Cell[][]): void {
    const row = rows.at(-1)!;
    const value = row[this.#index];
    if (typeof value !== "number") {
      if (this.#last !== undefined) this.missing++;
      return;
    }
    const here = { timeNs: row[0] as bigint, value };
    for (let at = rows.length - 1 - this.missing; at < rows.length - 1; at++) {
      const one = rows[at]!;
      one[this.#index] = between(this.#last!, here, one[0] as bigint);
    }
    this.#last = here;
    this.missing = 0;
  }

  /** The next value is too far away to interpolate. */
  giveUp(): void {
    this.#last = undefined;
    this.missing = 0;
  }
}

function between(a: Known, b: Known, timeNs: bigint): number {
  const share = Number(timeNs - a.timeNs) / Number(b.timeNs - a.timeNs);
  return a.value * (1 - share) + b.value * share;
}
