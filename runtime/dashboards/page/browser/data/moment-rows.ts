/**
 * Exact values at chosen moments, the cursors and the resting pointer: the row at or before, from the store. Drawn points
 * are downsampled, and none of them need be that row [D50]. No DOM.
 */

import { type Span, spanOf } from "../series/time-window.ts";
import { type DatedValue, LatestValues, type StoredRow } from "./latest-values.ts";
import { Query } from "./query.ts";
import type { StoreReads } from "./range-statistics.ts";

export type MomentName = "a" | "b" | "pointer";

/** Rows may lack some columns. */
const ROWS = 20;
/** While a moment moves, nothing is read. */
const REST_MS = 250;
/** Newer rows may not be stored yet: they are read again after this time. */
const STORED_AFTER_MS = 5000;

/** At most `limit` rows of the span; newest last. */
type ReadRows = (span: Span, limit: number) => Promise<readonly StoredRow[]>;

interface MomentOptions {
  /** A column without a value for so long has none. */
  isMissing(column: string, valueMs: number, newestMs: number): boolean;
  onValues(): void;
}

export class MomentRows {
  readonly #reads: StoreReads;
  readonly #rows: ReadRows;
  readonly #options: MomentOptions;
  readonly #moments = new Map<MomentName, { timeMs: number; readonly query: Query<LatestValues> }>();

  constructor(reads: StoreReads, rows: ReadRows, options: MomentOptions) {
    this.#reads = reads;
    this.#rows = rows;
    this.#options = options;
  }

  /** Call this while the value is visible. Undefined: not read yet, or there is none in the span before the moment. */
  value(name: MomentName, timeMs: number, column: string): DatedValue | undefined {
    const moment = this.#moment(name);
    moment.timeMs = timeMs;
    const { query } = moment;
    const isYoung = timeMs > query.askedMs - STORED_AFTER_MS;
    const currency = { restMs: REST_MS, ...(isYoung && { everyMs: STORED_AFTER_MS }) };
    const known = query.keep(String(timeMs), () => this.#read(timeMs), currency);
    const dated = known?.dated(column);
    if (known === undefined || dated === undefined) return undefined;
    return this.#options.isMissing(column, dated.timeMs, known.valuedMs) ? undefined : dated;
  }

  /** Whether the moment's rows were read. */
  isKnown(name: MomentName, timeMs: number): boolean {
    const known = this.#moments.get(name);
    return known?.timeMs === timeMs && known.query.answer !== undefined;
  }

  #moment(name: MomentName) {
    const options = { nowMs: () => this.#reads.nowMs(), onChange: this.#options.onValues };
    const made = () => ({ timeMs: 0, query: new Query<LatestValues>(options) });
    const moment = this.#moments.get(name) ?? made();
    this.#moments.set(name, moment);
    return moment;
  }

  async #read(timeMs: number): Promise<LatestValues> {
    const { fromMs, toMs } = spanOf(this.#reads.window(), this.#reads.nowMs());
    // The service takes whole milliseconds, and its spans end before their end.
    const rows = await this.#rows({ fromMs: timeMs - (toMs - fromMs), toMs: Math.floor(timeMs) + 1 }, ROWS);
    const values = new LatestValues();
    values.load(rows, timeMs);
    return values;
  }
}
