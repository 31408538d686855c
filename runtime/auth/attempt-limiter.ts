/** Slows down clients that fail to log in: the first few failures have no effect, then each doubles the wait. */

export interface LimiterOptions {
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  readonly freeFailures: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** Failures are forgotten after this long without a new one, ms. */
  readonly memoryMs: number;
  readonly maxKeys: number;
}

export const DEFAULT_LIMITS: Omit<LimiterOptions, "now"> = {
  freeFailures: 5,
  firstWaitMs: 1000,
  longestWaitMs: 60_000,
  memoryMs: 15 * 60_000,
  maxKeys: 10_000,
};

interface Failures {
  count: number;
  lastMs: number;
}

export class AttemptLimiter {
  readonly #options: LimiterOptions;
  /** Ordered by the latest failure. */
  readonly #failures = new Map<string, Failures>();

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Milliseconds until the next attempt of `key` is checked; 0 means now. @param free failures without a wait */
  waitMs(key: string, free = this.#options.freeFailures): number {
    const failures = this.#recent(key);
    if (failures === undefined || failures.count < free) return 0;
    const doublings = Math.min(30, failures.count - free);
    const wait = Math.min(this.#options.longestWaitMs, this.#options.firstWaitMs * 2 ** doublings);
    return Math.max(0, failures.lastMs + wait - this.#options.now());
  }

  failed(key: string): void {
    const count = (this.#recent(key)?.count ?? 0) + 1;
    this.#failures.delete(key);
    this.#failures.set(key, { count, lastMs: this.#options.now() });
    if (this.#failures.size <= this.#options.maxKeys) return;
    const [oldest] = this.#failures.keys();
    if (oldest !== undefined) this.#failures.delete(oldest);
  }

  succeeded(key: string): void {
    this.#failures.delete(key);
  }

  get size(): number {
    return this.#failures.size;
  }

  #recent(key: string): Failures | undefined {
    const failures = this.#failures.get(key);
    if (failures === undefined || this.#options.now() - failures.lastMs <= this.#options.memoryMs) return failures;
    this.#failures.delete(key);
    return undefined;
  }
}
