/** A log that several processes share: what the core reads of its configuration. A part has it. */

import type { ClusterRole } from "../config/cluster-roles.ts";
import type { LogIdentity } from "./message-log.ts";

export interface SharedLogSettings {
  /** What this process does. */
  readonly role: ClusterRole;
  readonly name: string;
  /** The largest number of nodes: each has times of receipt of its own. */
  readonly nodes: number;
  /** How long a node's journal keeps what the shared log has. */
  readonly keepMs: number;
  /** Size of the shared log, bytes. */
  readonly maxBytes: number;
}

/** The identity under which a store counts what it has of a shared log. */
export const SHARED_LOG: LogIdentity = { uuid: "cluster", predatesIdentities: false, committed: 0 };

/** Names a node for its sources. */
export interface NodeIdentity {
  readonly lab: string;
  /** Identity of its journal. */
  readonly id: string;
}
