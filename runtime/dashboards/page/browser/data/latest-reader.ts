/** Reads the newest rows of many measurements by few requests. No DOM. */

import { fitting, type MeasurementName } from "../text/measurement-name.ts";
import type { StoredRow } from "./latest-values.ts";
import { retryMs } from "./query.ts";
import type { Urgency } from "./request-queue.ts";

/** For each column and the rhythm: the newest rows may lack some columns. */
const ROWS = 20;
/** While the store is behind, the rows are requested again after this time. */
const AGAIN_MS = 1000;

export interface NewestRows {
  /** Everything received before the request is stored. */
  readonly complete: boolean;
  /** In the order of the request. */
  readonly measurements: readonly { readonly rows?: readonly StoredRow[] | null; readonly error?: string }[];
}

/** Up to which moment the rows of a measurement are known. */
export interface Known {
  /** The server's time, epoch ms. */
  readonly untilMs: number;
  /** Its live rows since, each of them; undefined if there were none. */
  readonly session: number | undefined;
}

export interface LatestWanted {
  readonly description: MeasurementName;
  readonly isSeen: boolean;
  /** @param known undefined: newer rows may not be stored yet */
  takeLatest(rows: readonly StoredRow[], known: Known | undefined): void;
}

export interface LatestReaderOptions {
  nowMs(): number;
  /** A number for the time in which each live row of a measurement arrives; undefined while rows may be missed. */
  session(measurement: MeasurementName): number | undefined;
  queue(request: () => Promise<void>, urgency: Urgency): void;
  newest(measurements: readonly MeasurementName[], limit: number): Promise<NewestRows>;
}

export class LatestReader {
  readonly #options: LatestReaderOptions;
  readonly #wanted = new Set<LatestWanted>();
  readonly #queued = new Set<Urgency>();
  /** In a row. */
  #failures = 0;

  constructor(options: LatestReaderOptions) {
    this.#options = options;
  }

  want(feed: LatestWanted): void {
    this.#wanted.add(feed);
    this.#ask(feed.isSeen ? "seen" : "unseen");
  }

  #ask(urgency: Urgency): void {
    if (this.#queued.has(urgency)) return;
    this.#queued.add(urgency);
    this.#options.queue(async () => {
      // All that is wanted in the same moment is in one request.
      await Promise.resolve();
      this.#queued.delete(urgency);
      const some = this.#taken();
      if (this.#wanted.size > 0) this.#ask(urgency);
      if (some.length > 0) await this.#read(some);
    }, urgency);
  }

  /** Visible ones first. */
  #taken(): LatestWanted[] {
    const ordered = [...this.#wanted].sort((a, b) => Number(b.isSeen) - Number(a.isSeen));
    const some = ordered.slice(0, fitting(ordered));
    for (const feed of some) this.#wanted.delete(feed);
    return some;
  }

  async #read(feeds: readonly LatestWanted[]): Promise<void> {
    const untilMs = this.#options.nowMs();
    const known = feeds.map(({ description }) => ({ untilMs, session: this.#options.session(description) }));
    let answer: NewestRows;
    try {
      answer = await this.#options.newest(
        feeds.map(({ description }) => description),
        ROWS,
      );
      this.#failures = 0;
    } catch {
      this.#failures += 1;
      this.#wantLater(feeds, retryMs(this.#failures));
      return;
    }
    for (const [index, feed] of feeds.entries()) {
      const { rows, error } = answer.measurements[index] ?? { error: "" };
      feed.takeLatest(rows ?? [], answer.complete && error === undefined ? known[index] : undefined);
    }
    if (!answer.complete) this.#wantLater(feeds, AGAIN_MS);
  }

  #wantLater(feeds: readonly LatestWanted[], ms: number): void {
    setTimeout(() => {
      for (const feed of feeds) this.want(feed);
    }, ms);
  }
}
