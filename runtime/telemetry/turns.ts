/** Long work on a thread that others wait for: it lets them have their turns. */

import { setImmediate } from "node:timers/promises";

/** So long nobody else has one, ms. */
const TURN_MS = 5;

let line: Promise<unknown> = Promise.resolve();

/** Resolves in a turn of the event loop that no other long work has: ten answers that take 10 ms each are not 100 ms for others. */
export async function ownTurn(): Promise<void> {
  line = line.then(() => setImmediate());
  await line;
}

export class Turns {
  #beganMs = performance.now();

  /** To be awaited between pieces of a millisecond or less. */
  async next(): Promise<void> {
    if (performance.now() - this.#beganMs < TURN_MS) return;
    await ownTurn();
    this.#beganMs = performance.now();
  }
}
