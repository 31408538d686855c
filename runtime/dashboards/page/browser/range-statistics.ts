/** What the page says in numbers about a time span: computed by the store over all rows, never from downsampled ones [D50]. No DOM. */

import type { ColumnStatistics } from "../../../store/store.ts";
import type { FeedHost, MeasurementName } from "./measurement-feed.ts";

export interface StatisticsRequest {
  readonly fromMs: number;
  /** Undefined: until now, by the server's clock. */
  readonly toMs: number | undefined;
}

export interface LoadedStatistics {
  readonly columns: Readonly<Record<string, ColumnStatistics>>;
}

const SHORTEST_MS = 2000;
const LONGEST_MS = 60_000;
/** A span that moves is asked for again after this part of it. */
const PART_OF_SPAN = 1 / 200;

export class RangeStatistics {
  readonly #host: Pick<FeedHost, "nowMs" | "window" | "queue" | "history">;
  readonly #measurement: MeasurementName;
  #columns: LoadedStatistics["columns"] | undefined;
  /** The time span that `#columns` are of, or were asked for. */
  #span = "";
  #askedMs = Number.NEGATIVE_INFINITY;
  #rows = -1;
  #isAsking = false;

  constructor(measurement: MeasurementName, host: Pick<FeedHost, "nowMs" | "window" | "queue" | "history">) {
    this.#measurement = measurement;
    this.#host = host;
  }

  /** Undefined where the column has no number in the span, or the store has not answered for this span. */
  of(column: string): ColumnStatistics | undefined {
    const columns = this.#columns;
    return columns !== undefined && Object.hasOwn(columns, column) ? columns[column] : undefined;
  }

  /**
   * To be called while somebody looks at the numbers: asks where they are of another span or have become old.
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
    const everyMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, rangeMs * PART_OF_SPAN));
    const now = this.#host.nowMs();
    const mayHaveChanged = window.kind === "live" || rows !== this.#rows;
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
      if (this.#span === span) this.#columns = columns;
    } catch {
      // The panel says what the service lacks; numbers that cannot be had are left out, not made up.
      if (this.#span === span) this.#columns = undefined;
    } finally {
      this.#isAsking = false;
    }
  }
}
