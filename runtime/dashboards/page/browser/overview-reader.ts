/** Asks the service from time to time what there is to show, and by the way what time it is there. */

import { fetchOverview, type Overview } from "./api.ts";

const INTERVAL_MS = 10_000;
/** The store has what has just come a moment later; and it is not asked more often than this. */
const SOON_MS = 1000;
const SOON_INTERVAL_MS = 2000;

export class OverviewReader {
  readonly #onOverview: (overview: Overview) => void;
  readonly #onFailure: (error: unknown) => void;
  /** Server's clock minus this browser's, ms. */
  #clockOffsetMs = 0;
  #due = 0;

  constructor(options: {
    readonly onOverview: (overview: Overview) => void;
    readonly onFailure: (error: unknown) => void;
  }) {
    this.#onOverview = options.onOverview;
    this.#onFailure = options.onFailure;
  }

  /** The server's clock, epoch ms. */
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
      // The answer was on its way for some of the time that it took.
      this.#clockOffsetMs = overview.now - (askedMs + Date.now()) / 2;
      this.#onOverview(overview);
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Measurements have come or gone: asks in a moment, then calls `whenThere`. */
  soon(whenThere: () => void): void {
    const now = Date.now();
    if (now < this.#due) return;
    this.#due = now + SOON_INTERVAL_MS;
    setTimeout(() => void this.refresh().then(whenThere), SOON_MS);
  }
}
