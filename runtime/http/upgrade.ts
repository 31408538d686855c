/** The HTTP side of a WebSocket handshake. */

import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Refusal } from "./guard.ts";

/** The requested subprotocols in the client's order of preference. */
export function offeredSubprotocols(request: IncomingMessage): string[] {
  const header = request.headers["sec-websocket-protocol"] ?? "";
  return header.split(",").map((name) => name.trim());
}

/** Answers with a plain-text error and closes. */
export function refuseUpgrade(socket: Duplex, { status, body, headers }: Refusal): void {
  socket.on("error", () => socket.destroy());
  const all = {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    ...headers,
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}
