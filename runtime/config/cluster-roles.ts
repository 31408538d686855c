/** What a node of a cluster can be. */

import type { ClusterRole } from "./settings.ts";

export const CLUSTER_ROLES: readonly ClusterRole[] = ["all", "ingest", "store", "view"];
