/** Work of many at once, in pieces: what one turn of the event loop spends on it is bounded, and all others have theirs between. */

export class SharedTurns {
  readonly #mostMs: number;
  readonly #nowMs: () => number;
  /** Whose turn is next is first. */
  readonly #waiting: (() => void)[] = [];
  #endMs: number | undefined;

  /** @param mostMs that one turn of the event loop spends */
  constructor(mostMs: number, nowMs: () => number = () => performance.now()) {
    this.#mostMs = mostMs;
    this.#nowMs = nowMs;
  }

  /** Undefined: at once. Those that wait go on in the order in which they asked. */
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

  /** What a piece of work does when it goes on, it does before the next immediate. */
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
