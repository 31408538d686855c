/** Which thread goes first where there are fewer processors than threads that want one. */

import { readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

const BELOW = 5;

/**
 * The calling thread and the threads that it starts from now on yield to the others of the process: a datagram that nobody takes
 * from the socket is lost, what waits in the journal is not. Only Linux gives priorities to single threads; elsewhere nothing changes.
 */
export function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  try {
    const [, , thread] = readlinkSync("/proc/thread-self").split("/");
    setPriority(Number(thread), Math.min(getPriority(Number(thread)) + BELOW, constants.priority.PRIORITY_LOW));
  } catch {
    // Without /proc, or where it is forbidden: as before.
  }
}
