import type { Socket } from "node:net";

/** A client that neither takes nor sends a byte this long will not hang up, one that goes on sending not either. */
const HANG_UP_MS = { silent: 2000, longest: 4000 };

/**
 * Ends a connection behind `last`, and reads whatever is under way to its end. Destroyed with bytes unread, a socket resets the
 * connection, and its peer loses what it has not read yet.
 */
export function endInOrder(socket: Socket, last?: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    socket.once("close", () => resolve());
    socket.removeAllListeners("readable");
    socket.setTimeout(HANG_UP_MS.silent, () => socket.destroy());
    endLater(socket);
    socket.resume();
    if (last === undefined) socket.end();
    else socket.end(last);
  });
}

/** Destroys a socket that is to end, and does not by itself. */
export function endLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), HANG_UP_MS.longest).unref();
  socket.once("close", () => clearTimeout(timer));
}
