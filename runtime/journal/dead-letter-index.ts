/**
 * The index of dead letters and their positions on disk, with a limit. Beyond the limit, the largest group (address and
 * code) loses its oldest letter. So a flood from one sender displaces its own letters, not those of others.
 */

import { createHash } from "node:crypto";
import type { RejectionCode } from "../model/error-signal.ts";
import type { JournalPosition } from "../model/journal-entry.ts";
import type { DeadLetter, LetterFilter } from "./dead-letters.ts";

export interface DeadLetterLimits {
  /** Maximum for one address and code. */
  readonly lettersOfGroup: number;
  /** Maximum for all letters, payloads and texts. */
  readonly bytes: number;
}

/** Maximum number of remembered keys of removed letters. A replay after a crash goes back only a few seconds. */
const MAX_KEYS = 100_000;

/** The part of a letter that is kept in memory. */
export interface LetterPlace {
  readonly id: number;
  readonly address: string;
  readonly code: RejectionCode;
  /** Approximate size of the letter. */
  readonly bytes: number;
  /** Digest of the rejected message and the reason. A retry of the message has the same one. */
  readonly digest: number;
  /** Position in the journal; 0 before the letter is written. */
  position: JournalPosition;
}

export class DeadLetterIndex {
  readonly #limits: DeadLetterLimits;
  readonly #onRemoved: (id: number) => void;
  readonly #byDigest = new Map<number, number>();
  readonly #letters = new Map<number, LetterPlace>();
  readonly #groups = new Map<string, OldestFirst<number>>();
  readonly #bySize = new GroupsBySize();
  /** Oldest first. */
  readonly #keys = new OldestFirst<string>();
  #bytes = 0;
  displaced = 0;

  /** @param onRemoved called for each letter that is removed, for any reason */
  constructor(limits: DeadLetterLimits, onRemoved: (id: number) => void = () => {}) {
    this.#limits = limits;
    this.#onRemoved = onRemoved;
  }

  get size(): number {
    return this.#letters.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(id: number): boolean {
    return this.#letters.has(id);
  }

  place(id: number): LetterPlace | undefined {
    return this.#letters.get(id);
  }

  knows(key: string): boolean {
    return key !== "" && this.#keys.has(key);
  }

  /** IDs of the letters, ascending. */
  ids(): number[] {
    return [...this.#letters.keys()].sort((a, b) => a - b);
  }

  add(letter: DeadLetter): void {
    this.remember(letter.key);
    this.insert(placeOf(letter, 0));
  }

  /** Keeps the order of IDs, since the oldest of a group is displaced first. */
  insert(place: LetterPlace): void {
    this.#letters.set(place.id, place);
    this.#byDigest.set(place.digest, place.id);
    this.#resize(this.#groupOf(place), (group) => group.add(place.id));
    this.#bytes += place.bytes;
    this.#displace(place);
  }

  /** Finds the letter of the same message or row, rejected for the same reason. */
  sameAs(letter: Omit<DeadLetter, "id">): number | undefined {
    const id = this.#byDigest.get(digestOf(letter));
    const place = id === undefined ? undefined : this.#letters.get(id);
    return place?.address === letter.message.address && place.code === letter.code ? id : undefined;
  }

  /** Remembers a key, so that its letter is not added again. */
  remember(key: string): void {
    if (key === "") return;
    this.#keys.add(key);
    if (this.#keys.size > MAX_KEYS) this.#keys.delete(this.#keys.oldest());
  }

  forget(key: string): void {
    this.#keys.delete(key);
  }

  /** False if there is no letter with that ID. */
  remove(id: number): boolean {
    const letter = this.#letters.get(id);
    if (letter === undefined) return false;
    this.#letters.delete(id);
    if (this.#byDigest.get(letter.digest) === id) this.#byDigest.delete(letter.digest);
    this.#onRemoved(id);
    this.#bytes -= letter.bytes;
    const group = this.#groupOf(letter);
    this.#resize(group, () => group.delete(id));
    if (group.size === 0) this.#groups.delete(groupName(letter));
    return true;
  }

  list(filter: LetterFilter = {}): LetterPlace[] {
    const found = [...this.#letters.values()].filter(
      ({ address, code }) =>
        (filter.address === undefined || address === filter.address) &&
        (filter.code === undefined || code === filter.code),
    );
    // A compaction may have written old letters after newer ones.
    found.sort((a, b) => a.id - b.id);
    return filter.limit === undefined ? found : found.slice(Math.max(0, found.length - filter.limit));
  }

  #displace(added: LetterPlace): void {
    const group = this.#groupOf(added);
    if (group.size > this.#limits.lettersOfGroup) this.#displaceOldest(group);
    while (this.#bytes > this.#limits.bytes && this.#letters.size > 1) this.#displaceOldest(this.#bySize.largest());
  }

  #displaceOldest(group: OldestFirst<number>): void {
    this.remove(group.oldest());
    this.displaced++;
  }

  #resize(group: OldestFirst<number>, change: (group: OldestFirst<number>) => void): void {
    this.#bySize.delete(group);
    change(group);
    if (group.size > 0) this.#bySize.add(group);
  }

  #groupOf(letter: LetterPlace): OldestFirst<number> {
    const name = groupName(letter);
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = new OldestFirst();
      this.#groups.set(name, group);
    }
    return group;
  }
}

