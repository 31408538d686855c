/** Sends datagrams no faster than they are received, because drops of a full socket buffer on a busy machine say nothing about the service. */

import { readFileSync } from "node:fs";
import { pause } from "./until.ts";

/** Bytes that may wait in the receiver's socket. Systems grant at least 200 KiB; each small datagram counts for up to a KiB. */
const MOST_WAITING_BYTES = 64 * 1024;
/** Datagrams between two checks. */
const LOOK_EVERY = 50;

/** Paces senders to a port of this machine. If the system does not report waiting bytes (not Linux), it does not pace. */
export class DatagramPace {
  readonly #port: number;
  #sent = 0;

  constructor(port: number) {
    this.#port = port;
  }

  /** To be awaited before each datagram. */
  async ready(): Promise<void> {
    if (this.#sent++ % LOOK_EVERY !== 0) return;
    while (waitingBytes(this.#port) > MOST_WAITING_BYTES) await pause(1, "a queue is read within milliseconds");
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
