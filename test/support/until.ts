/** Waits for a condition. */

/** Polling takes processor time, which the tests also need. */
const POLL_MS = { first: 5, longest: 80, growth: 1.5 };

/**
 * Polls, less often the longer it takes.
 * @param what for the error
 * @throws Error after four minutes
 */
export async function until(condition: () => boolean | Promise<boolean>, what = `${condition}`): Promise<void> {
  let pause = POLL_MS.first;
  for (const deadline = performance.now() + 240_000; !(await condition()); ) {
    if (performance.now() > deadline) throw new Error(`not within four minutes: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * POLL_MS.growth, POLL_MS.longest);
  }
}
