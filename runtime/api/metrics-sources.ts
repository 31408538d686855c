/** What the metrics tell of, and how their names begin. */

import type { Activity } from "../intake/activity.ts";
import type { ClusterReport } from "./cluster-report.ts";
import type { HealthReporter } from "./health-reporter.ts";

export interface MetricsSources {
  readonly version: string;
  /** Names of the sources. */
  readonly sources: readonly string[];
  readonly health: Pick<HealthReporter, "parts" | "ready">;
  readonly activity: Pick<Activity, "sources" | "decodedOtherwise">;
  /** How long the oldest message has waited for the store, s. */
  readonly oldestWaitingSeconds: () => number;
  /** Of all nodes; absent where there is one process. */
  readonly cluster?: () => Promise<ClusterReport | undefined>;
}

export const PREFIX = "structline_";
