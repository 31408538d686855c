/**
 * Increasing delays between attempts, with random variation, so that waiting callers do not retry at the same moment.
 */

export class Backoff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #failures = 0;

  constructor(options: { readonly firstMs: number; readonly longestMs: number }) {
    this.#firstMs = options.firstMs;
    this.#longestMs = options.longestMs;
  }

  /** Delay after another failure, ms: between half of the doubled time and all of it. */
  next(): number {
    const ms = Math.min(this.#longestMs, this.#firstMs * 2 ** this.#failures++);
    return ms * (0.5 + Math.random() / 2);
  }

  /** Resets the delay after a success. */
  reset(): void {
    this.#failures = 0;
  }
}
