/** Polls the list of measurements, and determines the server's time from the answers. */

import { fetchOverview, type Overview } from "./api.ts";

const INTERVAL_MS = 10_000;
/** The store has new rows a moment later; this is also the shortest polling interval. */
const SOON_MS = 1000;
const SOON_INTERVAL_MS = 2000;

export class OverviewReader {
  readonly #onOverview: (overview: Overview) => void;
  readonly #onFailure: (error: unknown) => void;
  /** Difference between the server's clock and the browser's, ms. */
  #clockOffsetMs = 0;
  #due = 0;

  constructor(options: {
    readonly onOverview: (overview: Overview) => void;
    readonly onFailure: (error: unknown) => void;
  }) {
    this.#onOverview = options.onOverview;
    this.#onFailure = options.onFailure;
  }

  /** The server's time, epoch ms. */
  nowMs(): number {
    return Date.now() + this.#clockOffsetMs;
  }

  async start(): Promise<void> {
    setInterval(() => void this.refresh(), INTERVAL_MS);
    await this.refresh();
  }

  async refresh(): Promise<void> {
    if (document.hidden) return;
    try {
      const askedMs = Date.now();
      const overview = await fetchOverview();
      // The transmission took part of the measured time.
      this.#clockOffsetMs = overview.now - (askedMs + Date.now()) / 2;
      this.#onOverview(overview);
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Measurements were added or removed: polls soon, then calls `whenThere`. */
  soon(whenThere: () => void): void {
    const now = Date.now();
    if (now < this.#due) return;
    this.#due = now + SOON_INTERVAL_MS;
    setTimeout(() => void this.refresh().then(whenThere), SOON_MS);
  }
}
