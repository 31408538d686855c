/**
 * The end of a thread that calls native code. Node aborts the whole process when a thread ends while such a call is under way
 * (the addon wants to answer a thread that is gone), so a thread ends only between calls.
 */

const calls = new Set<Promise<unknown>>();
let isEnding = false;

/** Makes a call of native code that the thread's end waits for. After {@link endThread} no call is made, and none answers. */
export function underWay<T>(call: () => Promise<T>): Promise<T> {
  if (isEnding) return new Promise(() => {});
  const answer = call();
  calls.add(answer);
  const forget = () => calls.delete(answer);
  answer.then(forget, forget);
  return answer;
}

/** Ends this worker thread once its native calls have ended; with an error, as an uncaught one ends it. */
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

/** From now on an uncaught error ends this worker thread as {@link endThread} does. */
export function endOnErrors(): void {
  process.on("uncaughtException", endThread);
}
