import type { Socket } from "node:net";

/** How long to wait for a client that neither reads nor sends, and at most, even if it continues to send. */
const HANG_UP_MS = { silent: 2000, longest: 4000 };

/**
 * Ends a connection after `last`, and reads incoming data to its end. Destroying a socket with unread bytes resets the
 * connection, and the peer loses data that it has not read yet.
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

/** Destroys a socket that does not end by itself. */
export function endLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), HANG_UP_MS.longest).unref();
  socket.once("close", () => clearTimeout(timer));
}
