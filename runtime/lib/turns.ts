/** Gives long work on a shared thread its turns, so that others are not blocked. */

import { setImmediate } from "node:timers/promises";

/** Maximum time of one turn, ms. */
const TURN_MS = 5;

let line: Promise<unknown> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other long work uses: ten answers of 10 ms each must not delay others by
 * 100 ms.
 */
export async function ownTurn(): Promise<void> {
  line = line.then(() => setImmediate());
  await line;
}

export class Turns {
  #beganMs = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#beganMs >= TURN_MS;
  }

  /** Await this between pieces of work of at most a millisecond. */
  async next(): Promise<void> {
    if (!this.isOver) return;
    await ownTurn();
    this.#beganMs = performance.now();
  }
}
