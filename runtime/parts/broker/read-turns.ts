/**
 * Reads connections by turns: the time that one turn of the event loop spends on parsing and decoding is bounded, and
 * other events run in between.
 */

import type { Socket } from "node:net";

/** Work triggered by packets after they were read takes about as long again, ms. */
const TURN_MS = 2;

export class ReadTurns {
  /** Waiting connections, the next one first. */
  readonly #ring = new Set<Socket>();
  readonly #nowMs: () => number;
  #endMs = Number.NEGATIVE_INFINITY;
  #turn: NodeJS.Immediate | undefined;

  readonly #isHeld: () => boolean;

  /** @param isHeld whether nothing is to be read now */
  constructor(isHeld: () => boolean = () => false, nowMs: () => number = () => performance.now()) {
    this.#isHeld = isHeld;
    this.#nowMs = nowMs;
  }

  /** False: wait; "readable" is emitted again when the connection has its turn. */
  mayRead(socket: Socket): boolean {
    if (this.#isHeld()) {
      this.wait(socket);
      return false;
    }
    const now = this.#nowMs();
    if (this.#turn === undefined) {
      this.#endMs = now + TURN_MS;
      this.#turn = setImmediate(() => this.#next());
    }
    if (now < this.#endMs) return true;
    this.wait(socket);
    return false;
  }

  /** "readable" is emitted again when the connection has its turn. */
  wait(socket: Socket): void {
    this.#ring.add(socket);
    this.#turn ??= setImmediate(() => this.#next());
  }

  #next(): void {
    this.#turn = undefined;
    if (this.#ring.size === 0) return;
    this.#endMs = this.#nowMs() + TURN_MS;
    // A connection that waits again during this turn gets the next one.
    this.#turn = setImmediate(() => this.#next());
    for (const socket of [...this.#ring]) {
      this.#ring.delete(socket);
      if (!socket.destroyed) socket.emit("readable");
      if (this.#nowMs() >= this.#endMs) return;
    }
  }
}
