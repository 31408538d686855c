/** Opens the receiving thread, or lets it load before it is needed. */

import type { Worker } from "node:worker_threads";
import { openEarly, openWorker } from "../../lib/open-worker.ts";

const PROGRAM = ["udp-receiver", new URL("./receiver.ts", import.meta.url), import.meta.url] as const;

export function openReceiver(): Worker {
  return openWorker(...PROGRAM);
}

export function openReceiverEarly(): void {
  openEarly(...PROGRAM);
}
