/**
 * Connections written by turns: what is sent to many subscribers is copied into the kernel for each of them, which may take longer than
 * one turn of the event loop is to take. Until it is done nothing more is read of clients: else subscribers would seem slow.
 */

import type { Socket } from "node:net";

const TURN_MS = 5;

export class WriteTurns {
  /** Corked; whose turn is next is first. */
  readonly #corked = new Set<Socket>();
  readonly #nowMs: () => number;
  #isScheduled = false;
  /** A turn ended before all was written. */
  isBehind = false;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** What is written to it from now on leaves together. */
  gather(socket: Socket): void {
    if (this.#corked.has(socket)) return;
    this.#corked.add(socket);
    socket.cork();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    process.nextTick(() => this.#write());
  }

  #write(): void {
    const endMs = this.#nowMs() + TURN_MS;
    for (const socket of this.#corked) {
      this.#corked.delete(socket);
      socket.uncork();
      if (this.#nowMs() >= endMs) break;
    }
    this.isBehind = this.#corked.size > 0;
    this.#isScheduled = this.isBehind;
    if (this.isBehind) setImmediate(() => this.#write());
  }
}
