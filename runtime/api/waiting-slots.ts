/** Bounds how many answers are made at once, where those who ask come together: a dashboard asks for all its panels at once. */

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

  /** Resolves when it may begin, with what to call at the end; a word says who has too many. */
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
      // The place is the next one's.
      if (next === undefined) this.#running--;
      else next.begin();
    };
  }
}
