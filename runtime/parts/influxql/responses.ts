/** What all answers to InfluxQL have, and how much is answered at once. */

import type { ReadableStore } from "../../api/readable.ts";
import type { WaitingSlots } from "../../api/waiting-slots.ts";
import type { Callers } from "../../http/caller.ts";

export interface InfluxqlApiOptions extends Callers {
  readonly store: ReadableStore;
  readonly now?: () => bigint;
  /** For all statements of a request. */
  readonly timeoutMs?: number;
}

export interface Querying extends InfluxqlApiOptions {
  readonly slots: WaitingSlots;
}

export const LIMITS = { running: 3, runningOfOne: 2, waiting: 300, waitingOfOne: 100 };

export const HEADERS = { "Content-Type": "application/json", "X-Influxdb-Version": "1.8.10-structline" };

export function tooMany(whose: "client" | "all"): Response {
  const headers = { "Retry-After": "5" };
  if (whose === "all") return failure(503, `${LIMITS.waiting} queries wait already`, headers);
  return failure(429, `${LIMITS.waitingOfOne} queries of yours wait already`, headers);
}

export function failure(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${JSON.stringify({ error })}\n`, { status, headers: { ...HEADERS, ...headers } });
}
