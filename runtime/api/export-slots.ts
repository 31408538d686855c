/** Bounds how many long answers run at once: each holds a page of rows, and its queries take turns with everybody's. */

import type { Context } from "hono";

export interface SlotLimits {
  readonly all: number;
  readonly ofOne: number;
}

export const EXPORT_LIMITS: SlotLimits = { all: 8, ofOne: 4 };

export class ExportSlots {
  readonly limits: SlotLimits;
  readonly #running = new Map<string, number>();
  #all = 0;

  constructor(limits: SlotLimits) {
    this.limits = limits;
  }

  /** Gives the slot back when called; a word instead says who has too many. */
  take(client: string): (() => void) | "client" | "all" {
    const own = this.#running.get(client) ?? 0;
    if (own >= this.limits.ofOne) return "client";
    if (this.#all >= this.limits.all) return "all";
    this.#running.set(client, own + 1);
    this.#all++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#all--;
      const left = (this.#running.get(client) ?? 1) - 1;
      if (left === 0) this.#running.delete(client);
      else this.#running.set(client, left);
    };
  }
}

/** @param what in the plural */
export function tooManyExports(context: Context, whose: "client" | "all", what: string, limits: SlotLimits): Response {
  context.header("Retry-After", "10");
  if (whose === "all") return context.text(`${limits.all} ${what} are running; wait for one to end`, 503);
  return context.text(`${limits.ofOne} ${what} of yours are running; wait for one to end`, 429);
}
