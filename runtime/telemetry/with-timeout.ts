/** Waiting that ends. */

import { setTimeout } from "node:timers/promises";

/** Resolves when `wanted` does, or after `timeoutMs`. @throws what `wanted` rejects with, in time */
export async function withTimeout(wanted: Promise<unknown> | undefined, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  const timeout = setTimeout(Math.max(0, timeoutMs), undefined, { signal: timer.signal }).catch(() => {});
  try {
    await Promise.race([wanted, timeout]);
  } finally {
    timer.abort();
  }
}
