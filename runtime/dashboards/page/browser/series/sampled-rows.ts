/** A sample of a span's whole rows, for pictures that combine values of one moment. No DOM. */

import type { RowSink } from "../data/whole-rows.ts";

export interface Row {
  readonly timeMs: number;
  /** One value for each column. */
  readonly values: readonly number[];
}

/** A gap is a pause of this many usual intervals. */
const GAP_DISTANCES = 5;
const SHORTEST_GAP_MS = 1000;

export class SampledRows implements RowSink {
  /** Number of rows in the span with a number in each column. */
  count = 0;
  #rows: Row[] = [];
  /** Keeps every n-th row. */
  #step = 1;
  #last: Row | undefined;
  readonly #most: number;

  /** @param most maximum number of kept rows */
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

  /** Kept rows within a span, and the newest one, split at gaps. */
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
