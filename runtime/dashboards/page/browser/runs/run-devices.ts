/** What is stored of the devices of a run. No DOM. */

import type { MeasurementFeed } from "../data/measurement-feed.ts";
import type { PageData } from "../data/page-data.ts";
import type { Run } from "./run.ts";

interface DevicesHost {
  readonly feeds: ReadonlyMap<string, MeasurementFeed>;
  readonly data: Pick<PageData, "annotations">;
}

/** The devices that a run is of. */
export function feedsOf({ feeds, data }: DevicesHost, { source }: Run): MeasurementFeed[] {
  const databases = data.annotations.databasesOf(source);
  const own = source.measurement.replace(/_events$/, "_sensors");
  return [...feeds.values()].filter(({ description: { database, measurement, stored } }) => {
    if (!stored || !databases.has(database)) return false;
    return source.measurement === "network_events" || measurement === own;
  });
}
