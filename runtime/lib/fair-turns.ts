/**
 * Turns that owners share: the next one is of a waiting owner who has fewest, and owners with equally many take turns. So an
 * owner of many waits for those alone.
 */

interface Waiting {
  readonly begin: () => void;
  readonly giveUp: (error: Error) => void;
}

export class FairTurns {
  readonly #running = new Map<string, number>();
  /** Oldest first. The owner who had no turn for longest comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #ofOne: number;
  #free: number;
  #count = 0;

  /** @param ofOne most of one owner at once: with fewer than all, another never waits for it */
  constructor(atOnce: number, ofOne = atOnce) {
    this.#free = atOnce;
    this.#ofOne = ofOne;
  }

  isFree(owner: string): boolean {
    return this.#free > 0 && this.#runningOf(owner) < this.#ofOne;
  }

  get waiting(): number {
    return this.#count;
  }

  waitingOf(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0;
  }

  /** Resolves at the owner's turn, to a function to call once at its end. @throws the error of `giveUp` */
  async take(owner: string): Promise<() => void> {
    if (this.isFree(owner)) this.#begin(owner);
    else await this.#turn(owner);
    return () => this.#end(owner);
  }

  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const end = await this.take(owner);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Gives up the newest one that waits, of the owner with most. */
  giveUp(error: Error): void {
    const [most] = [...this.#waiting].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    this.#remove(most, (own) => own.pop()).giveUp(error);
  }

  #turn(owner: string): Promise<void> {
    return new Promise((begin, giveUp) => {
      const own = this.#waiting.get(owner);
      if (own === undefined) this.#waiting.set(owner, [{ begin, giveUp }]);
      else own.push({ begin, giveUp });
      this.#count++;
    });
  }

  #begin(owner: string): void {
    this.#free--;
    this.#running.set(owner, this.#runningOf(owner) + 1);
  }

  #end(owner: string): void {
    const running = this.#runningOf(owner) - 1;
    if (running > 0) this.#running.set(owner, running);
    else this.#running.delete(owner);
    this.#free++;
    let next: string | undefined;
    for (const one of this.#waiting.keys())
      if (this.isFree(one) && (next === undefined || this.#runningOf(one) < this.#runningOf(next))) next = one;
    if (next === undefined) return;
    this.#begin(next);
    this.#remove(next, (own) => own.shift()).begin();
  }

  /** The owner's others wait behind all. */
  #remove(owner: string, which: (own: Waiting[]) => Waiting | undefined): Waiting {
    const own = this.#waiting.get(owner) ?? [];
    const removed = which(own)!;
    this.#waiting.delete(owner);
    if (own.length > 0) this.#waiting.set(owner, own);
    this.#count--;
    return removed;
  }

  #runningOf(owner: string): number {
    return this.#running.get(owner) ?? 0;
  }
}
