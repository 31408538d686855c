/** Ports for servers that must know their port before they start. */

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ephemeral ports (49152 and up in RFC 6335, 32768 and up on Linux), because another test's client may take one of those at any
 * time, also between two starts of a server. The first port of a range is the process's claim to the range.
 */
const PORTS = { first: 10_000, ranges: 549, inRange: 40 };

let claimed: Promise<number> | undefined;
let next = 0;

/** A TCP and UDP port of loopback that nobody listens on; no other process that runs is given it, nor this one again for a while. */
export async function freePort(): Promise<number> {
  claimed ??= claim();
  const first = await claimed;
  for (let tries = 1; tries < PORTS.inRange; tries++) {
    const port = first + 1 + (next++ % (PORTS.inRange - 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`all ports from ${first} to ${first + PORTS.inRange - 1} are in use`);
}

/** The first port of a range that is this process's until it ends, since the system gives it to one only. */
async function claim(): Promise<number> {
  for (let tries = 0; tries < PORTS.ranges; tries++) {
    const first = PORTS.first + ((process.pid + tries) % PORTS.ranges) * PORTS.inRange;
    const server = createServer().unref();
    try {
      await once(server.listen(first, "127.0.0.1"), "listening");
      return first;
    } catch {
      // Somebody else's.
    }
  }
  throw new Error("all ports for tests are in use");
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
