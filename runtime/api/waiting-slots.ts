/** Limits how many answers are built at once; the others wait, and clients take turns: a dashboard requests all its panels together. */

import { FairTurns } from "../lib/fair-turns.ts";

export interface WaitingLimits {
  readonly running: number;
  readonly runningOfOne: number;
  readonly waiting: number;
  readonly waitingOfOne: number;
}

export class WaitingSlots {
  readonly #limits: WaitingLimits;
  readonly #turns: FairTurns;

  constructor(limits: WaitingLimits) {
    this.#limits = limits;
    this.#turns = new FairTurns(limits.running, limits.runningOfOne);
  }

  /** Resolves when the answer may begin, to a function to call at its end; a word names the limit that is exceeded. */
  async take(client: string): Promise<(() => void) | "client" | "all"> {
    const turns = this.#turns;
    if (!turns.isFree(client)) {
      if (turns.waitingOf(client) >= this.#limits.waitingOfOne) return "client";
      if (turns.waiting >= this.#limits.waiting) return "all";
    }
    const end = await turns.take(client);
    let held = true;
    return () => {
      if (held) end();
      held = false;
    };
  }
}
