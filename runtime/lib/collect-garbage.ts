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

/** Loading leaves text and trees behind, a tenth of the memory of a process that does nothing else. */
export function collectOnceLoaded(): void {
  setTimeout(() => void collectGarbage(), LOADED_MS).unref();
}
