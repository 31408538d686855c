/** Some of the rows of a span, each whole: for pictures that need values of one moment beside each other. No DOM. */

import type { RowSink } from "./whole-rows.ts";

export interface Row {
  readonly timeMs: number;
  /** One for each of the columns. */
  readonly values: readonly number[];
}

/** A silence of so many usual distances is a gap. */
const GAP_DISTANCES = 5;
const SHORTEST_GAP_MS = 1000;

export class SampledRows implements RowSink {
  /** Rows of the span that have a number in each column. */
  count = 0;
  #rows: Row[] = [];
  /** Every so many rows one is kept. */
  #step = 1;
  #last: Row | undefined;
  readonly #most: number;

  /** @param most rows that are kept at most */
  constructor(most: number) {
    this.#most = most;
  }

  row(timeMs: number, values: readonly (number | undefined)[]): void {
    if (values.some((value) => value === undefined)) return;
    const row: Row = { timeMs, values: values.slice() as number[] };
    this.#last = row;
    if (this.count++ % this.#step !== 0) return;
    this.#rows.push(row);
    if (this.#rows.length <= this.#most) return;
    this.#rows = this.#rows.filter((_row, i) => i % 2 === 0);
    this.#step *= 2;
  }

  /** Those kept within a span, and the newest, without what lies between: a gap begins a new stretch. */
  stretches(fromMs: number, toMs: number): Row[][] {
    const rows = this.#rows.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs);
    const last = this.#last;
    if (last !== undefined && last !== rows.at(-1) && last.timeMs >= fromMs && last.timeMs <= toMs) rows.push(last);
    const gapMs = gapOf(rows);
    const stretches: Row[][] = [];
    let beforeMs = Number.NEGATIVE_INFINITY;
    for (const row of rows) {
      if (row.timeMs - beforeMs > gapMs) stretches.push([]);
      stretches.at(-1)!.push(row);
      beforeMs = row.timeMs;
    }
    return stretches;
  }
}

function gapOf(rows: readonly Row[]): number {
  const distances = rows.slice(1).map(({ timeMs }, i) => timeMs - rows[i]!.timeMs);
  distances.sort((a, b) => a - b);
  const usual = distances[Math.floor(distances.length * 0.75)] ?? Number.POSITIVE_INFINITY;
  return Math.max(GAP_DISTANCES * usual, SHORTEST_GAP_MS);
}
