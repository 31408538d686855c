/** Statistics of several measurements from any store. */

import { stringifyExact } from "../lib/exact-json.ts";
import { askerOf } from "../model/asker.ts";
import { formatNs } from "../model/clock.ts";
import { knownDeviation } from "../model/known-deviation.ts";
import type {
  ListQuery,
  ManyStatistics,
  ManyStatisticsQuery,
  MeasurementInfo,
  Statistics,
  StatisticsPage,
  StatisticsPageQuery,
  StoreReader,
} from "../model/store.ts";
import { listedOf } from "./listed.ts";

export async function oneByOne(
  store: Pick<StoreReader, "statistics">,
  { measurements, ...query }: ManyStatisticsQuery,
): Promise<ManyStatistics> {
  const found = new Map<string, Statistics>();
  for (const measurement of measurements) {
    const statistics = await store.statistics({ ...query, measurement });
    if (statistics.size > 0) found.set(measurement, statistics);
  }
  return found;
}

/** As an answer shows them, by column. */
export function shownStatistics(statistics: Statistics): Readonly<Record<string, object>> {
  const columns = Array.from(statistics, ([column, { lastNs, ...figures }]) => [
    column,
    { ...figures, deviation: knownDeviation(figures), lastTime: formatNs(lastNs) },
  ]);
  return Object.fromEntries(columns);
}

/**
 * Statistics of the measurements on a page of the list; undefined if there is no such page or database. As JSON, since
 * the thread that answers requests would need tenths of a second for ten thousand objects from another thread.
 */
export async function statisticsPage(
  store: Pick<StoreReader, "statisticsOfMany">,
  infos: readonly MeasurementInfo[],
  query: StatisticsPageQuery,
): Promise<StatisticsPage | undefined> {
  const { page, columns, fromNs, toNs } = query;
  const { database, limit } = page;
  // One more than requested shows whether there are more.
  const listQuery: ListQuery = { ...page, limit: limit + 1 };
  const listed = listedOf(infos, listQuery);
  const isKnown = listed !== undefined && (listed.infos.length > 0 || infos.some((info) => info.database === database));
  if (!isKnown) return undefined;
  const measurements = listed.infos.slice(0, limit).map(({ measurement }) => measurement);
  const found = await store.statisticsOfMany({ database, measurements, columns, fromNs, toNs, ...askerOf(query) });
  const texts = measurements.flatMap((measurement) => {
    const statistics = found.get(measurement);
    return statistics === undefined ? [] : [stringifyExact({ measurement, columns: shownStatistics(statistics) })];
  });
  const next = listed.infos.length > limit ? { next: `${database}/${measurements.at(-1)}` } : {};
  return { json: `[${texts.join(",")}]`, ...next };
}
