/**
 * Recognises publications that arrive again because they were never acknowledged [MQTT-3.3.1-1].
 *
 * In MQTT 3.1.1, a redelivery has only the DUP flag and its former packet identifier, and DUP does not prove that an
 * earlier copy arrived. After an acknowledgement was sent, the identifier may belong to another publication, of which
 * this may be the first copy to arrive. So a redelivery is recognised (by client, packet identifier, topic and payload)
 * only until an acknowledgement is sent. In doubt the publication is stored: a second row is better than a lost one.
 * Publications with a time do not need this: their second row replaces the first.
 */

import { hash } from "node:crypto";

/** A power of two. */
const BUCKETS = 4096;
/** Beyond this, a bucket forgets its oldest entry. */
const MAX_IN_BUCKET = 16;
const MAX_AGE_MS = 600_000;

export interface ReceivedPublish {
  /** Empty if the broker does not provide it. */
  readonly clientId: string;
  readonly messageId: number;
  readonly topic: string;
  readonly payload: Uint8Array;
}

/** `refused`: not kept, must be sent again. */
export type DeliveryOutcome = "kept" | "refused";

interface RememberedPublish extends Pick<ReceivedPublish, "clientId" | "messageId"> {
  readonly digest: string;
  readonly atMs: number;
  readonly outcome: Promise<DeliveryOutcome>;
  /** The previous entry in the same bucket. */
  next: RememberedPublish | undefined;
}

/**
 * A custom hash table: with many insertions and deletions, a `Map` is copied again and again, and V8 keeps the contents
 * of the copies alive until a full collection. That took a quarter of the time of a stream of publications.
 */
export class DeliveryMemory {
  readonly #buckets = new Array<RememberedPublish | undefined>(BUCKETS).fill(undefined);
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** The outcome of an earlier delivery of the same publication; undefined if there was none. */
  earlier(delivery: ReceivedPublish): Promise<DeliveryOutcome> | undefined {
    let entry = this.#buckets[bucketOf(delivery)];
    while (entry !== undefined && !isSame(entry, delivery)) entry = entry.next;
    if (entry === undefined || this.#nowMs() - entry.atMs > MAX_AGE_MS) return undefined;
    return entry.digest === digestOf(delivery) ? entry.outcome : undefined;
  }

  note(delivery: ReceivedPublish, outcome: Promise<DeliveryOutcome>): void {
    this.forget(delivery);
    const { clientId, messageId } = delivery;
    const bucket = bucketOf(delivery);
    const entry: RememberedPublish = {
      clientId,
      messageId,
      digest: digestOf(delivery),
      atMs: this.#nowMs(),
      outcome,
      next: this.#buckets[bucket],
    };
    this.#buckets[bucket] = entry;
    let last: RememberedPublish | undefined = entry;
    for (let count = 1; count < MAX_IN_BUCKET && last !== undefined; count++) last = last.next;
    if (last !== undefined) last.next = undefined;
  }

  /** The packet identifier is free again. */
  forget(packet: Pick<ReceivedPublish, "clientId" | "messageId">): void {
    const bucket = bucketOf(packet);
    let before: RememberedPublish | undefined;
    for (let entry = this.#buckets[bucket]; entry !== undefined; before = entry, entry = entry.next) {
      if (!isSame(entry, packet)) continue;
      if (before === undefined) this.#buckets[bucket] = entry.next;
      else before.next = entry.next;
      return;
    }
  }
}

function isSame(
  entry: RememberedPublish,
  { clientId, messageId }: Pick<ReceivedPublish, "clientId" | "messageId">,
): boolean {
  return entry.messageId === messageId && entry.clientId === clientId;
}

/** [FNV-1a: its multiplication and exclusive or] */
function bucketOf({ clientId, messageId }: Pick<ReceivedPublish, "clientId" | "messageId">): number {
  let hash = messageId;
  for (let index = 0; index < clientId.length; index++) {
    hash = Math.imul(hash ^ clientId.charCodeAt(index), 16_777_619);
  }
  return (hash ^ (hash >>> 12)) & (BUCKETS - 1);
}

/** A client's identifier with its packet identifier, stored as the message's sender: durable and readable. */
export function formatSender(clientId: string, messageId: number | undefined): string {
  if (messageId === undefined) return clientId;
  return clientId === "" ? `packet ${messageId}` : `${clientId} packet ${messageId}`;
}

function digestOf({ topic, payload }: ReceivedPublish): string {
  return hash("sha1", Buffer.concat([Buffer.from(`${topic}\0`), payload]), "base64");
}
