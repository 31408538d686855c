/** Open connections of one listener: limits their number and their idle time. */

import type { Socket } from "node:net";
import { type Bound, type BoundStates, statesOf } from "./bounds.ts";

/** Maximum idle time of a connection. */
export interface Idle {
  readonly afterMs: number;
  /** Called before it is closed. */
  readonly onIdle?: () => void;
}

interface Connection {
  readonly address: string;
  readonly idle: Idle | undefined;
  /** Bytes read and written at the last check. */
  bytes: number;
  activeAtMs: number;
}

const LOOK_EVERY_MS = 5000;
/** Fraction of the limit that is closed at once, since the search takes time. */
const CLOSED_AT_ONCE = 1 / 32;

export class Connections {
  readonly #bound: Bound;
  readonly #nowMs: () => number;
  readonly #open = new Map<Socket, Connection>();
  readonly #looking: NodeJS.Timeout;

  constructor(bound: Bound, nowMs: () => number = () => performance.now()) {
    this.#bound = bound;
    this.#nowMs = nowMs;
    this.#looking = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  get bounds(): BoundStates {
    return statesOf([this.#bound]);
  }

  /** Closes other connections if there are too many. @param idle absent: no idle timeout */
  add(socket: Socket, idle?: Idle): void {
    if (!this.#bound.hasRoom(1)) this.#makeRoom();
    this.#open.set(socket, { address: socket.remoteAddress ?? "", idle, bytes: 0, activeAtMs: this.#nowMs() });
    this.#bound.held++;
    socket.once("close", () => this.#forget(socket));
  }

  /** Closes connections that were idle for too long. */
  look(): void {
    const now = this.#nowMs();
    for (const [socket, connection] of this.#open) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes !== connection.bytes) Object.assign(connection, { bytes, activeAtMs: now });
      else if (connection.idle !== undefined && now - connection.activeAtMs >= connection.idle.afterMs) {
        connection.idle.onIdle?.();
        this.#close(socket);
      }
    }
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  // Of the address with the most connections, closes first those that never sent anything, then those idle for the
  // longest.
  #makeRoom(): void {
    this.look();
    const byAddress = new Map<string, [Socket, Connection][]>();
    for (const entry of this.#open) {
      const { address } = entry[1];
      const others = byAddress.get(address);
      if (others === undefined) byAddress.set(address, [entry]);
      else others.push(entry);
    }
    const [most = []] = [...byAddress.values()].sort((a, b) => b.length - a.length);
    const count = Math.min(Math.ceil(this.#bound.all * CLOSED_AT_ONCE), Math.ceil(most.length / 2));
    most.sort(([a, x], [b, y]) => Math.sign(a.bytesRead) - Math.sign(b.bytesRead) || x.activeAtMs - y.activeAtMs);
    for (const [socket] of most.slice(0, count)) {
      this.#bound.meet();
      this.#close(socket);
    }
  }

  #close(socket: Socket): void {
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    if (this.#open.delete(socket)) this.#bound.held--;
  }
}
