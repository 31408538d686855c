/** Bytes that MQTT clients have not read yet. */

import type { Socket } from "node:net";
import { Bound, type TellBound } from "../../model/bounds.ts";

/** Smaller amounts of a client are not counted. */
const SMALL = 64 * 1024;
const SUM_EVERY_MS = 20;

/**
 * Counts unread data of all clients. If the total is too large, owners with more than their share lose the clients that have more
 * than theirs of it.
 */
export class UnreadBytes {
  readonly bound: Bound;
  /** With their owners. */
  readonly #behind = new Map<Socket, string>();
  /** By owner. */
  #owners = new Map<string, { bytes: number; clients: number }>();
  #summedAtMs = Number.NEGATIVE_INFINITY;

  constructor(tell?: TellBound) {
    this.bound = new Bound("mqtt-unread", tell);
  }

  /** False: the client must be disconnected. @param owner the user, or without users the network address */
  admits(socket: Socket, bytes: number, owner = ""): boolean {
    const unread = socket.writableLength;
    if (unread <= SMALL) return true;
    if (this.#behind.has(socket)) this.#hold(owner, bytes, 0);
    else this.#hold(owner, unread, 1);
    this.#behind.set(socket, owner);
    if (performance.now() - this.#summedAtMs >= SUM_EVERY_MS) this.#sum();
    if (unread <= this.bound.each && (this.bound.held <= this.bound.all || this.#isFair(owner, unread))) return true;
    this.bound.meet();
    this.#behind.delete(socket);
    return false;
  }

  #isFair(owner: string, unread: number): boolean {
    const share = this.bound.all / Math.max(1, this.#owners.size);
    const { bytes, clients } = this.#owners.get(owner)!;
    return bytes <= share || unread <= share / clients;
  }

  #sum(): void {
    this.#summedAtMs = performance.now();
    this.bound.held = 0;
    this.#owners = new Map();
    for (const [socket, owner] of this.#behind) {
      const unread = socket.writableLength;
      if (socket.destroyed || unread <= SMALL) this.#behind.delete(socket);
      else this.#hold(owner, unread, 1);
    }
  }

  #hold(owner: string, bytes: number, clients: number): void {
    const held = this.#owners.get(owner) ?? { bytes: 0, clients: 0 };
    this.#owners.set(owner, { bytes: held.bytes + bytes, clients: held.clients + clients });
    this.bound.held += bytes;
  }
}
