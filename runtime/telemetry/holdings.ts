/** Entries of many owners with a limit in bytes for each and for all; the oldest make room. */

import type { Bound } from "./bounds.ts";

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
}

interface Owned<K, V> {
  bytes: number;
  /** In the order in which they came. */
  readonly entries: Map<K, Entry<V>>;
}

/** What an entry costs beside its bytes: objects, the places in maps. */
const OVERHEAD = 400;
/** So much of the limit is made free at once: to find the largest owner takes a while. */
const FREED_AT_ONCE = 1 / 8;

export class Holdings<K, V> {
  readonly #bound: Bound;
  readonly #owners = new Map<string, Owned<K, V>>();
  readonly #onGone: (owner: string, key: K, value: V) => void;

  /** @param onGone called for each entry that is not there any more */
  constructor(bound: Bound, onGone: (owner: string, key: K, value: V) => void = () => {}) {
    this.#bound = bound;
    this.#onGone = onGone;
  }

  get(owner: string, key: K): V | undefined {
    return this.#owners.get(owner)?.entries.get(key)?.value;
  }

  /** False for what is larger than one owner may have: nothing was changed. */
  set(owner: string, key: K, value: V, payloadBytes: number): boolean {
    const bytes = payloadBytes + OVERHEAD;
    if (bytes > this.#bound.each) {
      this.#bound.meet();
      return false;
    }
    this.delete(owner, key);
    const owned = this.#owners.get(owner) ?? { bytes: 0, entries: new Map() };
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
  valuesOf(owner: string): V[] {
    return Array.from(this.#owners.get(owner)?.entries.values() ?? [], ({ value }) => value);
  }

  /** The oldest first. */
  entriesOf(owner: string): [K, V][] {
    return Array.from(this.#owners.get(owner)?.entries ?? [], ([key, { value }]) => [key, value]);
  }

  // The largest owner gives half, then the next: small owners keep what they have.
  #makeRoom(bytes: number): void {
    const wanted = this.#bound.all * (1 - FREED_AT_ONCE) - bytes;
    const largestFirst = [...this.#owners].sort(([, a], [, b]) => b.bytes - a.bytes);
    for (const [owner, owned] of largestFirst) {
      if (this.#bound.held <= wanted) return;
      const surplus = this.#bound.held - wanted;
      this.#bound.meet(this.#dropOldest(owner, owned, Math.max(owned.bytes / 2, owned.bytes - surplus)));
    }
  }

  /** Until no more than `leave` bytes are left; how many went. */
  #dropOldest(owner: string, owned: Owned<K, V>, leave: number): number {
    let count = 0;
    for (const [key, entry] of owned.entries) {
      if (owned.bytes <= leave) break;
      this.#remove(owner, owned, key, entry);
      count++;
    }
    return count;
  }

  #remove(owner: string, owned: Owned<K, V>, key: K, { bytes, value }: Entry<V>): void {
    owned.entries.delete(key);
    owned.bytes -= bytes;
    this.#bound.held -= bytes;
    if (owned.entries.size === 0) this.#owners.delete(owner);
    this.#onGone(owner, key, value);
  }
}
