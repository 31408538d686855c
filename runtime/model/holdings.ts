/**
 * Stores entries of many owners, with a limit in bytes for each owner and for all; the oldest entries are dropped at a
 * limit. Several owners may have one budget: the budget with most loses first.
 */

import { groupBy } from "../lib/group-by.ts";
import type { Bound } from "./bounds.ts";

interface HeldValue<V> {
  readonly value: V;
  readonly bytes: number;
}

interface Owned<K, V> {
  readonly budget: string;
  bytes: number;
  /** In order of insertion. */
  readonly entries: Map<K, HeldValue<V>>;
}

/** Memory of an entry beyond its bytes: objects and places in maps. */
const OVERHEAD = 400;
/** Fraction of the limit that is freed at once, since finding the largest owner takes time. */
const FREED_AT_ONCE = 1 / 8;

export class Holdings<K, V> {
  readonly #bound: Bound;
  readonly #owners = new Map<string, Owned<K, V>>();
  readonly #onGone: (owner: string, key: K, value: V) => void;

  /** @param onGone called for each removed entry */
  constructor(bound: Bound, onGone: (owner: string, key: K, value: V) => void = () => {}) {
    this.#bound = bound;
    this.#onGone = onGone;
  }

  get(owner: string, key: K): V | undefined {
    return this.#owners.get(owner)?.entries.get(key)?.value;
  }

  /** False, without any change, if the entry is larger than one owner's limit. */
  set(owner: string, key: K, value: V, payloadBytes: number, budget = owner): boolean {
    const bytes = payloadBytes + OVERHEAD;
    if (bytes > this.#bound.each) {
      this.#bound.meet();
      return false;
    }
    this.delete(owner, key);
    const owned = this.#owners.get(owner) ?? { budget, bytes: 0, entries: new Map() };
    if (owned.bytes + bytes > this.#bound.each)
      this.#bound.meet(this.#dropOldest(owner, owned, this.#bound.each - bytes));
    if (!this.#bound.hasRoom(bytes)) this.#makeRoom(bytes);
    this.#owners.set(owner, owned);
    owned.entries.set(key, { value, bytes });
    owned.bytes += bytes;
    this.#bound.held += bytes;
    return true;
  }

  delete(owner: string, key: K): V | undefined {
    const owned = this.#owners.get(owner);
    const entry = owned?.entries.get(key);
    if (owned === undefined || entry === undefined) return undefined;
    this.#remove(owner, owned, key, entry);
    return entry.value;
  }

  deleteAll(owner: string): void {
    const owned = this.#owners.get(owner);
    if (owned !== undefined) this.#dropOldest(owner, owned, 0);
  }

  /** The oldest first. */
  entriesOf(owner: string): [K, V][] {
    return Array.from(this.#owners.get(owner)?.entries ?? [], ([key, { value }]) => [key, value]);
  }

  // The largest budget loses half, then the next one: small ones keep their entries.
  #makeRoom(bytes: number): void {
    const wanted = this.#bound.all * (1 - FREED_AT_ONCE) - bytes;
    const budgets = Array.from(groupBy(this.#owners, ([, { budget }]) => budget).values(), (owners) => ({
      owners: owners.sort(([, a], [, b]) => b.bytes - a.bytes),
      bytes: owners.reduce((sum, [, owned]) => sum + owned.bytes, 0),
    }));
    for (const { owners } of budgets.sort((a, b) => b.bytes - a.bytes)) {
      for (const [owner, owned] of owners) {
        if (this.#bound.held <= wanted) return;
        const surplus = this.#bound.held - wanted;
        this.#bound.meet(this.#dropOldest(owner, owned, Math.max(owned.bytes / 2, owned.bytes - surplus)));
      }
    }
  }

  /** Drops the oldest entries until at most `leave` bytes remain; returns their number. */
  #dropOldest(owner: string, owned: Owned<K, V>, leave: number): number {
    let count = 0;
    for (const [key, entry] of owned.entries) {
      if (owned.bytes <= leave) break;
      this.#remove(owner, owned, key, entry);
      count++;
    }
    return count;
  }

  #remove(owner: string, owned: Owned<K, V>, key: K, { bytes, value }: HeldValue<V>): void {
    owned.entries.delete(key);
    owned.bytes -= bytes;
    this.#bound.held -= bytes;
    if (owned.entries.size === 0) this.#owners.delete(owner);
    this.#onGone(owner, key, value);
  }
}
