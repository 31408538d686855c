/** A series as JSON for drawing. */

import type { Series } from "../store/store.ts";

/**
 * `ms` gives times as epoch milliseconds with a fraction (about a quarter of a microsecond fine), what charts want;
 * `ns` as decimal strings, exact. `complete` (where it was waited for): all that was received before the request is in it.
 */
export function seriesJson(
  series: Series,
  range: { readonly fromNs: bigint; readonly toNs: bigint },
  { times, complete }: { readonly times: "ms" | "ns"; readonly complete: boolean | undefined },
): string {
  const write: (timeNs: bigint) => number | string = times === "ms" ? toMs : (timeNs) => timeNs.toString();
  return JSON.stringify({
    columns: series.columns,
    from: write(range.fromNs),
    to: write(range.toNs),
    ...(complete !== undefined && { complete }),
    times: series.timesNs.map(write),
    values: series.values,
  });
}

/** Epoch ms with a fraction. */
export function toMs(timeNs: bigint): number {
  return Number(timeNs / 1_000_000n) + Number(timeNs % 1_000_000n) / 1e6;
}
