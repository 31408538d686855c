/** Which part of the cluster's log a message is in: that of its address, which all forms of a device's address share. */

import { crc32 } from "../journal/crc32.ts";

export class Partitions {
  readonly count: number;
  readonly #known = new Map<string, number>();

  constructor(count: number) {
    this.count = count;
  }

  /** From 0. The same on all nodes, and for good. [hot path] */
  of(address: string): number {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const partition = crc32(Buffer.from(address)) % this.count;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(address, partition);
    return partition;
  }

  /** Of the rows of a measurement, in frames of version 1. */
  ofRows(database: string, measurement: string): number {
    return this.of(`${database}\0${measurement}`);
  }
}

/** Names that strangers make up must not fill the memory. */
const MOST_KNOWN = 10_000;

/** The mark by which a store knows that it has messages of a node through the cluster. */
export function broughtByCluster(node: string): string {
  return `${node}/cluster`;
}
