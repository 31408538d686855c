/** Decides whether a thread that ended is started again. */

/** This many ends within this time are not an accident. */
const MOST_ENDS = 5;
const WITHIN_MS = 60_000;
const FIRST_MS = 200;

export class Restarts {
  #ends: number[] = [];
  #count = 0;

  /** Number of ends so far. */
  get count(): number {
    return this.#count;
  }

  /** Records an end: the delay before the next start, ms; undefined if another start makes no sense. */
  next(nowMs = performance.now()): number | undefined {
    this.#count++;
    this.#ends = [...this.#ends.filter((endMs) => endMs > nowMs - WITHIN_MS), nowMs];
    return this.#ends.length >= MOST_ENDS ? undefined : FIRST_MS * 2 ** (this.#ends.length - 1);
  }
}
