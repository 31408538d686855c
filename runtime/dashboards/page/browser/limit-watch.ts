/** Whether a measurement's newest values are beyond their limits, including hold times. No DOM. */

import type { ColumnDescription } from "../../../model/measurement.ts";
import { formatNumber } from "./format.ts";
import type { MeasurementFeed } from "./measurement-feed.ts";
import { say } from "./words.ts";

export type LimitState = "" | "warn" | "alarm";

export class LimitWatch {
  readonly #since = new Map<string, { readonly state: LimitState; readonly sinceMs: number }>();

  /** The worst column; undefined if all are within their limits. */
  column: string | undefined;

  /** The worst state of all columns. */
  state({ description, latest }: MeasurementFeed, nowMs: number): LimitState {
    let worst: LimitState = "";
    this.column = undefined;
    for (const column of description.columns) {
      if (column.limits === undefined) continue;
      const state = this.#held(
        column.name,
        limitState(column, latest.value(column.name)),
        column.limits.holdMs ?? 0,
        nowMs,
      );
      if ((state === "alarm" && worst !== "alarm") || (state === "warn" && worst === "")) {
        worst = state;
        this.column = column.name;
      }
    }
    return worst;
  }

  #held(column: string, state: LimitState, holdMs: number, nowMs: number): LimitState {
    const known = this.#since.get(column);
    if (known?.state !== state) this.#since.set(column, { state, sinceMs: nowMs });
    const { sinceMs } = this.#since.get(column)!;
    return nowMs - sinceMs >= holdMs ? state : "";
  }
}

/** A value's state; empty without limits. */
export function limitState({ limits }: ColumnDescription, value: unknown): LimitState {
  if (limits === undefined || typeof value !== "number") return "";
  if (isBeyond(limits.alarm, value)) return "alarm";
  return isBeyond(limits.warn, value) ? "warn" : "";
}

export function isBeyond(limit: { readonly min?: number; readonly max?: number } = {}, value: number): boolean {
  return value < (limit.min ?? Number.NEGATIVE_INFINITY) || value > (limit.max ?? Number.POSITIVE_INFINITY);
}

/** `above 65`, `below 8`: the exceeded limit; empty if the value is within its limits. */
export function limitText(column: ColumnDescription, value: unknown): string {
  const { limits } = column;
  const state = limitState(column, value);
  if (state === "" || limits === undefined) return "";
  const { min, max } = limits[state] ?? {};
  const isAbove = max !== undefined && (value as number) > max;
  return say(isAbove ? "above {0}" : "below {0}", formatNumber((isAbove ? max : min)!));
}
