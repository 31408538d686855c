/**
 * Ends the process, also while a thread makes a native call that does not return. `process.exit` would end that thread first, and
 * Node aborts (exit code 134) when the call then answers a thread that no longer exists. Ending by a signal runs no destructors.
 */

import type { Worker } from "node:worker_threads";

const callers = new Set<Worker>();

/** From now on the process ends by a signal while the thread runs. */
export function makesNativeCalls(worker: Worker): void {
  callers.add(worker);
  worker.once("exit", () => callers.delete(worker));
}

/** @param signal that told the process to end, if one did: what started the process understands its end by the same signal */
export function endProcess(exitCode: number, signal: NodeJS.Signals = "SIGKILL"): void {
  if (callers.size === 0) process.exit(exitCode);
  process.removeAllListeners(signal);
  // On Windows there is only the end at once.
  process.kill(process.pid, exitCode === 0 ? signal : "SIGKILL");
}
