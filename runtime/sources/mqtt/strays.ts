/** Counts publications in our realms on topics without a meaning, and reports each topic at most once a minute. */

import { hash } from "node:crypto";
import { OwnedMap } from "../../lib/owned-map.ts";
import { isOpen } from "../../model/address.ts";
import { ValueError } from "../../model/error-signal.ts";
import type { DecodedRealm } from "../../model/realm-settings.ts";

const MINUTE_MS = 60_000;
/** Maximum number of remembered topics, since senders invent them. */
const MAX_TOPICS = 10_000;
const MAX_REALMS = 1000;
/** A longer topic is remembered by its digest: topics have up to 64 KiB. */
const LONGEST_TOPIC = 256;

export class StrayTopics {
  readonly #realms: () => readonly DecodedRealm[];
  readonly #nowMs: () => number;
  readonly #realmsSeen = new Set<string>();
  /** Last reports, the oldest first. Realms share their number. */
  readonly #reported = new OwnedMap<{ readonly atMs: number; more: number }>(MAX_TOPICS);

  constructor(realms: () => readonly DecodedRealm[], nowMs: () => number = () => performance.now()) {
    this.#realms = realms;
    this.#nowMs = nowMs;
  }

  /** Data of a realm arrived: without configured realms, this distinguishes our topics from those of other programs. */
  noteData(topic: string): void {
    const [realm = ""] = topic.split("/", 1);
    if (this.#realmsSeen.has(realm) || !isOpen(this.#realms()) || realm.length > LONGEST_TOPIC) return;
    if (this.#realmsSeen.size >= MAX_REALMS) this.#realmsSeen.clear();
    this.#realmsSeen.add(realm);
  }

  /** Whether the sender may have meant this service. */
  isOurs(topic: string): boolean {
    if (topic.startsWith("$")) return false;
    const [realm = ""] = topic.split("/", 1);
    const realms = this.#realms();
    return (isOpen(realms) && this.#realmsSeen.has(realm)) || realms.some(({ name }) => name === realm);
  }

  /** The error to report; undefined if the topic was reported within the last minute. */
  note(topic: string): ValueError | undefined {
    const key = topic.length <= LONGEST_TOPIC ? topic : hash("sha1", topic);
    const known = this.#reported.get(key);
    const now = this.#nowMs();
    if (known !== undefined && now - known.atMs < MINUTE_MS) {
      known.more++;
      return undefined;
    }
    this.#reported.set(topic.slice(0, LONGEST_TOPIC).split("/", 1)[0]!, key, { atMs: now, more: 0 });
    const more = known === undefined || known.more === 0 ? "" : `; ${known.more} more since the last report`;
    const message = `This topic has no meaning here: send data to <address>/data.json or <address>/data/<field>, events to <address>/event.json${more}`;
    return new ValueError(message, "unknown-topic");
  }
}
