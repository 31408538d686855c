/** The newest value of each column, and the message rate. */

import { parseIsoMs } from "../text/format.ts";

export interface StoredRow {
  readonly time: string;
  readonly [column: string]: unknown;
}

export interface DatedValue {
  readonly value: unknown;
  /** The time of its row, epoch ms. */
  readonly timeMs: number;
}

/** Time span of messages for the rate. */
const RATE_SPAN_MS = 5000;
const MAX_STAMPS = 500;
const RHYTHM_ROWS = 10;

export class LatestValues {
  readonly #values = new Map<string, unknown>();
  readonly #valueTimes = new Map<string, number>();
  /** When the newest value of any column came. */
  valuedMs = Number.NEGATIVE_INFINITY;
  #stamps: number[] = [];
  /** Times of the newest rows, in order. */
  readonly #times: number[] = [];

  /** Epoch ms of the newest row. */
  get timeMs(): number | undefined {
    return this.#times.at(-1);
  }

  /** Stored rows, newest last; the newest ones may lack some columns. @param untilMs later rows are left out */
  load(rows: readonly StoredRow[], untilMs = Number.POSITIVE_INFINITY, nowMs = untilMs): void {
    for (const { time, ...values } of rows) {
      const timeMs = parseIsoMs(time);
      if (timeMs <= untilMs) this.#set(timeMs, values, nowMs);
    }
  }

  live(timeMs: number, values: Readonly<Record<string, unknown>>, nowMs: number): void {
    this.#set(timeMs, values, nowMs);
    this.#stamps.push(nowMs);
    if (this.#stamps.length > MAX_STAMPS) this.#stamps.shift();
  }

  /**
   * The usual interval between rows, ms: the longest of the newest ones, so that a varying rhythm does not look like
   * silence.
   */
  usualMs(): number | undefined {
    return this.#times.length < 3
      ? undefined
      : Math.max(...this.#times.slice(1).map((time, i) => time - this.#times[i]!));
  }

  value(column: string): unknown {
    return this.#values.get(column);
  }

  dated(column: string): DatedValue | undefined {
    const timeMs = this.#valueTimes.get(column);
    return timeMs === undefined ? undefined : { value: this.#values.get(column), timeMs };
  }

  /** Messages per second over the last seconds; undefined if there were none. */
  rate(nowMs: number): number | undefined {
    this.#stamps = this.#stamps.filter((stamp) => nowMs - stamp < RATE_SPAN_MS);
    const [first] = this.#stamps;
    const last = this.#stamps.at(-1);
    const intervals = this.#stamps.length - 1;
    if (first === undefined || last === undefined || intervals < 1) return undefined;
    // The time since the last one counts only where it is longer than the usual interval: the next may come at any moment.
    const lasted = last - first;
    return (intervals * 1000) / Math.max(1, lasted, nowMs - first - lasted / intervals);
  }

  /** Rows may come in any order: a stored one after a newer live one. One of a clock that is ahead does not outlive the next. */
  #set(ownMs: number, values: Readonly<Record<string, unknown>>, nowMs: number): void {
    this.#note(ownMs);
    const timeMs = Math.min(ownMs, nowMs);
    for (const name in values) {
      const value = values[name];
      if (value === null || value === undefined) continue;
      if ((this.#valueTimes.get(name) ?? Number.NEGATIVE_INFINITY) > timeMs) continue;
      this.#values.set(name, value);
      this.#valueTimes.set(name, timeMs);
      if (timeMs > this.valuedMs) this.valuedMs = timeMs;
    }
  }

  #note(timeMs: number): void {
    let index = this.#times.length;
    while (index > 0 && this.#times[index - 1]! > timeMs) index -= 1;
    if (this.#times[index - 1] !== timeMs) this.#times.splice(index, 0, timeMs);
    if (this.#times.length > RHYTHM_ROWS) this.#times.shift();
  }
}

/** The value as a chart draws it; undefined if it is not a number. */
export function numeric(value: unknown): number | undefined {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value : undefined;
    case "bigint":
      return Number(value);
    case "boolean":
      return value ? 1 : 0;
    default:
      return undefined;
  }
}
