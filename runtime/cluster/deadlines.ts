/**
 * A queue of deadlines. All have the same duration and expire in the order in which they began, so that one timer is
 * enough. A timer and a signal for each message took a sixth of the time that a node's main thread spends on it. [hot
 * path]
 */

export interface Awaited {
  isOver: boolean;
  readonly untilMs: number;
  readonly onLate: () => void;
}

/** Number of finished entries before the head that are dropped together. */
const LET_GO = 1024;

export class Deadlines {
  readonly #afterMs: number;
  /** In the order of their beginning, from `#head`. */
  #waiting: Awaited[] = [];
  #head = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  begin(onLate: () => void): Awaited {
    const awaited = { isOver: false, untilMs: performance.now() + this.#afterMs, onLate };
    this.#waiting.push(awaited);
    this.#timer ??= setTimeout(() => this.#look(), this.#afterMs);
    return awaited;
  }

  /** The result has arrived. */
  end(awaited: Awaited): void {
    awaited.isOver = true;
    this.#passOver();
  }

  #passOver(): void {
    while (this.#waiting[this.#head]?.isOver === true) this.#head++;
    if (this.#head < LET_GO && this.#head < this.#waiting.length) return;
    this.#waiting = this.#waiting.slice(this.#head);
    this.#head = 0;
    if (this.#waiting.length > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = performance.now();
    this.#timer = undefined;
    for (
      let next = this.#waiting[this.#head];
      next !== undefined && next.untilMs <= now;
      next = this.#waiting[this.#head]
    ) {
      next.isOver = true;
      next.onLate();
      this.#passOver();
    }
    const next = this.#waiting[this.#head];
    if (next !== undefined) this.#timer ??= setTimeout(() => this.#look(), next.untilMs - now);
  }
}
