/** Statistics of a time span: computed by the store over all rows, never from downsampled ones [D50]. No DOM. */

import type { ColumnStatistics } from "../../../../model/store.ts";
import type { TimeWindow } from "../series/time-window.ts";
import type { MeasurementName } from "../text/measurement-name.ts";
import { Query } from "./query.ts";
import type { RequestQueue } from "./request-queue.ts";

export interface StatisticsRequest {
  readonly fromMs: number;
  /** Undefined: until now, in the server's time. */
  readonly toMs: number | undefined;
}

export interface LoadedStatistics {
  readonly columns: Readonly<Record<string, ColumnStatistics>>;
}

/** What is read from the store. */
export interface StoreReads {
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
  readonly #reads: StoreReads;
  readonly #measurement: MeasurementName;
  readonly #query: Query<LoadedStatistics["columns"]>;
  #rows = -1;

  constructor(measurement: MeasurementName, reads: StoreReads) {
    this.#measurement = measurement;
    this.#reads = reads;
    this.#query = new Query({ nowMs: () => reads.nowMs(), queue: (request) => reads.queue(request, "seen") });
  }

  /** Undefined if the column has no number in the span, or before the store has answered. */
  of(column: string): ColumnStatistics | undefined {
    const columns = this.#query.answer;
    return columns !== undefined && Object.hasOwn(columns, column) ? columns[column] : undefined;
  }

  /**
   * Call this while the numbers are visible: requests them if the span has changed or they are outdated.
   * @param rows changes when rows were received
   */
  keep(rows: number): void {
    const window = this.#reads.window();
    const isMoving = window.kind === "live";
    const rangeMs = isMoving ? window.rangeMs : window.toMs - window.fromMs;
    const usualMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, rangeMs * PART_OF_SPAN));
    const ask = async () => {
      this.#rows = rows;
      const fromMs = isMoving ? this.#reads.nowMs() - window.rangeMs : window.fromMs;
      const toMs = isMoving ? undefined : window.toMs;
      return (await this.#reads.history.statistics(this.#measurement, { fromMs, toMs })).columns;
    };
    this.#query.keep(JSON.stringify(window), ask, isMoving || rows !== this.#rows ? { everyMs: usualMs } : {});
  }
}
