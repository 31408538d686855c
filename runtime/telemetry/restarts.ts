/** How often a thread that ends is started again. */

/** So many ends within so long are not an accident. */
const MOST_ENDS = 5;
const WITHIN_MS = 60_000;
const FIRST_MS = 200;

export class Restarts {
  #ends: number[] = [];
  #count = 0;

  /** Ends so far. */
  get count(): number {
    return this.#count;
  }

  /** It ended: how long to wait before it is started again, ms; undefined when that is of no use. */
  next(nowMs = Date.now()): number | undefined {
    this.#count++;
    this.#ends = [...this.#ends.filter((endMs) => endMs > nowMs - WITHIN_MS), nowMs];
    return this.#ends.length >= MOST_ENDS ? undefined : FIRST_MS * 2 ** (this.#ends.length - 1);
  }
}
