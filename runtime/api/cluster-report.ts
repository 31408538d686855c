/** What `/health?scope=cluster` tells of all nodes and of their log. */

export interface ClusterNode {
  readonly node: string;
  /** Its times of receipt are this, modulo the number of nodes. */
  readonly number?: number | undefined;
  readonly role: string;
  readonly version: string;
  readonly host: string;
  readonly url: string;
  readonly state: "ok" | "degraded" | "down" | "away";
  /** Messages of its journal that the cluster's log does not have. */
  readonly waiting: number;
  /** Of its own, that the others do not have yet. */
  readonly deadLetters: number;
  readonly silentSeconds: number;
}

export interface PartitionLag {
  readonly partition: number;
  /** Frames that no store has acknowledged. */
  readonly frames: number;
  /** Of the oldest of them. */
  readonly oldestSeconds: number;
}

export interface ClusterReport {
  readonly name: string;
  readonly nodes: readonly ClusterNode[];
  readonly log: {
    readonly frames: number;
    readonly bytes: number;
    readonly replicas: number;
    /** How many of the partitions have somebody to store them. */
    readonly partitions: number;
    /** Those where frames wait. */
    readonly lag: readonly PartitionLag[];
    /** Frames that could not be read, and are kept aside. */
    readonly refused: number;
    /** Of all nodes. */
    readonly deadLetters: number;
  };
}
