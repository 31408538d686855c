/** Roles of a cluster's node. */

export const CLUSTER_ROLES = ["all", "ingest", "store", "view"] as const;
/** What a process does; with the role `all`, all of them. */
export type Role = Exclude<ClusterRole, "all">;
export type ClusterRole = (typeof CLUSTER_ROLES)[number];
