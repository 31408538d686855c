/** Waits, for a condition or, with the reason, for a time. */

/** Polling takes processor time, which the tests also need. */
const POLL_MS = { first: 5, longest: 80, growth: 1.5 };

/**
 * Polls, less often the longer it takes.
 * @param what for the error
 * @returns the first value that is neither false nor undefined
 * @throws Error after four minutes
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string | (() => string) = `${condition}`,
): Promise<Exclude<T, false | undefined>> {
  let ms = POLL_MS.first;
  for (const deadline = performance.now() + 240_000; ; ms = Math.min(ms * POLL_MS.growth, POLL_MS.longest)) {
    const value = await condition();
    if (value !== false && value !== undefined) return value as Exclude<T, false | undefined>;
    if (performance.now() > deadline)
      throw new Error(`not within four minutes: ${typeof what === "string" ? what : what()}`);
    await pause(ms, "poll");
  }
}

/**
 * For what no condition can say: that nothing happens, or when something happens to others.
 * @param _reason for the reader
 */
export function pause(ms: number, _reason: string): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
