/** Bytes that MQTT clients have not read yet. */

import type { Socket } from "node:net";
import { Bound, type TellBound } from "../../model/bounds.ts";

/** Smaller amounts of a client are not counted. */
const SMALL = 64 * 1024;
const SUM_EVERY_MS = 20;

/**
 * Counts unread data of all clients. If the total is too large, clients with more than their share are disconnected.
 */
export class UnreadBytes {
  readonly bound: Bound;
  readonly #behind = new Set<Socket>();
  #summedAtMs = Number.NEGATIVE_INFINITY;

  constructor(tell?: TellBound) {
    this.bound = new Bound("mqtt-unread", tell);
  }

  /** False: the client must be disconnected. */
  admits(socket: Socket, bytes: number): boolean {
    const unread = socket.writableLength;
    if (unread <= SMALL) return true;
    this.bound.held += this.#behind.has(socket) ? bytes : unread;
    this.#behind.add(socket);
    if (performance.now() - this.#summedAtMs >= SUM_EVERY_MS) this.#sum();
    const share = this.bound.all / Math.max(1, this.#behind.size);
    if (unread <= this.bound.each && (this.bound.held <= this.bound.all || unread <= share)) return true;
    this.bound.meet();
    this.#behind.delete(socket);
    return false;
  }

  #sum(): void {
    this.#summedAtMs = performance.now();
    this.bound.held = 0;
    for (const socket of this.#behind) {
      if (socket.destroyed || socket.writableLength <= SMALL) this.#behind.delete(socket);
      else this.bound.held += socket.writableLength;
    }
  }
}
