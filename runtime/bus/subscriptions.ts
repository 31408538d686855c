/** Subscriptions by topic, and the subscriptions that a topic matches. */

import { RecentCache } from "../lib/recent-cache.ts";
import type { MatchPolicy } from "./wamp-uri.ts";

/** One topic or pattern, shared by all its subscribers. */
export interface Subscription<Subscriber> {
  /** ID given by the router; the same for all subscribers. [WAMP 2, SUBSCRIBED] */
  readonly id: number;
  readonly topic: string;
  readonly match: MatchPolicy;
  readonly subscribers: ReadonlySet<Subscriber>;
}

interface HeldSubscription<Subscriber> extends Subscription<Subscriber> {
  readonly subscribers: Set<Subscriber>;
}

/**
 * Maximum number of topics with cached matches. Topics of devices come from outside, so their number is otherwise
 * unbounded.
 */
const MAX_CACHED_TOPICS = 10_000;

export class Subscriptions<Subscriber> {
  readonly #byKey = new Map<string, HeldSubscription<Subscriber>>();
  readonly #byId = new Map<number, HeldSubscription<Subscriber>>();
  readonly #wildcards = new WildcardTree<HeldSubscription<Subscriber>>();
  /** Number of prefixes by their length. */
  readonly #prefixes = new Map<number, number>();
  readonly #matches = new RecentCache<readonly Subscription<Subscriber>[]>(MAX_CACHED_TOPICS);
  #lastId = 0;
  #version = 0;

  get size(): number {
    return this.#byId.size;
  }

  /** Changes whenever `patterns` change. */
  get version(): number {
    return this.#version;
  }

  patterns(): [MatchPolicy, string][] {
    return Array.from(this.#byId.values(), ({ match, topic }) => [match, topic]);
  }

  /** Subscribing twice returns the same subscription. */
  add(subscriber: Subscriber, topic: string, match: MatchPolicy): Subscription<Subscriber> {
    const key = `${match} ${topic}`;
    let entry = this.#byKey.get(key);
    if (entry === undefined) {
      this.#lastId += 1;
      entry = { id: this.#lastId, topic, match, subscribers: new Set() };
      this.#byKey.set(key, entry);
      this.#byId.set(entry.id, entry);
      this.#note(entry, 1);
      this.#version++;
      this.#matches.clear();
    }
    entry.subscribers.add(subscriber);
    return entry;
  }

  /** False if `subscriber` does not have this subscription. */
  remove(subscriber: Subscriber, id: number): boolean {
    const entry = this.#byId.get(id);
    if (entry === undefined || !entry.subscribers.delete(subscriber)) return false;
    if (entry.subscribers.size === 0) {
      this.#byId.delete(id);
      this.#note(entry, -1);
      this.#version++;
      this.#byKey.delete(`${entry.match} ${entry.topic}`);
      this.#matches.clear();
    }
    return true;
  }

  /** Subscriptions that match `topic`. Hot path: cached until subscriptions change. */
  matching(topic: string): readonly Subscription<Subscriber>[] {
    const known = this.#matches.get(topic);
    if (known !== undefined) return known;
    const found = this.#find(topic);
    this.#matches.set(topic, found);
    return found;
  }

  /** Looks for what matches, and not at each one: others have many, and change them often. */
  #find(topic: string): readonly Subscription<Subscriber>[] {
    const exact = this.#byKey.get(`exact ${topic}`);
    const found = [...(exact === undefined ? [] : [exact]), ...this.#wildcards.matching(topic.split("."))];
    for (const length of this.#prefixes.keys()) {
      const entry = length > topic.length ? undefined : this.#byKey.get(`prefix ${topic.slice(0, length)}`);
      if (entry !== undefined) found.push(entry);
    }
    return found.sort((one, other) => one.id - other.id);
  }

  #note(entry: HeldSubscription<Subscriber>, change: 1 | -1): void {
    const { match, topic } = entry;
    if (match === "prefix") {
      const count = (this.#prefixes.get(topic.length) ?? 0) + change;
      if (count === 0) this.#prefixes.delete(topic.length);
      else this.#prefixes.set(topic.length, count);
    } else if (match === "wildcard") {
      if (change === 1) this.#wildcards.set(topic.split("."), entry);
      else this.#wildcards.delete(topic.split("."));
    }
  }
}

/** Patterns with empty components, component by component: a topic is compared only with those that begin like it. */
class WildcardTree<Value> {
  readonly #below = new Map<string, WildcardTree<Value>>();
  #value: Value | undefined;

  set([first, ...rest]: readonly string[], value: Value): void {
    if (first === undefined) {
      this.#value = value;
      return;
    }
    let next = this.#below.get(first);
    if (next === undefined) {
      next = new WildcardTree();
      this.#below.set(first, next);
    }
    next.set(rest, value);
  }

  /** @returns whether nothing is left */
  delete([first, ...rest]: readonly string[]): boolean {
    if (first === undefined) this.#value = undefined;
    else if (this.#below.get(first)?.delete(rest) === true) this.#below.delete(first);
    return this.#value === undefined && this.#below.size === 0;
  }

  /** An empty component of a pattern matches any one component. */
  *matching(topic: readonly string[], from = 0): Generator<Value> {
    const component = topic[from];
    if (component === undefined) {
      if (this.#value !== undefined) yield this.#value;
      return;
    }
    for (const name of component === "" ? [""] : [component, ""]) {
      const next = this.#below.get(name);
      if (next !== undefined) yield* next.matching(topic, from + 1);
    }
  }
}
