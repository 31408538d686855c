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
