/**
 * The embedded broker's state, in memory: sessions with their subscriptions and queued messages, retained messages, QoS
 * 2 publications under way. `model/bounds.ts` has the limits.
 */

import { setImmediate } from "node:timers/promises";
import { Bound, type BoundStates, statesOf, type TellBound } from "../../model/bounds.ts";
import { Holdings } from "../../model/holdings.ts";
import { FilterTree, topicTest } from "../../sources/mqtt/matching.ts";
import { type FilterRequest, REASON } from "./packets.ts";
import {
  deliveryOf,
  type KeptDeliveries,
  type Link,
  type MqttMessage,
  messageBytes,
  ownMessage,
  Session,
  type Subscription,
} from "./session.ts";
import { Share, shareOf } from "./share.ts";

export interface SessionStoreOptions {
  /** Maximum lifetime of a session without a connection, whatever its client requested, ms. */
  readonly expiryMs: number;
  readonly tell?: TellBound;
  readonly nowMs?: () => number;
  /** Called after a session has ended. */
  readonly onEnd?: (id: string) => void;
}

/** Memory of a filter beyond its characters. */
const FILTER_OVERHEAD = 300;
const UNRELEASED_BYTES = 100;
/** Number of retained topics compared with filters in one turn. */
const COMPARED_AT_ONCE = 1000;
/** Minimum interval between two sweeps. */
const SWEEP_MS = 60_000;

