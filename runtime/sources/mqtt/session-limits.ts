/** Bounds what clients can make the embedded broker keep in memory: sessions, queued and retained messages. */

import type { Aedes } from "aedes";

export const SESSION_LIMITS = {
  /** Messages waiting for one client that is away, or does not acknowledge. */
  queued: 1000,
  /** Durable sessions (`clean session` off). */
  sessions: 1000,
  /** Subscriptions of one client. */
  subscriptions: 100,
  retained: 10_000,
} as const;

interface ClientName {
  readonly id: string;
}

interface Subscriber {
  readonly clientId: string;
}

/** What of the broker's persistence is limited. */
interface SessionStore {
  outgoingEnqueueCombi(subscribers: readonly Subscriber[], packet: object): Promise<void>;
  outgoingClearMessageId(client: ClientName, packet: object): Promise<object | undefined>;
  addSubscriptions(client: ClientName, subscriptions: readonly object[]): Promise<void>;
  subscriptionsByClient(client: ClientName): Promise<readonly object[]>;
  countOffline(): Promise<{ readonly clientsCount: number }>;
  storeRetained(packet: { readonly topic: string; readonly payload: Uint8Array }): Promise<void>;
}

/** Replaces methods of a started broker's persistence by ones that refuse what is too much. */
export function limitSessions(broker: Aedes): void {
  const store = (broker as unknown as { persistence: SessionStore }).persistence;
  limitQueues(store);
  limitSubscriptions(store);
  limitRetained(store);
}

// A message that is not queued for a client that is there makes the broker disconnect it: it was too slow.
function limitQueues(store: SessionStore): void {
  const enqueue = store.outgoingEnqueueCombi.bind(store);
  const clear = store.outgoingClearMessageId.bind(store);
  const queued = new Map<string, number>();
  store.outgoingEnqueueCombi = (subscribers, packet) => {
    const taken = subscribers.filter(({ clientId }) => (queued.get(clientId) ?? 0) < SESSION_LIMITS.queued);
    for (const { clientId } of taken) queued.set(clientId, (queued.get(clientId) ?? 0) + 1);
    return enqueue(taken, packet);
  };
  store.outgoingClearMessageId = async (client, packet) => {
    const cleared = await clear(client, packet);
    if (cleared !== undefined) queued.set(client.id, (queued.get(client.id) ?? 1) - 1);
    if (queued.get(client.id) === 0) queued.delete(client.id);
    return cleared;
  };
}

function limitSubscriptions(store: SessionStore): void {
  const add = store.addSubscriptions.bind(store);
  store.addSubscriptions = async (client, subscriptions) => {
    const known = await store.subscriptionsByClient(client);
    const { clientsCount } = await store.countOffline();
    if (known.length === 0 && clientsCount >= SESSION_LIMITS.sessions) throw new Error("too many durable sessions");
    if (known.length + subscriptions.length > SESSION_LIMITS.subscriptions) throw new Error("too many subscriptions");
    await add(client, subscriptions);
  };
}

function limitRetained(store: SessionStore): void {
  const keep = store.storeRetained.bind(store);
  const topics = new Set<string>();
  store.storeRetained = async (packet) => {
    if (packet.payload.length === 0) topics.delete(packet.topic);
    else if (topics.size >= SESSION_LIMITS.retained && !topics.has(packet.topic)) return;
    else topics.add(packet.topic);
    await keep(packet);
  };
}
