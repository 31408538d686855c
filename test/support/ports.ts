/** Ports for servers that have to know theirs beforehand. */

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to sockets which do not name one (49152 and up by RFC 6335, 32768 and up on Linux): of those another
 * test's client may take one at any time, also between a server's two starts.
 */
const PORTS = { first: 10_000, last: 31_999, ofOneProcess: 20 };

let next = 0;

/** A TCP and UDP port of loopback that nobody listens on; not given again by this process for a while, nor by others that run. */
export async function freePort(): Promise<number> {
  const own = Math.floor((PORTS.last + 1 - PORTS.first) / PORTS.ofOneProcess);
  const first = PORTS.first + (process.pid % own) * PORTS.ofOneProcess;
  for (let tries = 0; tries < PORTS.ofOneProcess; tries++) {
    const port = first + (next++ % PORTS.ofOneProcess);
    if (await isFree(port)) return port;
  }
  throw new Error(`all ports from ${first} to ${first + PORTS.ofOneProcess - 1} are in use`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const socket = createSocket("udp4");
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject).bind(port, "127.0.0.1", () => resolve());
    });
    return true;
  } catch {
    return false;
  } finally {
    await Promise.all([close(server), close(socket)]);
  }
}

/** Also of one that never listened. */
function close(server: { close(ended?: () => void): unknown }): Promise<void> {
  return new Promise((resolve) => {
    try {
      server.close(() => resolve());
    } catch {
      resolve();
    }
  });
}