export class SessionStore {
  readonly #options: SessionStoreOptions;
  readonly #nowMs: () => number;
  readonly #sessions = new Map<string, Session>();
  readonly #tree = new FilterTree<Subscription | Share>();
  readonly #shares = new Map<string, Share>();
  readonly #bounds: {
    readonly [K in "sessions" | "subscriptions" | "retained" | "queued" | "unreleased"]: Bound;
  };
  readonly #retained: Holdings<string, MqttMessage>;
  readonly #retainedBy = new Map<string, string>();
  readonly #queued: KeptDeliveries;
  readonly #unreleased: Holdings<number, true>;
  readonly #sweeping: NodeJS.Timeout;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    const { tell } = options;
    this.#bounds = {
      sessions: new Bound("mqtt-sessions", tell),
      subscriptions: new Bound("mqtt-subscriptions", tell),
      retained: new Bound("mqtt-retained", tell),
      queued: new Bound("mqtt-queued", tell),
      unreleased: new Bound("mqtt-unreleased", tell),
    };
    this.#retained = new Holdings(this.#bounds.retained, (_, topic) => this.#retainedBy.delete(topic));
    this.#queued = new Holdings(this.#bounds.queued, (id, number, kept) => this.#sessions.get(id)?.gone(number, kept));
    this.#unreleased = new Holdings(this.#bounds.unreleased);
    this.#sweeping = setInterval(() => this.expire(), Math.min(SWEEP_MS, options.expiryMs)).unref();
  }

  get bounds(): BoundStates {
    return statesOf(Object.values(this.#bounds));
  }

  close(): void {
    clearInterval(this.#sweeping);
  }

  /** The current connection of a session. */
  linkOf(id: string): Link | undefined {
    return this.#sessions.get(id)?.link;
  }

  /** The session of a client that connects; `expiryMs` is 0 until `extend`. @param clean ends an existing session */
  open(id: string, clean: boolean, owner = id): { readonly session: Session; readonly isPresent: boolean } {
    const known = this.#sessions.get(id);
    if (known !== undefined && !clean && !this.#isOver(known)) return { session: known, isPresent: true };
    if (known !== undefined) this.end(known);
    const session = new Session(id, 0, this.#queued, owner);
    this.#sessions.set(id, session);
    return { session, isPresent: false };
  }

  /**
   * Sets the session's lifetime without a connection, at most the configured one. False: there is no room for another
   * durable session.
   */
  extend(session: Session, expiryMs: number): boolean {
    // The session ended while its client was connected.
    if (this.#sessions.get(session.id) !== session) return false;
    const wanted = Math.min(expiryMs, this.#options.expiryMs);
    if (session.isDurable === wanted > 0) {
      session.expiryMs = wanted;
      return true;
    }
    const { sessions } = this.#bounds;
    const hasRoom = () => sessions.hasRoom(1) && this.#durableOf(session.owner) < sessions.each;
    if (wanted > 0 && !hasRoom()) this.#endEmpty(sessions.hasRoom(1) ? session.owner : undefined);
    if (wanted > 0 && !hasRoom()) return refusedBy(sessions);
    sessions.held += wanted > 0 ? 1 : -1;
    session.expiryMs = wanted;
    return true;
  }

  /** The connection has ended; the session ends now, or when its lifetime is over. */
  left(session: Session): void {
    session.link = undefined;
    session.awaySinceMs = this.#nowMs();
    if (!session.isDurable) this.end(session);
  }

  /** Whether there is room for another durable session; reports nothing. */
  get hasRoom(): boolean {
    return this.#bounds.sessions.hasRoom(1);
  }

  /** Ends the sessions of clients that were away for too long, and deletes expired retained messages. */
  expire(): void {
    for (const session of this.#sessions.values()) if (this.#isOver(session)) this.end(session);
    for (const [topic, owner] of this.#retainedBy) {
      const message = this.#retained.get(owner, topic);
      if (message !== undefined && this.isExpired(message)) this.#retained.delete(owner, topic);
    }
  }

  /** Ends the sessions of a user's clients: the name may later belong to another person. */
  endSessionsOf(user: string): void {
    for (const [id, session] of this.#sessions) if (id.startsWith(`${user}/`)) this.end(session);
  }

  /** Ends the session; messages that waited for it through a shared filter go to another client of that filter. */
  end(session: Session): void {
    if (this.#sessions.get(session.id) !== session) return;
    for (const filter of [...session.filters.keys()]) this.unsubscribe(session, filter);
    const left = session.leftShared();
    this.#sessions.delete(session.id);
    if (session.isDurable) this.#bounds.sessions.held--;
    session.expiryMs = 0;
    this.#queued.deleteAll(session.id);
    this.#unreleased.deleteAll(session.id);
    this.#options.onEnd?.(session.id);
    for (const { message, shared = "" } of left) this.#shares.get(shared)?.deliver(message);
  }

  /** The granted QoS, or the reason for a refusal. */
  subscribe(session: Session, request: FilterRequest, subscriptionId: number | undefined): number {
    const { filter, qos } = request;
    if (this.#sessions.get(session.id) !== session) return REASON.notAuthorized;
    const { subscriptions } = this.#bounds;
    const bytes = session.filters.has(filter) ? 0 : filter.length + FILTER_OVERHEAD;
    if (session.bytes + bytes > subscriptions.each || !subscriptions.take(session.owner, bytes)) {
      subscriptions.meet();
      return REASON.quotaExceeded;
    }
    session.bytes += bytes;
    const subscription = { ...request, subscriptionIds: subscriptionId === undefined ? [] : [subscriptionId] };
    session.filters.set(filter, subscription);
    const shared = shareOf(filter);
    if (shared === undefined) this.#tree.set(filter, session.id, subscription);
    else this.#shareFor(filter, shared.filter).set(session, subscription);
    return qos;
  }

  /** False: there was no such subscription. */
  unsubscribe(session: Session, filter: string): boolean {
    if (!session.filters.delete(filter)) return false;
    const bytes = filter.length + FILTER_OVERHEAD;
    session.bytes -= bytes;
    this.#bounds.subscriptions.give(session.owner, bytes);
    const share = this.#shares.get(filter);
    if (share === undefined) this.#tree.delete(filter, session.id);
    else {
      share.delete(session);
      if (share.size > 0) return true;
      this.#shares.delete(filter);
      this.#tree.delete(share.filter, filter);
    }
    return true;
  }

  /** Routes a message to all matching filters; keeps it for later subscribers if it is retained. */
  route(message: MqttMessage): void {
    if (message.retain) this.retain(message);
    const isFor = (id: string, found: Subscription | Share) =>
      found instanceof Share || !found.noLocal || id !== message.from;
    for (const [id, found] of this.#tree.matching(message.topic, merged, isFor)) {
      if (found instanceof Share) found.deliver(message);
      else this.#sessions.get(id)?.deliver(deliveryOf(message, found));
    }
  }

  hasSubscriber(topic: string): boolean {
    const isHere = (id: string, found: Subscription | Share) =>
      found instanceof Share ? found.isHere : this.#sessions.get(id)?.link !== undefined;
    return [...this.#tree.matching(topic, merged, isHere)].length > 0;
  }

  /** Keeps a message for later subscribers; an empty payload deletes the kept one. [MQTT-3.3.1-6] */
  retain(message: MqttMessage): void {
    const { topic, from } = message;
    const former = this.#retainedBy.get(topic);
    if (former !== undefined) this.#retained.delete(former, topic);
    if (message.payload.length === 0) return;
    const owner = this.#sessions.get(from)?.owner;
    if (this.#retained.set(from, topic, ownMessage(message), messageBytes(message), owner))
      this.#retainedBy.set(topic, from);
  }

  /** Retained messages that match. */
  async *retainedFor(filter: string): AsyncGenerator<MqttMessage> {
    const fits = topicTest(filter);
    let compared = 0;
    for (const topic of /[+#]/.test(filter) ? [...this.#retainedBy.keys()] : [filter]) {
      if (++compared % COMPARED_AT_ONCE === 0) await setImmediate();
      const message = fits(topic) ? this.#retained.get(this.#retainedBy.get(topic) ?? "", topic) : undefined;
      if (message !== undefined && !this.isExpired(message)) yield message;
    }
  }

  isExpired({ expiresAtMs }: MqttMessage): boolean {
    return expiresAtMs !== undefined && expiresAtMs <= this.#nowMs();
  }

  /** Time when a message expires, ms; undefined: never. @param expiryS set by its sender */
  expiryOf(expiryS: number | undefined): number | undefined {
    return expiryS === undefined ? undefined : this.#nowMs() + expiryS * 1000;
  }

  /** Seconds until the message expires. */
  secondsUntil(expiresAtMs: number): number {
    return Math.max(1, Math.ceil((expiresAtMs - this.#nowMs()) / 1000));
  }

  /** Unreleased QoS 2 publications by client and packet identifier. */
  hasUnreleased({ id }: Session, packetId: number): boolean {
    return this.#unreleased.get(id, packetId) === true;
  }

  setUnreleased(session: Session, packetId: number): void {
    const { id, owner } = session;
    if (this.#sessions.get(id) === session) this.#unreleased.set(id, packetId, true, UNRELEASED_BYTES, owner);
  }

  /** False: there was no such publication. */
  release({ id }: Session, packetId: number): boolean {
    return this.#unreleased.delete(id, packetId) === true;
  }

  #isOver({ link, awaySinceMs, expiryMs }: Session): boolean {
    return link === undefined && awaySinceMs !== undefined && awaySinceMs + expiryMs <= this.#nowMs();
  }

  #durableOf(owner: string): number {
    const { sessions } = this.#bounds;
    if (sessions.held < sessions.each) return 0;
    return [...this.#sessions.values()].filter((one) => one.isDurable && one.owner === owner).length;
  }

  /** Ending empty sessions loses nothing. @param owner only this one's */
  #endEmpty(owner: string | undefined): void {
    for (const session of this.#sessions.values()) {
      if (owner !== undefined && session.owner !== owner) continue;
      if (!session.isDurable || session.link !== undefined || session.filters.size > 0) continue;
      this.end(session);
      return;
    }
  }

  #shareFor(key: string, filter: string): Share {
    let share = this.#shares.get(key);
    if (share === undefined) {
      share = new Share(key, filter);
      this.#shares.set(key, share);
      this.#tree.set(filter, key, share);
    }
    return share;
  }
}

/**
 * Overlapping filters of one client: the message is delivered once, with the best of their properties. [MQTT-3.3.4-2]
 */
function merged(a: Subscription | Share, b: Subscription | Share): Subscription | Share {
  if (a instanceof Share || b instanceof Share) return a;
  const [better, other] = a.qos >= b.qos ? [a, b] : [b, a];
  return {
    ...better,
    asPublished: better.asPublished || other.asPublished,
    subscriptionIds: [...better.subscriptionIds, ...other.subscriptionIds],
  };
}

function refusedBy(bound: Bound): false {
  bound.meet();
  return false;
}
