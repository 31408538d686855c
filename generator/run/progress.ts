/** Reports the steps of long work on a terminal, by standard error: what a program reads does not depend on the time. */

/** Steps are reported only after this time. */
const QUIET_MS = 1500;

/** Returns a function that reports the step that begins. */
export function progressFrom(begin: number): (step: string) => void {
  return (step) => {
    if (process.stderr.isTTY !== true) return;
    const ms = performance.now() - begin;
    if (ms > QUIET_MS) process.stderr.write(`${(ms / 1000).toFixed(0)} s: ${step} …\n`);
  };
}
