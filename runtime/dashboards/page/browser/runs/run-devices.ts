/** What is stored of the devices of a run. */

import { data } from "../app/page.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import type { Run } from "./run.ts";

/** The devices that a run is of. */
export function feedsOf({ source }: Run): MeasurementFeed[] {
  const databases = data.annotations.databasesOf(source);
  const own = source.measurement.replace(/_events$/, "_sensors");
  return [...data.feeds.values()].filter(({ description: { database, measurement, stored } }) => {
    if (!stored || !databases.has(database)) return false;
    return source.measurement === "network_events" || measurement === own;
  });
}
