/** A client's session: its subscriptions, queued messages and unacknowledged deliveries. It may outlive connections. */

import type { Holdings } from "../../model/holdings.ts";
import type { FilterRequest, MessageValues, Qos } from "./packets.ts";

/** An accepted publication, with the properties that are passed on to subscribers. */
export interface MqttMessage extends MessageValues {
  /** The session of the sender; empty: the service. */
  readonly from: string;
  /** In the store's time, ms; absent: never. */
  readonly expiresAtMs: number | undefined;
  /** A copy in memory of its own, made on first use. */
  owned?: MqttMessage;
}

/** How a session receives a message, by all its matching filters. */
export interface Grant {
  readonly qos: Qos;
  readonly asPublished: boolean;
  readonly subscriptionIds: readonly number[];
}

export interface Subscription extends Grant, FilterRequest {}

export interface OutgoingMessage {
  readonly message: MqttMessage;
  readonly qos: Qos;
  readonly retain: boolean;
  readonly subscriptionIds: readonly number[];
  /**
   * The shared filter that matched; when this client's session ends, another of the filter's clients gets the message.
   */
  readonly shared?: string;
}

/** An unacknowledged delivery. Released: PUBREC was received, and only PUBCOMP is missing. */
interface Kept {
  readonly delivery: OutgoingMessage;
  id: number;
  isSent: boolean;
  isReleased: boolean;
}

export type KeptDeliveries = Holdings<number, Kept>;

/** The current connection of a session. */
export interface Link {
  /** Maximum number of unacknowledged publications at QoS 1 and 2. */
  readonly window: number;
  /** False: the client may not or cannot receive the message; it then counts as delivered. */
  send(delivery: OutgoingMessage, id: number, dup: boolean): boolean;
  release(id: number): void;
  mayRead(topic: string): boolean;
  /** Another connection has taken over the session. */
  takenOver(): void;
}

/** [MQTT-2.2.1-3] */
const MOST_IDS = 65_535;

export class Session {
  readonly id: string;
  /** The user, or without users the network address: whose budget the session uses. */
  readonly owner: string;
  readonly filters = new Map<string, Subscription>();
  /** Size of the filters. */
  bytes = 0;
  /** Lifetime without a connection, ms; 0: the session ends with the connection. */
  expiryMs: number;
  awaySinceMs: number | undefined;
  link: Link | undefined;
  readonly #kept: KeptDeliveries;
  /** Numbers of kept deliveries that were not sent on this connection, oldest first. */
  readonly #waiting = new Set<number>();
  /** Packet identifiers in use, with the number of the kept delivery; 0: it is not kept. */
  readonly #byId = new Map<number, number>();
  #lastId = 0;
  #lastNumber = 0;
  #inFlight = 0;
  #isPumping = false;

  constructor(id: string, expiryMs: number, kept: KeptDeliveries, owner = id) {
    this.id = id;
    this.owner = owner;
    this.expiryMs = expiryMs;
    this.#kept = kept;
  }

  get isDurable(): boolean {
    return this.expiryMs > 0;
  }

  /** Messages at QoS 1 and 2 are queued while their client is away or has too many unacknowledged ones. */
  deliver(delivery: OutgoingMessage): void {
    const { link } = this;
    if (delivery.qos === 0) {
      link?.send(delivery, 0, false);
      return;
    }
    if (link === undefined && !this.isDurable) return;
    if (link === undefined || this.#inFlight >= link.window || this.#waiting.size > 0) {
      this.#keep(delivery, 0);
      return;
    }
    const id = this.#takeId();
    if (this.isDurable) this.#keep(delivery, id);
    this.#send(link, delivery, id, false);
  }

  /** Whether a delivery can be sent now. */
  get hasRoom(): boolean {
    return this.link !== undefined && this.#waiting.size === 0 && this.#inFlight < this.link.window;
  }

  /** Repeats unacknowledged deliveries, then sends the queued ones. [MQTT-4.4.0-1] */
  resume(link: Link): void {
    this.link = link;
    this.awaySinceMs = undefined;
    this.#inFlight = 0;
    this.#waiting.clear();
    this.#byId.clear();
    for (const [number, kept] of this.#kept.entriesOf(this.id)) {
      if (kept.id !== 0) this.#byId.set(kept.id, number);
      if (kept.isReleased) {
        this.#inFlight++;
        link.release(kept.id);
      } else this.#waiting.add(number);
    }
    this.#pump();
  }

