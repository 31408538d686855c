/** A series as JSON for charts. */

import { stringifyExact } from "../lib/exact-json.ts";
import { toMs } from "../model/clock.ts";
import type { Series } from "../model/store.ts";

export type TimeForm = "ms" | "ns";

/**
 * `ms`: times as epoch milliseconds with a fraction (resolution about a quarter of a microsecond), for charts; `ns`: as
 * exact decimal strings. `complete`, if requested: the series includes everything received before the request.
 */
export function seriesJson(
  series: Series,
  range: { readonly fromNs: bigint; readonly toNs: bigint },
  { times, complete }: { readonly times: TimeForm; readonly complete: boolean | undefined },
): string {
  return stringifyExact({
    columns: series.columns,
    ...rangeFields(range, times),
    ...(complete !== undefined && { complete }),
    times: series.timesNs.map(written(times)),
    values: series.values,
  });
}

/** Without its range. */
export function plainSeriesJson({ columns, timesNs, values }: Series, times: TimeForm): string {
  return stringifyExact({ columns, times: timesNs.map(written(times)), values });
}

export function rangeFields({ fromNs, toNs }: { readonly fromNs: bigint; readonly toNs: bigint }, times: TimeForm) {
  const write = written(times);
  return { from: write(fromNs), to: write(toNs) };
}

function written(times: TimeForm): (timeNs: bigint) => number | string {
  return times === "ms" ? toMs : (timeNs) => timeNs.toString();
}
