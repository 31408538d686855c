/**
 * Shares the event loop between many pieces of work: the time that one turn spends on them is bounded, and other events
 * run in between.
 */

export class SharedTurns {
  readonly #mostMs: number;
  readonly #nowMs: () => number;
  /** The next one is first. */
  readonly #waiting: (() => void)[] = [];
  #endMs: number | undefined;

  /** @param mostMs maximum time in one turn of the event loop */
  constructor(mostMs: number, nowMs: () => number = () => performance.now()) {
    this.#mostMs = mostMs;
    this.#nowMs = nowMs;
  }

  /** Undefined: continue at once. Waiting callers continue in order. */
  mine(): Promise<void> | undefined {
    const now = this.#nowMs();
    if (this.#endMs === undefined) this.#begin(now);
    if (this.#waiting.length === 0 && now < this.#endMs!) return undefined;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #begin(now: number): void {
    this.#endMs = now + this.#mostMs;
    setImmediate(() => this.#next());
  }

  /** A resumed piece of work runs before the next immediate. */
  #next(): void {
    this.#endMs = undefined;
    if (this.#waiting.length === 0) return;
    this.#begin(this.#nowMs());
    const goOn = () => {
      if (this.#endMs !== undefined && this.#nowMs() >= this.#endMs) return;
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) queueMicrotask(() => queueMicrotask(goOn));
    };
    goOn();
  }
}