  /** Handles PUBACK, PUBCOMP, or a PUBREC that refuses. */
  acknowledge(id: number): void {
    const number = this.#byId.get(id);
    if (number === undefined) return;
    if (!this.#waiting.has(number)) this.#inFlight--;
    this.#byId.delete(id);
    this.#kept.delete(this.id, number);
    this.#pump();
  }

  /** Handles PUBREC; false: no publication has this identifier. */
  received(id: number): boolean {
    const number = this.#byId.get(id);
    if (number === undefined) return false;
    const kept = this.#kept.get(this.id, number);
    if (kept === undefined) return true;
    // Its former publication was received: it need not be sent again on this connection.
    if (this.#waiting.delete(number)) this.#inFlight++;
    this.#kept.set(
      this.id,
      number,
      { ...kept, isReleased: true, delivery: withoutPayload(kept.delivery) },
      0,
      this.owner,
    );
    this.#byId.set(id, number);
    return true;
  }

  /** Unacknowledged deliveries of shared filters, for their other clients. */
  leftShared(): OutgoingMessage[] {
    return this.#kept
      .entriesOf(this.id)
      .filter(
        ([, { delivery, isReleased, isSent }]) =>
          delivery.shared !== undefined && !isReleased && !(isSent && delivery.qos === 2),
      )
      .map(([, { delivery }]) => delivery);
  }

  /** A kept delivery was removed: it was acknowledged, or displaced. */
  gone(number: number, { id }: { readonly id: number }): void {
    const wasWaiting = this.#waiting.delete(number);
    // A delivery in flight keeps its identifier until it is acknowledged, even if its message was displaced.
    if (wasWaiting || this.link === undefined) this.#byId.delete(id);
    else if (this.#byId.has(id)) this.#byId.set(id, 0);
  }

  #pump(): void {
    const { link } = this;
    if (link === undefined || this.#isPumping) return;
    this.#isPumping = true;
    for (const number of this.#waiting) {
      if (this.#inFlight >= link.window) break;
      this.#waiting.delete(number);
      const kept = this.#kept.get(this.id, number);
      if (kept !== undefined) this.#sendKept(link, number, kept);
    }
    this.#isPumping = false;
  }

  #sendKept(link: Link, number: number, kept: Kept): void {
    const isAgain = kept.isSent;
    if (kept.id === 0) kept.id = this.#takeId();
    kept.isSent = true;
    if (this.isDurable) this.#byId.set(kept.id, number);
    else this.#kept.delete(this.id, number);
    this.#send(link, kept.delivery, kept.id, isAgain);
  }

  #send(link: Link, delivery: OutgoingMessage, id: number, dup: boolean): void {
    this.#inFlight++;
    if (!link.send(delivery, id, dup)) this.acknowledge(id);
  }

  #keep(delivery: OutgoingMessage, id: number): void {
    const { message } = delivery;
    const number = ++this.#lastNumber;
    const own = { ...delivery, message: ownMessage(message) };
    const bytes = messageBytes(message);
    if (id !== 0) this.#byId.set(id, number);
    const isKept = this.#kept.set(
      this.id,
      number,
      { delivery: own, id, isSent: id !== 0, isReleased: false },
      bytes,
      this.owner,
    );
    if (isKept && id === 0) this.#waiting.add(number);
    if (!isKept && id !== 0) this.#byId.set(id, 0);
  }

  #takeId(): number {
    do this.#lastId = (this.#lastId % MOST_IDS) + 1;
    while (this.#byId.has(this.#lastId));
    this.#byId.set(this.#lastId, 0);
    return this.#lastId;
  }
}

const NO_BYTES = Buffer.alloc(0);

function withoutPayload(delivery: OutgoingMessage): OutgoingMessage {
  return { ...delivery, message: { ...delivery.message, payload: NO_BYTES, properties: {} } };
}

/**
 * A copy of the message. Bytes read together share one buffer, which a payload would keep alive as a whole. All
 * subscribers share the copy.
 */
export function ownMessage(message: MqttMessage): MqttMessage {
  if (message.owned !== undefined) return message.owned;
  const { correlationData } = message.properties;
  const properties = correlationData
    ? { ...message.properties, correlationData: ownBytes(correlationData) }
    : message.properties;
  const own: MqttMessage = { ...message, payload: ownBytes(message.payload), properties };
  own.owned = own;
  message.owned = own;
  return own;
}

function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

/** The delivery of a message to one subscriber. [MQTT-3.8.4-8] */
export function deliveryOf(message: MqttMessage, { qos, asPublished, subscriptionIds }: Grant): OutgoingMessage {
  const lower = Math.min(message.qos, qos) as Qos;
  return { message, qos: lower, retain: asPublished && message.retain, subscriptionIds };
}

/** Memory needed to keep a message. */
export function messageBytes({
  topic,
  payload,
  properties,
}: Pick<MessageValues, "topic" | "payload" | "properties">): number {
  const { contentType = "", responseTopic = "", correlationData, user = [] } = properties;
  const more = contentType.length + responseTopic.length + (correlationData?.length ?? 0);
  return user.reduce(
    (sum, [name, value]) => sum + name.length + value.length + 50,
    topic.length + payload.length + more,
  );
}
