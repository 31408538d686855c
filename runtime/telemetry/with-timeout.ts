/** Waiting with a timeout. */

import { setTimeout } from "node:timers/promises";

/** Resolves when `wanted` does, or after `timeoutMs`. @throws the rejection of `wanted` if it comes in time */
export async function withTimeout(wanted: Promise<unknown> | undefined, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  const timeout = setTimeout(Math.max(0, timeoutMs), undefined, { signal: timer.signal }).catch(() => {});
  try {
    await Promise.race([wanted, timeout]);
  } finally {
    timer.abort();
  }
}

/**
 * The value of `wanted` if it comes in time. @throws Error with `otherwise` after the timeout, and the rejection of
 * `wanted`
 */
export async function within<T>(wanted: Promise<T>, timeoutMs: number, otherwise: string): Promise<T> {
  const timer = new AbortController();
  const late = setTimeout(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(otherwise);
  });
  late.catch(() => {});
  try {
    return await Promise.race([wanted, late]);
  } finally {
    timer.abort();
  }
}