/**
 * A set with fast access to its oldest member. A new iterator would skip the places of all deleted members. This one
 * keeps its position, which is correct if every member that it returns is deleted.
 */
class OldestFirst<T> extends Set<T> {
  readonly #members = this.values();

  /** The caller must delete it. @throws RangeError if the set is empty */
  oldest(): T {
    const { done, value } = this.#members.next();
    if (done === true) throw new RangeError("the set is empty");
    return value;
  }
}

/** Finds the largest group in constant time. A group's size changes by one between `delete` and `add`. */
class GroupsBySize {
  /** `#groups[n]` holds the groups of size n. */
  readonly #groups: OldestFirst<OldestFirst<number>>[] = [];

  add(group: OldestFirst<number>): void {
    while (this.#groups.length <= group.size) this.#groups.push(new OldestFirst());
    this.#groups[group.size]!.add(group);
    this.#trim();
  }

  delete(group: OldestFirst<number>): void {
    this.#groups[group.size]?.delete(group);
  }

  /** The caller must shrink it. @throws RangeError if there is none */
  largest(): OldestFirst<number> {
    this.#trim();
    return (this.#groups.at(-1) ?? new OldestFirst<OldestFirst<number>>()).oldest();
  }

  /** Not between `delete` and `add`: of a single group, all places would be made again for each letter. */
  #trim(): void {
    while (this.#groups.length > 0 && this.#groups.at(-1)!.size === 0) this.#groups.pop();
  }
}

export function placeOf(letter: DeadLetter, position: JournalPosition): LetterPlace {
  const { id, code, message } = letter;
  return { id, address: message.address, code, bytes: bytesOf(letter), digest: digestOf(letter), position };
}

/** 48 bits: with a hundred thousand letters of one address two have the same once in fifty thousand times. */
function digestOf({ message, code, output = "" }: Omit<DeadLetter, "id">): number {
  const { source, address, receivedNs, payload } = message;
  const name = `${source}\0${address}\0${receivedNs}\0${code}\0${output}\0`;
  return createHash("sha1").update(name).update(payload).digest().readUIntBE(0, 6);
}

function groupName({ code, address }: LetterPlace): string {
  return `${code} ${address}`;
}

/** Approximate size of a letter. */
function bytesOf({ message, error, key }: DeadLetter): number {
  const texts =
    message.address.length + message.sender.length + error.message.length + error.description.length + key.length;
  return 500 + message.payload.byteLength + 2 * texts;
}
