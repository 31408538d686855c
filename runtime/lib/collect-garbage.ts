/** Frees what is no longer used in this thread's heap. V8 waits for more to be allocated, which an idle thread never does. */

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
