/** Growing waiting times between attempts, spread so that several who wait do not come back together. */

export class Backoff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #failures = 0;

  constructor(options: { readonly firstMs: number; readonly longestMs: number }) {
    this.#firstMs = options.firstMs;
    this.#longestMs = options.longestMs;
  }

  /** Time to wait after one more failure, ms: between half of and the whole doubled time. */
  next(): number {
    const ms = Math.min(this.#longestMs, this.#firstMs * 2 ** this.#failures++);
    return ms * (0.5 + Math.random() / 2);
  }

  /** An attempt succeeded. */
  reset(): void {
    this.#failures = 0;
  }
}
