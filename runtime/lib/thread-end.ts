/**
 * Ends a thread that calls native code. Node aborts the whole process if a thread ends during such a call, because the
 * addon then answers a thread that no longer exists. So a thread ends only between calls.
 */

const calls = new Set<Promise<unknown>>();
let isEnding = false;

/**
 * Makes a native call that the thread's end waits for. After {@link endThread}, no call is made, and pending ones never
 * resolve.
 */
export function underWay<T>(call: () => Promise<T>): Promise<T> {
  if (isEnding) return new Promise(() => {});
  const answer = call();
  calls.add(answer);
  const forget = () => calls.delete(answer);
  answer.then(forget, forget);
  return answer;
}

/** Ends this worker thread after its native calls; with an error, like an uncaught error. */
export async function endThread(error?: unknown): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  while (calls.size > 0) await Promise.allSettled(calls);
  process.removeListener("uncaughtException", endThread);
  if (error === undefined) process.exit();
  setImmediate(() => {
    throw error;
  });
}

/** From now on, an uncaught error ends this worker thread through {@link endThread}. */
export function endOnErrors(): void {
  process.on("uncaughtException", endThread);
}
