/** Waiting with a timeout. */

import { setTimeout } from "node:timers/promises";

/** Resolves when `wanted` does, or after `timeoutMs`. @throws the rejection of `wanted` if it comes in time */
export async function withTimeout(wanted: Promise<unknown> | undefined, timeoutMs: number): Promise<void> {
  await orLate(wanted, Math.max(0, timeoutMs));
}

/**
 * The value of `wanted` if it comes in time. @throws Error with `otherwise` after the timeout, and the rejection of
 * `wanted`
 */
export async function within<T>(wanted: Promise<T>, timeoutMs: number, otherwise: string): Promise<T> {
  const value = await orLate(wanted, timeoutMs);
  if (value === LATE) throw new Error(otherwise);
  return value;
}

const LATE = Symbol("late");

async function orLate<T>(wanted: T, timeoutMs: number): Promise<Awaited<T> | typeof LATE> {
  const timer = new AbortController();
  const late = setTimeout<typeof LATE>(timeoutMs, LATE, { signal: timer.signal }).catch((): typeof LATE => LATE);
  try {
    return await Promise.race([wanted, late]);
  } finally {
    timer.abort();
  }
}
