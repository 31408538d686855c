/** The range back to the first stored value. */

import { earliestMs } from "./earliest.ts";
import type { PageData } from "./page-data.ts";
import type { Timeline } from "./timeline.ts";
import { say } from "./words.ts";

export class AllHistory {
  /** Undefined until the user has requested it. */
  rangeMs: number | undefined;
  readonly #data: PageData;
  readonly #timeline: Timeline;
  readonly #onProblem: (sentence: string) => void;

  constructor(data: PageData, timeline: Timeline, onProblem: (sentence: string) => void) {
    this.#data = data;
    this.#timeline = timeline;
    this.#onProblem = onProblem;
  }

  async show(): Promise<void> {
    const now = this.#data.nowMs();
    const stored = [...this.#data.feeds.values()].map(({ description }) => description).filter((one) => one.stored);
    try {
      const rangeMs = now - ((await earliestMs(stored, now)) ?? now);
      this.rangeMs = Math.ceil(Math.max(rangeMs * 1.02, 60_000) / 1000) * 1000;
      this.#timeline.follow(this.rangeMs);
    } catch (error) {
      this.#onProblem(say("History cannot be read: {0}", (error as Error).message));
    }
  }
}
