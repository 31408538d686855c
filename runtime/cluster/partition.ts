/** Which part of the cluster's log a measurement's rows are in. The same on all nodes, and for good. */

import { crc32 } from "../journal/crc32.ts";

export class Partitions {
  readonly count: number;
  readonly #known = new Map<string, Map<string, number>>();
  #size = 0;

  constructor(count: number) {
    this.count = count;
  }

  /** From 0. [hot path] */
  of(database: string, measurement: string): number {
    const known = this.#known.get(database)?.get(measurement);
    return known ?? this.#compute(database, measurement);
  }

  // Neither name has a NUL.
  #compute(database: string, measurement: string): number {
    const partition = crc32(Buffer.from(`${database}\0${measurement}`)) % this.count;
    if (this.#size >= MOST_KNOWN) {
      this.#known.clear();
      this.#size = 0;
    }
    const measurements = this.#known.get(database) ?? new Map<string, number>();
    this.#known.set(database, measurements.set(measurement, partition));
    this.#size++;
    return partition;
  }
}

/** Names that strangers make up must not fill the memory. */
const MOST_KNOWN = 100_000;

/** What a store keeps the position of a node under, for each partition. */
export function markName(node: string, partition: number, partitions: number): string {
  return `${node}/${partitions}/${partition}`;
}
