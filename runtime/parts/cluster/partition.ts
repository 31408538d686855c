/**
 * The partition of a message in the cluster's log, by its address, which is the same for all forms of a device's
 * address.
 */

import { crc32 } from "node:zlib";

export class Partitions {
  readonly count: number;
  readonly #known = new Map<string, number>();

  constructor(count: number) {
    this.count = count;
  }

  /** From 0. The same on all nodes, and permanent. [hot path] */
  of(address: string): number {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const partition = crc32(Buffer.from(address)) % this.count;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(address, partition);
    return partition;
  }

  /** For the rows of a measurement, in frames of version 1. */
  ofRows(database: string, measurement: string): number {
    return this.of(`${database}\0${measurement}`);
  }
}

/** Maximum number of cached names, since strangers can invent them. */
const MOST_KNOWN = 10_000;
