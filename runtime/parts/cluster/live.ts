/**
 * Live values of all nodes: ingesting nodes publish watched topics on plain NATS subjects; viewing nodes announce every
 * two seconds what they watch. Nothing waits for these messages, and they are not stored.
 */

import { decode, encode } from "@msgpack/msgpack";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import * as z from "zod";
import { BUS_COUNTERS } from "../../bus/counters.ts";
import { Subscriptions } from "../../bus/subscriptions.ts";
import { parseForeign } from "../../lib/foreign-json.ts";
import type { Bus, BusEvent } from "../../model/bus.ts";
import type { PartStatus } from "../../model/part-status.ts";
import { listenTo } from "./listen-to.ts";
import type { ClusterNames } from "./names.ts";

const EVERY_MS = 2000;
const LOOK_MS = 100;
/** A node that is silent for this long watches nothing. */
const FORGET_MS = 10_000;
const MOST_WATCHED = 10_000;
const MOST_BUFFERED = 8 << 20;

const PATTERN = z.tuple([z.enum(["exact", "prefix", "wildcard"]), z.string().max(1024)]);
const WATCHED = z.object({ node: z.string().max(64), patterns: z.array(PATTERN).max(MOST_WATCHED) });
const EVENT = z.tuple([z.string().max(1024), z.array(z.unknown()), z.record(z.string(), z.unknown())]);

export interface Watching {
  /** Subscriptions of its clients; `version` changes with them. */
  readonly subscriptions: Pick<Subscriptions<unknown>, "patterns" | "version">;
  publish(topic: string, event: BusEvent): void;
}

/** The bus from an ingesting node to the others. */
export class LiveBus implements Bus {
  #connection: NatsConnection | undefined;
  readonly #names: ClusterNames;
  readonly #watched = new Subscriptions<string>();
  readonly #watchers = new Map<string, { readonly ids: ReadonlySet<number>; readonly atMs: number }>();
  readonly #timer: NodeJS.Timeout;
  readonly #counts = { published: 0, dropped: 0 };

  constructor(names: ClusterNames) {
    this.#names = names;
    this.#timer = setInterval(() => this.#forget(), EVERY_MS);
    this.#timer.unref();
  }

  /** Before this, no topic is wanted. */
  start(connection: NatsConnection): void {
    this.#connection = connection;
    listenTo(connection, this.#names.watched, (message) => this.#watch(message));
  }

  wants(topic: string): boolean {
    return this.#watched.matching(topic).length > 0;
  }

  publish(topic: string, { args, kwargs }: BusEvent): void {
    if (this.#connection === undefined || this.#connection.isClosed()) return;
    const data = encode([topic, args, kwargs], { useBigInt64: true, ignoreUndefined: true });
    this.#connection.publish(`${this.#names.live}.${subjectOf(topic)}`, data);
    this.#counts.published++;
  }

  status(): PartStatus {
    const detail = `${this.#watchers.size} nodes watch ${this.#watched.size} topics`;
    return { state: "ok", detail, counts: BUS_COUNTERS.of({ sessions: 0, subscriptions: 0, ...this.#counts }) };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
  }

  #watch(message: Msg): void {
    const { data: watched } = WATCHED.safeParse(parseForeign(message.data));
    if (watched === undefined) return;
    const { node, patterns } = watched;
    const before = this.#watchers.get(node)?.ids ?? new Set<number>();
    const ids = new Set(patterns.map(([match, topic]) => this.#watched.add(node, topic, match).id));
    for (const id of before) if (!ids.has(id)) this.#watched.remove(node, id);
    this.#watchers.set(node, { ids, atMs: performance.now() });
  }

  #forget(): void {
    for (const [node, { ids, atMs }] of this.#watchers) {
      if (performance.now() - atMs < FORGET_MS) continue;
      for (const id of ids) this.#watched.remove(node, id);
      this.#watchers.delete(node);
    }
  }
}

/** Delivers events of other nodes to a node's own clients. */
export class LiveFeed {
  readonly #connection: NatsConnection;
  readonly #names: ClusterNames;
  readonly #node: string;
  readonly #watching: Watching;
  readonly #subscribed = new Map<string, { unsubscribe(): void }>();
  #version = -1;
  #publishedMs = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(connection: NatsConnection, names: ClusterNames, node: string, watching: Watching) {
    this.#connection = connection;
    this.#names = names;
    this.#node = node;
    this.#watching = watching;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#tell([]);
  }

  #look(): void {
    const { subscriptions } = this.#watching;
    const { version } = subscriptions;
    const now = performance.now();
    if (version === this.#version && now - this.#publishedMs < EVERY_MS) return;
    const watched = subscriptions.patterns().slice(0, MOST_WATCHED);
    if (version !== this.#version) this.#subscribe(watched.map(([match, topic]) => filterOf(match, topic)));
    this.#version = version;
    this.#publishedMs = now;
    this.#tell(watched);
  }

  #tell(patterns: readonly (readonly [string, string])[]): void {
    if (this.#connection.isClosed()) return;
    this.#connection.publish(this.#names.watched, JSON.stringify({ node: this.#node, patterns }));
  }

  #subscribe(filters: readonly string[]): void {
    // A filter for everything would duplicate events of the others.
    const wanted = new Set(filters.includes(">") ? [">"] : filters);
    for (const [filter, subscription] of this.#subscribed) {
      if (wanted.has(filter)) continue;
      subscription.unsubscribe();
      this.#subscribed.delete(filter);
    }
    for (const filter of wanted) {
      if (this.#subscribed.has(filter)) continue;
      const subject = `${this.#names.live}.${filter}`;
      this.#subscribed.set(
        filter,
        listenTo(this.#connection, subject, (message) => this.#take(message)),
      );
    }
  }

  #take({ data }: Msg): void {
    if (data.byteLength > MOST_BUFFERED) return;
    const { data: event } = EVENT.safeParse(unpacked(data));
    if (event !== undefined) this.#watching.publish(event[0], { args: event[1], kwargs: event[2] });
  }
}

/** Converts a topic's components to those of a subject, which allow fewer characters. */
function subjectOf(topic: string): string {
  return topic.replace(/[*>%\s]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
}

/** A filter that includes the pattern; receivers sort out the rest. */
function filterOf(match: string, topic: string): string {
  return match === "exact" ? subjectOf(topic) : ">";
}

function unpacked(data: Uint8Array): unknown {
  try {
    return decode(data, { useBigInt64: true });
  } catch {
    return undefined;
  }
}
