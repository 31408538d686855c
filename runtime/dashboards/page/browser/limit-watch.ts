/** Whether a measurement's newest values are beyond their limits, for as long as they have to be. No DOM. */

import type { MeasurementFeed } from "./measurement-feed.ts";
import { limitState } from "./value-table.ts";

export type LimitState = "" | "warn" | "alarm";

export class LimitWatch {
  readonly #since = new Map<string, { readonly state: LimitState; readonly sinceMs: number }>();

  /** The worst of all columns. */
  state({ description, latest }: MeasurementFeed, nowMs: number): LimitState {
    let worst: LimitState = "";
    for (const column of description.columns) {
      if (column.limits === undefined) continue;
      const state = this.#held(
        column.name,
        limitState(column, latest.value(column.name)),
        column.limits.holdMs ?? 0,
        nowMs,
      );
      if (state === "alarm" || (state === "warn" && worst === "")) worst = state;
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
