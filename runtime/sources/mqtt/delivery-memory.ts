/**
 * Recognises publications that arrive again because they were never acknowledged [MQTT-3.3.1-1].
 *
 * MQTT 3.1.1 gives a redelivery the DUP flag and its former packet identifier, nothing more, and DUP does not say that an
 * earlier copy arrived. Once an acknowledgement has left, the identifier may belong to another publication, of which this may
 * be the first copy to arrive. So a redelivery is recognised (by client, packet identifier, topic and payload) only while no
 * acknowledgement left; in doubt the publication is stored: a second row is better than a lost one. Publications that carry
 * a time need none of this: their second row falls on the first.
 */

import { hash } from "node:crypto";
import type { NotYetDurable } from "../../telemetry/error-signal.ts";

const MAX_DELIVERIES = 50_000;
const MAX_AGE_MS = 600_000;

export interface Delivery {
  /** Empty where the broker does not tell. */
  readonly clientId: string;
  readonly messageId: number;
  readonly topic: string;
  readonly payload: Uint8Array;
}

/** `refused`: not kept, has to come again. The error: has to come again as well, and is then waited for. */
export type DeliveryOutcome = "kept" | "refused" | NotYetDurable;

interface Entry {
  readonly digest: string;
  readonly atMs: number;
  readonly outcome: Promise<DeliveryOutcome>;
}

export class DeliveryMemory {
  readonly #entries = new Map<string, Entry>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** The outcome of an earlier delivery of the same publication; undefined when there was none. */
  earlier(delivery: Delivery): Promise<DeliveryOutcome> | undefined {
    const entry = this.#entries.get(keyOf(delivery));
    if (entry === undefined || this.#nowMs() - entry.atMs > MAX_AGE_MS) return undefined;
    return entry.digest === digestOf(delivery) ? entry.outcome : undefined;
  }

  note(delivery: Delivery, outcome: Promise<DeliveryOutcome>): void {
    const key = keyOf(delivery);
    // Deleted first, so that the map's order is that of the last use.
    this.#entries.delete(key);
    this.#entries.set(key, { digest: digestOf(delivery), atMs: this.#nowMs(), outcome });
    if (this.#entries.size > MAX_DELIVERIES) this.#forgetOldest();
  }

  /** The packet identifier is free. */
  forget(packet: Pick<Delivery, "clientId" | "messageId">): void {
    this.#entries.delete(keyOf(packet));
  }

  #forgetOldest(): void {
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}

/** A client's identifier and its packet identifier as the sender of a message: durable with it, and readable. */
export function formatSender(clientId: string, messageId: number | undefined): string {
  if (messageId === undefined) return clientId;
  return clientId === "" ? `packet ${messageId}` : `${clientId} packet ${messageId}`;
}

function keyOf({ clientId, messageId }: Pick<Delivery, "clientId" | "messageId">): string {
  return `${messageId} ${clientId}`;
}

function digestOf({ topic, payload }: Delivery): string {
  return hash("sha1", Buffer.concat([Buffer.from(`${topic}\0`), payload]), "base64");
}
