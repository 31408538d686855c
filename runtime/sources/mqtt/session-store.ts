/**
 * What the embedded broker keeps for its clients, in memory: subscriptions, messages that wait for durable clients, retained
 * messages, last wills, publications at QoS 2 under way. It is the broker's `persistence`; how much of each kind there may be
 * stands in `telemetry/bounds.ts`.
 */

import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { Bound, type BoundStates, statesOf, type TellBound } from "../../telemetry/bounds.ts";
import { Holdings } from "../../telemetry/holdings.ts";
import { FilterTree, topicTest } from "./matching.ts";

interface StoredClient {
  readonly id: string;
  readonly clean?: boolean;
}

interface Subscription {
  readonly topic: string;
  readonly qos: number;
}

/** What the library hands over; of a message that was queued it is `cmd: publish`, else the PUBREL that took its place. */
interface StoredPacket {
  readonly cmd: string;
  readonly topic?: string;
  readonly payload?: Uint8Array | string;
  readonly brokerCounter?: number;
  readonly clientId?: string;
  messageId?: number | undefined;
}

interface Session {
  readonly isDurable: boolean;
  readonly filters: Map<string, Subscription>;
  bytes: number;
  /** Since when a durable client has been away, ms; absent while it is here. */
  awaySinceMs?: number;
}

export interface SessionStoreOptions {
  /** After which a durable client that is away has no session any more, ms. */
  readonly expiryMs: number;
  readonly tell?: TellBound;
  readonly nowMs?: () => number;
  /** A publication at QoS 2 was released: its identifier is free. */
  readonly onReleased?: (clientId: string, messageId: number) => void;
}

/** What a filter costs beside its characters. */
const FILTER_OVERHEAD = 300;
const UNRELEASED_BYTES = 100;
/** Retained topics that are compared with filters in one turn. */
const COMPARED_AT_ONCE = 1000;
/** No more is swept than this often. */
const SWEEP_MS = 60_000;

