/**
 * The index of dead letters and their positions on disk, with a limit. Beyond the limit, the sender with most bytes loses letters:
 * the oldest of its largest group (address and code). So a flood displaces its own letters, whatever names it uses.
 */

import { createHash } from "node:crypto";
import type { RejectionCode } from "../model/error-signal.ts";
import type { JournalPosition } from "../model/journal-entry.ts";
import type { Message } from "../model/message.ts";
import type { DeadLetter, DeadLetterFilter } from "./dead-letters.ts";

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
  /** The sender whose budget it uses. */
  readonly owner: string;
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
  readonly #onDisplaced: () => void;
  readonly #byDigest = new Map<number, number>();
  readonly #letters = new Map<number, LetterPlace>();
  readonly #owners = new Map<string, Owner>();
  readonly #bySize = new BySize<Owner>();
  /** Oldest first. */
  readonly #keys = new OldestFirst<string>();
  #bytes = 0;
  displaced = 0;

  /**
   * @param onRemoved called for each letter that is removed, for any reason
   * @param onDisplaced called for each that a limit removes
   */
  constructor(
    limits: DeadLetterLimits,
    onRemoved: (id: number) => void = () => {},
    onDisplaced: () => void = () => {},
  ) {
    this.#limits = limits;
    this.#onRemoved = onRemoved;
    this.#onDisplaced = onDisplaced;
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
    this.#resize(place, (group) => group.ids.add(place.id), place.bytes);
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
    this.#resize(letter, (group) => group.ids.delete(id), -letter.bytes);
    return true;
  }

  list(filter: DeadLetterFilter = {}): LetterPlace[] {
    const found = [...this.#letters.values()].filter(
      ({ address, code }) =>
        (filter.address === undefined || address === filter.address) &&
        (filter.code === undefined || code === filter.code),
    );
    // A compaction may have written old letters after newer ones.
    found.sort((a, b) => a.id - b.id);
    return filter.limit === undefined ? found : found.slice(Math.max(0, found.length - filter.limit));
  }

  #displace({ owner, ...added }: LetterPlace): void {
    const group = this.#owners.get(owner)?.groups.get(groupName(added));
    if (group !== undefined && group.ids.size > this.#limits.lettersOfGroup) this.#displaceOldest(group);
    while (this.#bytes > this.#limits.bytes && this.#letters.size > 1)
      this.#displaceOldest(this.#bySize.largest().bySize.largest());
  }

  #displaceOldest({ ids }: Group): void {
    this.remove(ids.oldest());
    this.displaced++;
    this.#onDisplaced();
  }

  #resize(place: LetterPlace, change: (group: Group) => void, bytes: number): void {
    const owner = this.#owners.get(place.owner) ?? { bytes: 0, groups: new Map(), bySize: new BySize<Group>() };
    const name = groupName(place);
    const group = owner.groups.get(name) ?? { bytes: 0, ids: new OldestFirst<number>() };
    this.#bySize.delete(owner);
    owner.bySize.delete(group);
    change(group);
    group.bytes += bytes;
    owner.bytes += bytes;
    if (group.ids.size > 0) {
      owner.groups.set(name, group);
      owner.bySize.add(group);
    } else owner.groups.delete(name);
    if (owner.groups.size > 0) {
      this.#owners.set(place.owner, owner);
      this.#bySize.add(owner);
    } else this.#owners.delete(place.owner);
  }
}

/** For small sets. */
const LEAST_ADDED = 16;

interface Group {
  bytes: number;
  readonly ids: OldestFirst<number>;
}

interface Owner {
  bytes: number;
  readonly groups: Map<string, Group>;
  readonly bySize: BySize<Group>;
}

/**
 * A set with fast access to its oldest member. A new iterator would skip the places of all deleted members. This one
 * keeps its position, which is correct if every member that it returns is deleted.
 *
 * V8 links each table of a set that was copied into a larger or cleaner one to the next, and an iterator keeps those from its own on. So one
 * that was not asked for long is dropped: what came since pays for the places that its successor skips.
 */
class OldestFirst<T> extends Set<T> {
  #members: IterableIterator<T> | undefined;
  #addedSince = 0;

  override add(member: T): this {
    super.add(member);
    this.#addedSince++;
    if (this.#addedSince > 2 * this.size + LEAST_ADDED) this.#members = undefined;
    return this;
  }

  /** The caller must delete it. @throws RangeError if the set is empty */
  oldest(): T {
    this.#members ??= this.values();
    this.#addedSince = 0;
    const { done, value } = this.#members.next();
    if (done === true) throw new RangeError("the set is empty");
    return value;
  }
}

/** Sizes that differ by less than a sixteenth count as equal. */
const STEPS_OF_DOUBLING = 12;

/** Finds a largest member in constant time. A member's size changes only between `delete` and `add`. */
class BySize<Member extends { readonly bytes: number }> {
  /** By the logarithm of the size. */
  readonly #members: OldestFirst<Member>[] = [];

  add(member: Member): void {
    const at = stepOf(member);
    while (this.#members.length <= at) this.#members.push(new OldestFirst());
    this.#members[at]!.add(member);
    this.#trim();
  }

  delete(member: Member): void {
    this.#members[stepOf(member)]?.delete(member);
  }

  /** The caller must shrink it. @throws RangeError if there is none */
  largest(): Member {
    this.#trim();
    return (this.#members.at(-1) ?? new OldestFirst<Member>()).oldest();
  }

  /** Not between `delete` and `add`: of a single member, all places would be made again for each letter. */
  #trim(): void {
    while (this.#members.length > 0 && this.#members.at(-1)!.size === 0) this.#members.pop();
  }
}

function stepOf({ bytes }: { readonly bytes: number }): number {
  return bytes <= 0 ? 0 : Math.floor(Math.log2(bytes) * STEPS_OF_DOUBLING);
}

export function placeOf(letter: DeadLetter, position: JournalPosition): LetterPlace {
  const { id, code, message } = letter;
  const { address } = message;
  return { id, address, code, owner: ownerOf(message), bytes: bytesOf(letter), digest: digestOf(letter), position };
}

/** A network address in a realm. An MQTT client chooses its identifier, so there the realm alone is the owner. */
function ownerOf({ source, address, sender }: Message): string {
  const [realm = ""] = address.split("/", 1);
  const [, host = ""] = /^(.+):\d+$/.exec(sender) ?? [];
  return `${source} ${realm} ${host}`;
}

/** 48 bits: with a hundred thousand letters of one address two have the same once in fifty thousand times. */
function digestOf({ message, code, output = "" }: Omit<DeadLetter, "id">): number {
  const { source, address, receivedNs, payload } = message;
  const name = `${source}\0${address}\0${receivedNs}\0${code}\0${output}\0`;
  return createHash("sha1").update(name).update(payload).digest().readUIntBE(0, 6);
}

function groupName({ code, address }: Pick<LetterPlace, "code" | "address">): string {
  return `${code} ${address}`;
}

/** Approximate size of a letter. */
function bytesOf({ message, error, key }: DeadLetter): number {
  const texts =
    message.address.length + message.sender.length + error.message.length + error.description.length + key.length;
  return 500 + message.payload.byteLength + 2 * texts;
}
