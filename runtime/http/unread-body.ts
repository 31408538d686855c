/**
 * A body that is refused is taken to its end all the same, and thrown away, for a while: a connection that is closed while
 * its sender still sends is reset, and the sender never reads why it was refused. [RFC 9112 9.6]
 */

import type { IncomingMessage, ServerResponse } from "node:http";

/** As nginx has them: longest time after the answer, and longest silence in it, ms. */
const LONGEST_MS = 30_000;
const SILENCE_MS = 5_000;

/** False for what came behind the last answer of a connection: it must not be looked at. */
export function takesUnread(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.socket.writableEnded) return false;
  // Before Node's own listener, which closes the connection.
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
  // Node calls it where the answer was the connection's last.
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
  // A request that was answered is not told of its connection's end.
  socket.once("close", done);
  request.once("end", done).resume();
}
