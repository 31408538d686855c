/**
 * A cache of bounded size. [hot path] If more keys take turns than it can hold, no entry is used again before the cache is full, and
 * all entries grow old enough to cost the garbage collector much: then it holds few, and tries anew after a while.
 */

const FEW = 512;
/** A larger cache is worth it if an entry is used more often than a message uses it on its way. */
const LEAST_HITS = 8;
/** Number of small caches before a large one is tried again. */
const SMALL_ONES = 256;

export class RecentCache<V> {
  readonly #most: number;
  #entries = new Map<string, V>();
  #room: number;
  #hits = 0;
  #small = 0;

  constructor(most: number) {
    this.#most = most;
    this.#room = most;
  }

  get(key: string): V | undefined {
    const found = this.#entries.get(key);
    if (found !== undefined) this.#hits++;
    return found;
  }

  set(key: string, value: V): void {
    if (this.#entries.size >= this.#room) this.#renew();
    this.#entries.set(key, value);
  }

  /** A map that is emptied stays in the old generation, with every entry that is added to it later. */
  clear(): void {
    this.#entries = new Map();
    this.#hits = 0;
  }

  #renew(): void {
    const isUseful = this.#hits >= LEAST_HITS * this.#entries.size;
    this.#small = isUseful || this.#small >= SMALL_ONES ? 0 : this.#small + 1;
    this.#room = this.#small === 0 ? this.#most : Math.min(FEW, this.#most);
    this.clear();
  }
}
