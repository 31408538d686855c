/**
 * Fills missing values: with the previous one, by linear interpolation, or with a number; adds rows for empty buckets.
 */

import { type Batch, type Cell, cellOf, gather, type Table, type TableColumn } from "../telemetry/batch.ts";
import type { Buckets } from "./buckets.ts";
import type { Fill } from "./export-request.ts";

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
  const floats = columns.flatMap(({ type }, index) => (type === "float" ? [index] : []));
  const known = new Map<number, { readonly timeNs: bigint; readonly value: number }>();
  /** Rows not yet passed on; for each column, how many of the last rows lack a value. */
  let waiting: Cell[][] = [];
  const open = new Map<number, number>();
  for await (const row of rows) {
    waiting.push(row);
    for (const index of floats) {
      const value = row[index];
      const before = known.get(index);
      if (typeof value !== "number") {
        if (before !== undefined) open.set(index, (open.get(index) ?? 0) + 1);
        continue;
      }
      const here = { timeNs: row[0] as bigint, value };
      const missing = open.get(index) ?? 0;
      if (before !== undefined) {
        for (const one of waiting.slice(waiting.length - 1 - missing, -1))
          one[index] = between(before, here, one[0] as bigint);
      }
      open.delete(index);
      known.set(index, here);
    }
    if (open.size > 0 && waiting.length < LONGEST_LINE) continue;
    // Too far apart to interpolate.
    for (const index of open.keys()) known.delete(index);
    open.clear();
    yield* waiting;
    waiting = [];
  }
  yield* waiting;
}

interface Known {
  readonly timeNs: bigint;
  readonly value: number;
}

function between(a: Known, b: Known, timeNs: bigint): number {
  const share = Number(timeNs - a.timeNs) / Number(b.timeNs - a.timeNs);
  return a.value * (1 - share) + b.value * share;
}
