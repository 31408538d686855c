/** Limits how many answers are built at once and queues the others: a dashboard requests all its panels together. */

export interface WaitingLimits {
  readonly running: number;
  readonly waiting: number;
  readonly waitingOfOne: number;
}

interface Waiting {
  readonly client: string;
  readonly begin: () => void;
}

export class WaitingSlots {
  readonly #limits: WaitingLimits;
  readonly #line: Waiting[] = [];
  #running = 0;

  constructor(limits: WaitingLimits) {
    this.#limits = limits;
  }

  /** Resolves when the answer may begin, to a function to call at its end; a word names the limit that is exceeded. */
  async take(client: string): Promise<(() => void) | "client" | "all"> {
    if (this.#running >= this.#limits.running) {
      if (this.#line.filter((one) => one.client === client).length >= this.#limits.waitingOfOne) return "client";
      if (this.#line.length >= this.#limits.waiting) return "all";
      await new Promise<void>((begin) => this.#line.push({ client, begin }));
    } else this.#running++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = this.#line.shift();
      // Otherwise the slot passes to the next one.
      if (next === undefined) this.#running--;
      else next.begin();
    };
  }
}
