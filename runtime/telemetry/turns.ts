/** Long work on a thread that others wait for: it lets them have their turns. */

import { setImmediate } from "node:timers/promises";

/** So long nobody else has one, ms. */
const TURN_MS = 5;

export class Turns {
  #beganMs = performance.now();

  /** To be awaited between pieces of a millisecond or less. */
  async next(): Promise<void> {
    if (performance.now() - this.#beganMs < TURN_MS) return;
    await setImmediate();
    this.#beganMs = performance.now();
  }
}
