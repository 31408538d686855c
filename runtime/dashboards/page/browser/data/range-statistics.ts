/** Statistics of a time span: computed by the store over all rows, never from downsampled ones [D50]. No DOM. */

import type { ColumnStatistics } from "../../../../model/store.ts";
import type { MeasurementName } from "../text/measurement-name.ts";
import type { RequestQueue } from "./request-queue.ts";
import { retryMs } from "./retry.ts";
import type { TimeWindow } from "../series/time-window.ts";

export interface StatisticsRequest {
  readonly fromMs: number;
  /** Undefined: until now, in the server's time. */
  readonly toMs: number | undefined;
}

export interface LoadedStatistics {
  readonly columns: Readonly<Record<string, ColumnStatistics>>;
}

export interface StatisticsHost {
  /** The server's time, epoch ms. */
  nowMs(): number;
  window(): TimeWindow;
  /** Runs a request in its turn, and not before live values are subscribed to or known to be unavailable. */
  readonly queue: (...request: Parameters<RequestQueue["add"]>) => void;
  readonly history: {
    statistics(measurement: MeasurementName, request: StatisticsRequest): Promise<LoadedStatistics>;
  };
}

const SHORTEST_MS = 2000;
const LONGEST_MS = 60_000;
/** A moving span is requested again after this fraction of it. */
const PART_OF_SPAN = 1 / 200;

export class RangeStatistics {
  readonly #host: StatisticsHost;
  readonly #measurement: MeasurementName;
  #columns: LoadedStatistics["columns"] | undefined;
  /** The time span of `#columns`, or of a pending request. */
  #span = "";
  #askedMs = Number.NEGATIVE_INFINITY;
  #rows = -1;
  #isAsking = false;
  /** Failures in a row. */
  #failures = 0;

  constructor(measurement: MeasurementName, host: StatisticsHost) {
    this.#measurement = measurement;
    this.#host = host;
  }

  /** Undefined if the column has no number in the span, or before the store has answered. */
  of(column: string): ColumnStatistics | undefined {
    const columns = this.#columns;
    return columns !== undefined && Object.hasOwn(columns, column) ? columns[column] : undefined;
  }

  /**
   * Call this while the numbers are visible: requests them if the span has changed or they are outdated.
   * @param rows changes when rows were received
   */
  keep(rows: number): void {
    const window = this.#host.window();
    const span = JSON.stringify(window);
    if (span !== this.#span) {
      this.#span = span;
      this.#columns = undefined;
      this.#askedMs = Number.NEGATIVE_INFINITY;
    }
    const rangeMs = window.kind === "live" ? window.rangeMs : window.toMs - window.fromMs;
    const usualMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, rangeMs * PART_OF_SPAN));
    const everyMs = this.#failures > 0 ? retryMs(this.#failures) : usualMs;
    const now = this.#host.nowMs();
    const mayHaveChanged = window.kind === "live" || rows !== this.#rows || this.#failures > 0;
    if (this.#isAsking || !mayHaveChanged || now - this.#askedMs < everyMs) return;
    this.#askedMs = now;
    this.#rows = rows;
    this.#isAsking = true;
    this.#host.queue(() => this.#ask(span), "seen");
  }

  async #ask(span: string): Promise<void> {
    const window = this.#host.window();
    try {
      if (JSON.stringify(window) !== span) return;
      const request =
        window.kind === "live"
          ? { fromMs: this.#host.nowMs() - window.rangeMs, toMs: undefined }
          : { fromMs: window.fromMs, toMs: window.toMs };
      const { columns } = await this.#host.history.statistics(this.#measurement, request);
      this.#failures = 0;
      if (this.#span === span) this.#columns = columns;
    } catch {
      // The known numbers of the span stay; the next one is asked for soon.
      this.#failures += 1;
    } finally {
      this.#isAsking = false;
    }
  }
}
