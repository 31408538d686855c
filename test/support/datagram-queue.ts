/** Datagrams sent no faster than they are received: what a full socket buffer drops on a busy machine says nothing about the service. */

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Bytes that may wait in the receiver's socket, of at least 200 KiB that systems grant; each small datagram counts for up to a KiB. */
const MOST_WAITING_BYTES = 64 * 1024;
/** Datagrams sent between two looks. */
const LOOK_EVERY = 50;

/** Paces anyone who sends to a port of this machine. Where the system does not tell what waits (not Linux), nobody is held up. */
export class DatagramPace {
  readonly #port: number;
  #sent = 0;

  constructor(port: number) {
    this.#port = port;
  }

  /** To be awaited before each datagram. */
  async ready(): Promise<void> {
    if (this.#sent++ % LOOK_EVERY !== 0) return;
    while (waitingBytes(this.#port) > MOST_WAITING_BYTES) await sleep(1);
  }
}

// "  sl  local_address rem_address st tx_queue:rx_queue …", in hexadecimal. [proc_net_udp]
function waitingBytes(port: number): number {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  let table: string;
  try {
    table = readFileSync("/proc/net/udp", "utf8");
  } catch {
    return 0;
  }
  const sockets = table.split("\n").map((line) => line.trim().split(/\s+/));
  const own = sockets.filter(([, local]) => local?.endsWith(ending));
  return Math.max(0, ...own.map(([, , , , queues]) => Number.parseInt(queues?.split(":")[1] ?? "0", 16)));
}
