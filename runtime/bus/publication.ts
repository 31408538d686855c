/** One event for its subscribers: written once for each serialization, not once for each subscriber. */

import type { BusEvent } from "../model/bus.ts";
import type { Serializer, WrittenPayload } from "./serializers.ts";
import type { Subscription } from "./subscriptions.ts";
import { CODE } from "./wamp-protocol.ts";

export interface PublicationSource extends BusEvent {
  readonly id: number;
  readonly topic: string;
  /** Session ID of the publisher, if it asked to be disclosed. */
  readonly publisher?: number;
}

export class Publication {
  readonly #source: PublicationSource;
  readonly #payloads = new Map<Serializer, WrittenPayload>();

  constructor(source: PublicationSource) {
    this.#source = source;
  }

  get topic(): string {
    return this.#source.topic;
  }

  /** The EVENT for subscribers of `subscription`; it names the topic if the subscription is a pattern. */
  frame(subscription: Subscription<unknown>, serializer: Serializer): Buffer {
    const { id, topic, publisher } = this.#source;
    const details: Record<string, unknown> = {};
    if (subscription.match !== "exact") details["topic"] = topic;
    if (publisher !== undefined) details["publisher"] = publisher;
    return serializer.writeWithPayload([CODE.event, subscription.id, id, details], this.#payload(serializer));
  }

  #payload(serializer: Serializer): WrittenPayload {
    let payload = this.#payloads.get(serializer);
    if (payload === undefined) {
      payload = serializer.writePayload(this.#source.args, this.#source.kwargs);
      this.#payloads.set(serializer, payload);
    }
    return payload;
  }
}
