/** The report of all nodes and their log in `/health?scope=cluster`. */

export interface ClusterNode {
  readonly node: string;
  /** Its times of receipt are congruent to this number, modulo the number of nodes. */
  readonly number?: number | undefined;
  readonly role: string;
  readonly version: string;
  readonly host: string;
  readonly url: string;
  readonly state: "ok" | "degraded" | "down" | "away";
  /** Messages of its journal that the cluster's log does not have. */
  readonly waiting: number;
  /** Its own dead letters that other nodes do not have yet. */
  readonly deadLetters: number;
  readonly silentSeconds: number;
}

export interface PartitionLag {
  readonly partition: number;
  /** Frames that no store has acknowledged. */
  readonly frames: number;
  /** Age of the oldest frame. */
  readonly oldestSeconds: number;
}

export interface ClusterReport {
  readonly name: string;
  readonly nodes: readonly ClusterNode[];
  readonly log: {
    readonly frames: number;
    readonly bytes: number;
    readonly replicas: number;
    /** Number of partitions with a store worker. */
    readonly partitions: number;
    /** Partitions with waiting frames. */
    readonly lag: readonly PartitionLag[];
    /** Frames that could not be read and are kept separately. */
    readonly refused: number;
    /** Dead letters of all nodes. */
    readonly deadLetters: number;
  };
}
