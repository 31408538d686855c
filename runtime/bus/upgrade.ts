/** The HTTP side of a WebSocket handshake, before anything is agreed on. */

import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** In the client's order of preference. */
export function requestedSubprotocols(request: IncomingMessage): string[] {
  const header = request.headers["sec-websocket-protocol"] ?? "";
  return header.split(",").map((name) => name.trim());
}

/**
 * Whether a page that opens this connection comes from the listener itself or from an allowed origin.
 * Browsers always tell, so that no other site can listen in; programs tell nothing and are taken. [RFC 6455 10.2]
 */
export function sameOrigin(request: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || allowed.includes("*") || allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Answers with a plain-text error and closes. */
export function refuseUpgrade(socket: Duplex, status: number, message: string): void {
  socket.on("error", () => socket.destroy());
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(message)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${message}`);
}
