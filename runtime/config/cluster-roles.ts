/** Roles of a cluster's node. */

import type { ClusterRole } from "./settings.ts";

export const CLUSTER_ROLES: readonly ClusterRole[] = ["all", "ingest", "store", "view"];
