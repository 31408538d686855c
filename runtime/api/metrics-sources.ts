/** The sources of the metrics, and their name prefix. */

import type { Activity } from "../intake/activity.ts";
import type { ClusterReport } from "../model/cluster-report.ts";
import type { Counters } from "../model/counters.ts";
import type { HealthReporter } from "./health-reporter.ts";

export interface MetricsSources {
  readonly version: string;
  /** Names of the sources. */
  readonly sources: readonly string[];
  /** What the parts count. */
  readonly counters: readonly Counters[];
  readonly health: Pick<HealthReporter, "parts" | "ready">;
  readonly activity: Pick<Activity, "sources" | "decodedOtherwise">;
  /** How long the oldest message has waited for the store, s. */
  readonly oldestWaitingSeconds: () => number;
  /** The report of all nodes; absent outside a cluster. */
  readonly cluster?: () => Promise<ClusterReport | undefined>;
}

export const PREFIX = "structline_";
