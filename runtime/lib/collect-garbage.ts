/** Frees what is no longer used in this thread's heap. V8 waits for more to be allocated, which an idle thread never does. */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export async function collectGarbage(): Promise<void> {
  try {
    const { Session } = await import("node:inspector/promises");
    const session = new Session();
    session.connect();
    await session.post("HeapProfiler.collectGarbage");
    session.disconnect();
  } catch {
    // A Node that was built without its inspector.
  }
}

let young: (() => void) | undefined;

/**
 * Frees the young objects of this thread that are no longer used, in about a millisecond. V8 waits until its young generation is
 * full: by then it has spread over 32 MB, and what waits for a write has been moved to the old one.
 */
export function collectYoung(): void {
  young ??= youngCollector();
  young();
}

function youngCollector(): () => void {
  try {
    // Only a context that is made while the flag is set has the function.
    setFlagsFromString("--expose-gc");
    const gc = runInNewContext("gc") as ((options: { readonly type: "minor" }) => void) | undefined;
    setFlagsFromString("--no-expose-gc");
    if (typeof gc === "function") return () => gc({ type: "minor" });
  } catch {
    // A Node whose flags cannot be set.
  }
  return () => {};
}

/** When what a start loaded has run for the first time. */
const LOADED_MS = 1000;
/** A thread that works less than this share of that time rests. A collection stops it for 25 to 50 ms. */
const RESTING = 0.02;

/**
 * Loading leaves text and trees behind, a tenth of the memory of a process that does nothing else. A thread that works collects
 * them by itself.
 */
export function collectOnceLoaded(
  collect: () => unknown = collectGarbage,
  worked: typeof performance.eventLoopUtilization = performance.eventLoopUtilization,
): void {
  const before = worked();
  const timer = setTimeout(() => {
    if (worked(worked(), before).utilization > RESTING) collectOnceLoaded(collect, worked);
    else collect();
  }, LOADED_MS);
  timer.unref();
}
