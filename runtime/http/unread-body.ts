/**
 * Reads and discards the rest of a refused body for a limited time. Closing a connection while the sender still sends
 * resets it, and the sender never reads the refusal. [RFC 9112 9.6]
 */

import type { IncomingMessage, ServerResponse } from "node:http";

/** nginx's values: longest total time after the answer, and longest silence within it, ms. */
const LONGEST_MS = 30_000;
const SILENCE_MS = 5_000;

/** False for a request that follows the last answer of a connection: it must be ignored. */
export function takesUnread(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.socket.writableEnded) return false;
  // Must run before Node's own listener, which closes the connection.
  response.prependOnceListener("finish", () => {
    if (!request.complete) takeUnread(request);
  });
  return true;
}

function takeUnread(request: IncomingMessage): void {
  const { socket } = request;
  const { destroySoon } = socket;
  const limit = setTimeout(() => socket.destroy(), LONGEST_MS);
  let isLast = false;
  // Node calls this if the answer was the connection's last.
  socket.destroySoon = () => {
    isLast = true;
    socket.end();
    socket.setTimeout(SILENCE_MS);
  };
  const done = () => {
    clearTimeout(limit);
    socket.off("close", done);
    socket.destroySoon = destroySoon;
    if (isLast) socket.destroySoon();
  };
  // A request that has its answer gets no event when its connection ends.
  socket.once("close", done);
  request.once("end", done).resume();
}
