/** Priorities of threads if there are too few processors. */

import { readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

const BELOW = 5;

/**
 * Lowers the priority of the calling thread and of the threads that it starts later: a datagram that is not read from
 * its socket is lost, while a journaled message can wait. Only Linux has priorities for single threads; elsewhere this
 * has no effect.
 */
export function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  try {
    const [, , thread] = readlinkSync("/proc/thread-self").split("/");
    setPriority(Number(thread), Math.min(getPriority(Number(thread)) + BELOW, constants.priority.PRIORITY_LOW));
  } catch {
    // /proc is missing or forbidden: the priority stays.
  }
}
