/** An export has no place that says that rows are missing: it waits until all that was received before it is stored, or is refused. */

import type { Context } from "hono";

const WAIT_MS = 60_000;

/**
 * @param settled whether all is stored within so many ms; undefined: there is no log
 * @param remedy how to get what is stored, as the end of a sentence
 * @returns the refusal, status 503
 */
export async function refusedWhileBehind(
  context: Context,
  settled: ((timeoutMs: number) => Promise<boolean>) | undefined,
  remedy: string,
): Promise<Response | undefined> {
  if ((await settled?.(WAIT_MS)) !== false) return undefined;
  const sentence = "The store is behind: not all that was received before is in it. Ask again";
  return context.text(`${sentence}, or ${remedy}`, 503, { "Retry-After": "10" });
}
