/** Bounds how many long answers run at once: each holds a page of rows, and its queries take turns with everybody's. */

import type { Context } from "hono";

export interface SlotLimits {
  readonly all: number;
  readonly ofOne: number;
}

export const EXPORT_LIMITS: SlotLimits = { all: 8, ofOne: 4 };

/** A client that reads nothing for this long loses its slot to the next client, ms. */
const STALLED_MS = 5000;

/** The slot of one running answer. */
export interface Slot {
  /** The answer waits for its client to read. `end` aborts the answer. */
  waits(end: () => void): void;
  /** The client has read. */
  goesOn(): void;
  release(): void;
}

interface Running {
  readonly client: string;
  waiting: { readonly sinceMs: number; readonly end: () => void } | undefined;
}

export class ExportSlots {
  readonly limits: SlotLimits;
  readonly #nowMs: () => number;
  readonly #running = new Set<Running>();

  constructor(limits: SlotLimits, nowMs = () => performance.now()) {
    this.limits = limits;
    this.#nowMs = nowMs;
  }

  /**
   * If no slot is free, aborts the answer that has waited longest for its client.
   * @returns a slot, or whose limit is reached: this client's or that of all
   */
  take(client: string): Slot | "client" | "all" {
    const own = [...this.#running].filter((one) => one.client === client);
    if (own.length >= this.limits.ofOne && !this.#abortLongest(own)) return "client";
    if (this.#running.size >= this.limits.all && !this.#abortLongest([...this.#running])) return "all";
    const running: Running = { client, waiting: undefined };
    this.#running.add(running);
    return {
      waits: (end) => {
        running.waiting = { sinceMs: this.#nowMs(), end };
      },
      goesOn: () => {
        running.waiting = undefined;
      },
      release: () => this.#running.delete(running),
    };
  }

  #abortLongest(candidates: readonly Running[]): boolean {
    const latest = this.#nowMs() - STALLED_MS;
    const sinceMs = ({ waiting }: Running) => waiting?.sinceMs ?? Number.POSITIVE_INFINITY;
    const longest = candidates.reduce((a, b) => (sinceMs(b) < sinceMs(a) ? b : a));
    if (sinceMs(longest) > latest) return false;
    this.#running.delete(longest);
    longest.waiting?.end();
    return true;
  }
}

/** @param what in the plural */
export function tooManyExports(context: Context, whose: "client" | "all", what: string, limits: SlotLimits): Response {
  context.header("Retry-After", "10");
  if (whose === "all") return context.text(`${limits.all} ${what} are running; wait for one to end`, 503);
  return context.text(`${limits.ofOne} ${what} of yours are running; wait for one to end`, 429);
}
