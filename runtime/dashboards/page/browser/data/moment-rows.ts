/**
 * Exact values at chosen moments, the cursors and the resting pointer: the row at or before, from the store. Drawn points
 * are downsampled, and none of them need be that row [D50]. No DOM.
 */

import { type DatedValue, LatestValues, type StoredRow } from "./latest-values.ts";
import { retryMs } from "./retry.ts";
import type { Span } from "../series/time-window.ts";

export type MomentName = "a" | "b" | "pointer";

/** Rows may lack some columns. */
const ROWS = 20;
/** While a moment moves, nothing is read. */
const REST_MS = 250;
/** Newer rows may not be stored yet: they are read again after this time. */
const STORED_AFTER_MS = 5000;

export interface MomentHost {
  nowMs(): number;
  span(): Span;
  queue(request: () => Promise<void>, urgency: "seen"): void;
  /** At most `limit` rows of the span; newest last. */
  rows(span: Span, limit: number): Promise<readonly StoredRow[]>;
  /** Values have arrived. */
  onValues(): void;
}

interface Moment {
  readonly timeMs: number;
  /** When to read the rows, by the browser's clock; infinity: they are being read, or were. */
  dueMs: number;
  failures: number;
  values: LatestValues | undefined;
}

export class MomentRows {
  readonly #host: MomentHost;
  readonly #moments = new Map<MomentName, Moment>();

  constructor(host: MomentHost) {
    this.#host = host;
  }

  /** Call this while the value is visible. Undefined: not read yet, or there is none in the span before the moment. */
  value(name: MomentName, timeMs: number, column: string): DatedValue | undefined {
    const moment = this.#moment(name, timeMs);
    const now = performance.now();
    if (now >= moment.dueMs) {
      moment.dueMs = Number.POSITIVE_INFINITY;
      this.#host.queue(() => this.#read(name, moment), "seen");
    }
    return moment.values?.dated(column);
  }

  /** Whether the moment's rows were read. */
  isKnown(name: MomentName, timeMs: number): boolean {
    const known = this.#moments.get(name);
    return known?.timeMs === timeMs && known.values !== undefined;
  }

  #moment(name: MomentName, timeMs: number): Moment {
    const known = this.#moments.get(name);
    if (known?.timeMs === timeMs) return known;
    const made = { timeMs, dueMs: performance.now() + REST_MS, failures: 0, values: undefined };
    this.#moments.set(name, made);
    return made;
  }

  async #read(name: MomentName, moment: Moment): Promise<void> {
    if (this.#moments.get(name) !== moment) return;
    const { timeMs } = moment;
    const { fromMs, toMs } = this.#host.span();
    const askedMs = this.#host.nowMs();
    try {
      // The service takes whole milliseconds, and its spans end before their end.
      const rows = await this.#host.rows({ fromMs: timeMs - (toMs - fromMs), toMs: Math.floor(timeMs) + 1 }, ROWS);
      const values = new LatestValues();
      values.load(rows, timeMs);
      moment.values = values;
      moment.failures = 0;
      if (timeMs > askedMs - STORED_AFTER_MS) moment.dueMs = performance.now() + STORED_AFTER_MS;
    } catch {
      moment.failures += 1;
      moment.dueMs = performance.now() + retryMs(moment.failures);
    }
    this.#host.onValues();
  }
}