export class SessionStore {
  readonly #options: SessionStoreOptions;
  readonly #nowMs: () => number;
  readonly #sessions = new Map<string, Session>();
  readonly #tree = new FilterTree<number>();
  readonly #bounds: {
    readonly [K in "sessions" | "subscriptions" | "wills" | "retained" | "queued" | "unreleased"]: Bound;
  };
  readonly #retained: Holdings<string, StoredPacket>;
  readonly #retainedBy = new Map<string, string>();
  readonly #queued: Holdings<number, StoredPacket>;
  /** By client and packet identifier: the broker's number of a queued message. */
  readonly #numbers = new Map<string, Map<number, number>>();
  readonly #unreleased: Holdings<number, true>;
  readonly #wills = new Map<string, { readonly packet: StoredPacket; readonly bytes: number }>();
  readonly #sweeping: NodeJS.Timeout;
  #broker = "";

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    const { tell } = options;
    this.#bounds = {
      sessions: new Bound("mqtt-sessions", tell),
      subscriptions: new Bound("mqtt-subscriptions", tell),
      wills: new Bound("mqtt-wills", tell),
      retained: new Bound("mqtt-retained", tell),
      queued: new Bound("mqtt-queued", tell),
      unreleased: new Bound("mqtt-unreleased", tell),
    };
    this.#retained = new Holdings(this.#bounds.retained, (_, topic) => this.#retainedBy.delete(topic));
    this.#queued = new Holdings(this.#bounds.queued, (client, _, packet) => this.#forgetNumber(client, packet));
    this.#unreleased = new Holdings(this.#bounds.unreleased);
    this.#sweeping = setInterval(() => this.expire(), Math.min(SWEEP_MS, options.expiryMs)).unref();
  }

  get bounds(): BoundStates {
    return statesOf(Object.values(this.#bounds));
  }

  /** False where a client may not have the subscription: it is to be refused. */
  admit({ id, clean = true }: StoredClient, { topic, qos }: Subscription): boolean {
    const session = this.#sessions.get(id) ?? { isDurable: !clean, filters: new Map(), bytes: 0 };
    const { sessions, subscriptions } = this.#bounds;
    const isNew = session.isDurable && !this.#sessions.has(id);
    if (isNew && !sessions.hasRoom(1)) return refusedBy(sessions);
    const bytes = session.filters.has(topic) ? 0 : topic.length + FILTER_OVERHEAD;
    if (session.bytes + bytes > subscriptions.each || !subscriptions.hasRoom(bytes)) return refusedBy(subscriptions);
    if (isNew) sessions.held++;
    this.#sessions.set(id, session);
    subscriptions.held += bytes;
    session.bytes += bytes;
    session.filters.set(topic, { topic, qos });
    if (!session.isDurable) return true;
    if (qos > 0) this.#tree.set(topic, id, qos);
    else this.#tree.delete(topic, id);
    return true;
  }

  /** A client is there: its session does not expire. */
  arrived({ id }: StoredClient): void {
    const session = this.#sessions.get(id);
    if (session !== undefined) delete session.awaySinceMs;
  }

  /** A client is gone; what is kept of it ends now, or when it has been away for long. */
  left({ id, clean = true }: StoredClient): void {
    const session = this.#sessions.get(id);
    if (session === undefined) {
      // What a durable client without subscriptions left behind is its packet identifiers only.
      if (clean) this.#unreleased.deleteAll(id);
    } else if (session.isDurable) session.awaySinceMs = this.#nowMs();
    else this.#end(id, session);
  }

  /** Ends the sessions of clients that were away for too long. */
  expire(): void {
    const before = this.#nowMs() - this.#options.expiryMs;
    for (const [id, session] of this.#sessions) {
      if (session.awaySinceMs !== undefined && session.awaySinceMs <= before) this.#end(id, session);
    }
  }

  /** Ends the sessions of a user's clients: who has the name from now on may be somebody else. */
  endSessionsOf(user: string): void {
    for (const [id, session] of this.#sessions) if (id.startsWith(`${user}/`)) this.#end(id, session);
  }

  unsubscribed({ id }: StoredClient, topics: readonly string[]): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#forgetFilters(id, session, topics);
    if (session.filters.size === 0) this.#end(id, session);
  }

  /** Whether a client's last will has room. */
  hasRoomForWill(bytes: number): boolean {
    return this.#bounds.wills.hasRoom(bytes) || refusedBy(this.#bounds.wills);
  }

  #forgetFilters(id: string, session: Session, topics: Iterable<string>): void {
    for (const topic of topics) {
      if (!session.filters.delete(topic)) continue;
      this.#tree.delete(topic, id);
      session.bytes -= topic.length + FILTER_OVERHEAD;
      this.#bounds.subscriptions.held -= topic.length + FILTER_OVERHEAD;
    }
  }

  #end(id: string, session: Session): void {
    this.#forgetFilters(id, session, [...session.filters.keys()]);
    this.#sessions.delete(id);
    if (session.isDurable) this.#bounds.sessions.held--;
    this.#queued.deleteAll(id);
    this.#unreleased.deleteAll(id);
  }

  // From here on: what the library asks of a persistence.

  async setup(broker: { readonly id: string }): Promise<void> {
    this.#broker = broker.id;
  }

  async destroy(): Promise<void> {
    clearInterval(this.#sweeping);
  }

  async storeRetained(packet: StoredPacket): Promise<void> {
    const { topic = "", clientId = "" } = packet;
    const former = this.#retainedBy.get(topic);
    if (former !== undefined) this.#retained.delete(former, topic);
    const payload = ownBytes(packet.payload);
    if (payload.length === 0) return;
    const isKept = this.#retained.set(clientId, topic, { ...packet, payload }, topic.length + payload.length);
    if (isKept) this.#retainedBy.set(topic, clientId);
  }

  createRetainedStreamCombi(filters: readonly string[]): Readable {
    return Readable.from(this.#retainedFor(filters));
  }

  async *#retainedFor(filters: readonly string[]): AsyncGenerator<StoredPacket> {
    for (const filter of filters) {
      const fits = topicTest(filter);
      const isOne = !/[+#]/.test(filter);
      let compared = 0;
      for (const topic of isOne ? [filter] : [...this.#retainedBy.keys()]) {
        if (++compared % COMPARED_AT_ONCE === 0) await setImmediate();
        const packet = fits(topic) && this.#retained.get(this.#retainedBy.get(topic) ?? "", topic);
        if (packet) yield packet;
      }
    }
  }

  // `admit` has them already: the library hands over refused ones, too.
  async addSubscriptions(): Promise<void> {}

  async removeSubscriptions(client: StoredClient, topics: readonly string[]): Promise<void> {
    this.unsubscribed(client, topics);
  }

  async subscriptionsByClient({ id }: StoredClient): Promise<Subscription[]> {
    const session = this.#sessions.get(id);
    return session?.isDurable ? [...session.filters.values()] : [];
  }

  async cleanSubscriptions({ id }: StoredClient): Promise<void> {
    const session = this.#sessions.get(id);
    if (session?.isDurable) this.#end(id, session);
  }

  async subscriptionsByTopic(topic: string): Promise<{ clientId: string; topic: string; qos: number }[]> {
    return Array.from(this.#tree.matching(topic, Math.max), ([clientId, qos]) => ({ clientId, topic, qos }));
  }

  async outgoingEnqueue(subscriber: { readonly clientId: string }, packet: StoredPacket): Promise<void> {
    return this.outgoingEnqueueCombi([subscriber], packet);
  }

  async outgoingEnqueueCombi(
    subscribers: readonly { readonly clientId: string }[],
    packet: StoredPacket,
  ): Promise<void> {
    if (subscribers.length === 0) return;
    const { topic = "", brokerCounter = 0 } = packet;
    const payload = ownBytes(packet.payload);
    for (const { clientId } of subscribers) {
      const kept = { ...packet, payload, messageId: undefined };
      this.#queued.set(clientId, brokerCounter, kept, topic.length + payload.length);
    }
  }

  /** @throws Error for a message that is not kept: its client was too slow, and is disconnected */
  async outgoingUpdate({ id }: StoredClient, packet: StoredPacket): Promise<void> {
    const { messageId = 0, brokerCounter } = packet;
    const numbers = this.#numbers.get(id) ?? new Map<number, number>();
    const number = brokerCounter ?? numbers.get(messageId);
    const kept = number === undefined ? undefined : this.#queued.get(id, number);
    if (number === undefined || kept === undefined) throw new Error("no such packet");
    if (kept.messageId !== undefined) numbers.delete(kept.messageId);
    if (brokerCounter === undefined) this.#queued.set(id, number, { ...packet, brokerCounter: number }, 0);
    else kept.messageId = messageId;
    numbers.set(messageId, number);
    this.#numbers.set(id, numbers);
  }

  async outgoingClearMessageId(
    { id }: StoredClient,
    { messageId = 0 }: StoredPacket,
  ): Promise<StoredPacket | undefined> {
    const number = this.#numbers.get(id)?.get(messageId);
    return number === undefined ? undefined : this.#queued.delete(id, number);
  }

  outgoingStream({ id }: StoredClient): Readable {
    return Readable.from(this.#queued.valuesOf(id));
  }

  #forgetNumber(client: string, { messageId }: StoredPacket): void {
    const numbers = this.#numbers.get(client);
    if (numbers === undefined || messageId === undefined) return;
    numbers.delete(messageId);
    if (numbers.size === 0) this.#numbers.delete(client);
  }

  // Only that they are under way: the payload was published when it came.
  async incomingStorePacket({ id }: StoredClient, { messageId = 0 }: StoredPacket): Promise<void> {
    this.#unreleased.set(id, messageId, true, UNRELEASED_BYTES);
  }

  async incomingGetPacket({ id }: StoredClient, { messageId = 0 }: StoredPacket): Promise<object> {
    if (this.#unreleased.get(id, messageId) === undefined) throw new Error("no such packet");
    return { messageId };
  }

  async incomingDelPacket({ id }: StoredClient, { messageId = 0 }: StoredPacket): Promise<void> {
    this.#options.onReleased?.(id, messageId);
    if (this.#unreleased.delete(id, messageId) === undefined) throw new Error("no such packet");
  }

  async cleanIncoming({ id }: StoredClient): Promise<void> {
    this.#unreleased.deleteAll(id);
  }

  async putWill({ id }: StoredClient, packet: StoredPacket): Promise<void> {
    const bytes = (packet.topic?.length ?? 0) + (packet.payload?.length ?? 0) + FILTER_OVERHEAD;
    await this.delWill({ id });
    if (!this.hasRoomForWill(bytes)) throw new Error("no room for another last will");
    this.#wills.set(id, { packet: Object.assign(packet, { brokerId: this.#broker, clientId: id }), bytes });
    this.#bounds.wills.held += bytes;
  }

  async getWill({ id }: StoredClient): Promise<StoredPacket | undefined> {
    return this.#wills.get(id)?.packet;
  }

  async delWill({ id }: StoredClient): Promise<StoredPacket | undefined> {
    const will = this.#wills.get(id);
    if (will === undefined) return undefined;
    this.#wills.delete(id);
    this.#bounds.wills.held -= will.bytes;
    return will.packet;
  }

  // Of other brokers, of which there are none.
  streamWill(): Readable {
    return Readable.from([]);
  }
}

/** A payload is a part of what was read at once: kept as it is, it would keep the rest. */
function ownBytes(payload: Uint8Array | string = ""): Buffer {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(payload));
  if (typeof payload === "string") own.write(payload);
  else own.set(payload);
  return own;
}

function refusedBy(bound: Bound): false {
  bound.meet();
  return false;
}
