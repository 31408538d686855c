/**
 * Resolves when `wake`, which `give` receives, is called, or when `stop` is aborted. One listener for each wait would add
 * up: there are thousands of waits for one signal.
 */
export function untilWoken(stop: AbortSignal, give: (wake: () => void) => void): Promise<void> {
  if (stop.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = () => {
      stop.removeEventListener("abort", wake);
      resolve();
    };
    stop.addEventListener("abort", wake);
    give(wake);
  });
}
