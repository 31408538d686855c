/** A series as JSON for charts. */

import type { Series } from "../store/store.ts";

/**
 * `ms`: times as epoch milliseconds with a fraction (resolution about a quarter of a microsecond), for charts; `ns`: as
 * exact decimal strings. `complete`, if requested: the series includes everything received before the request.
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

/** Epoch milliseconds with a fraction. */
export function toMs(timeNs: bigint): number {
  return Number(timeNs / 1_000_000n) + Number(timeNs % 1_000_000n) / 1e6;
}
