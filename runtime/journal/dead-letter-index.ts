/**
 * The index of dead letters and their positions on disk, with a limit. Beyond the limit, the sender with most bytes loses letters:
 * the oldest of its largest group (address and code). So a flood displaces its own letters, whatever names it uses.
 */

import { randomInt } from "node:crypto";
import type { RejectionCode } from "../model/error-signal.ts";
import type { JournalPosition } from "../model/journal-entry.ts";
import type { Message } from "../model/message.ts";
import type { DeadLetter, DeadLetterFilter } from "./dead-letters.ts";
import { BySize, NOWHERE, OldestFirst, type Sized } from "./oldest-first.ts";

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
  /** Consecutive letters nearly always have one group. */
  #lastGroup: Group | undefined;
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
    const group = this.#groupOf(place);
    group.ids.add(place.id);
    this.#resize(group, place.bytes);
    this.#displace(group);
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
    const group = this.#groupOf(letter);
    group.ids.delete(id);
    this.#resize(group, -letter.bytes);
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

  #displace(group: Group): void {
    if (group.ids.size > this.#limits.lettersOfGroup) this.#displaceOldest(group);
    while (this.#bytes > this.#limits.bytes && this.#letters.size > 1)
      this.#displaceOldest(this.#bySize.largest().bySize.largest());
  }

  #displaceOldest({ ids }: Group): void {
    this.remove(ids.oldest());
    this.displaced++;
    this.#onDisplaced();
  }

  /** Made if it is missing. */
  #groupOf({ owner: ownerName, address, code }: LetterPlace): Group {
    const last = this.#lastGroup;
    if (last?.address === address && last.code === code && last.owner.name === ownerName) return last;
    let owner = this.#owners.get(ownerName);
    if (owner === undefined) {
      owner = { name: ownerName, bytes: 0, step: NOWHERE, groups: new Map(), bySize: new BySize() };
      this.#owners.set(ownerName, owner);
    }
    const name = `${code} ${address}`;
    let group = owner.groups.get(name);
    if (group === undefined) {
      group = { owner, name, address, code, bytes: 0, step: NOWHERE, ids: new OldestFirst() };
      owner.groups.set(name, group);
    }
    this.#lastGroup = group;
    return group;
  }

  #resize(group: Group, bytes: number): void {
    const { owner, name } = group;
    this.#bytes += bytes;
    group.bytes += bytes;
    owner.bytes += bytes;
    owner.bySize.resized(group);
    this.#bySize.resized(owner);
    if (group.bytes > 0) return;
    this.#lastGroup = undefined;
    owner.groups.delete(name);
    if (owner.bytes === 0) this.#owners.delete(owner.name);
  }
}

interface Group extends Sized {
  readonly owner: Owner;
  readonly name: string;
  readonly address: string;
  readonly code: RejectionCode;
  readonly ids: OldestFirst<number>;
}

interface Owner extends Sized {
  readonly name: string;
  readonly groups: Map<string, Group>;
  readonly bySize: BySize<Group>;
}

export function placeOf(letter: DeadLetter, position: JournalPosition): LetterPlace {
  const { id, code, message } = letter;
  const { address } = message;
  return { id, address, code, owner: ownerOf(message), bytes: bytesOf(letter), digest: digestOf(letter), position };
}

/** Consecutive letters nearly always have one sender. */
let lastOwner = { source: "", address: "", sender: "", name: "" };

/** A network address in a realm. An MQTT client chooses its identifier, so there the realm alone is the owner. */
function ownerOf({ source, address, sender }: Message): string {
  const last = lastOwner;
  if (sender === last.sender && address === last.address && source === last.source) return last.name;
  const [realm = ""] = address.split("/", 1);
  const [, host = ""] = /^(.+):\d+$/.exec(sender) ?? [];
  lastOwner = { source, address, sender, name: `${source} ${realm} ${host}` };
  return lastOwner.name;
}

/** Nobody outside of the process knows which letters have the same digest. */
const SEED = randomInt(2 ** 32);

/**
 * 53 bits: with a hundred thousand letters of one address two have the same once in two million times. A hash for
 * signatures costs ten times as much as everything else of a letter's place.
 */
function digestOf({ message, code, output = "" }: Omit<DeadLetter, "id">): number {
  const { source, address, receivedNs, payload } = message;
  const name = `${source}\0${address}\0${receivedNs}\0${code}\0${output}\0`;
  let one = SEED | 0;
  let other = ~SEED;
  for (let index = 0; index < name.length; index++) {
    const unit = name.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    other = Math.imul(other ^ unit, 0x85ebca6b);
  }
  for (let index = 0; index < payload.length; index++) {
    const byte = payload[index]!;
    one = Math.imul(one ^ byte, 0x9e3779b1);
    other = Math.imul(other ^ byte, 0x85ebca6b);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return (other & 0x1fffff) * 2 ** 32 + (one >>> 0);
}

/** Approximate size of a letter. */
function bytesOf({ message, error, key }: DeadLetter): number {
  const texts =
    message.address.length + message.sender.length + error.message.length + error.description.length + key.length;
  return 500 + message.payload.byteLength + 2 * texts;
}
