/** Orders over MQTT: their turn, their keys, and those that a broker retains. */

import { createHash } from "node:crypto";
import type { Decoding } from "../../intake/message-kind.ts";
import { parseForeign } from "../../lib/foreign-json.ts";
import { OwnedMap } from "../../lib/owned-map.ts";
import { channelId, parsePath } from "../../model/address.ts";
import { type Commander, type Order, OrderError } from "../../model/command.ts";
import type { Published, TopicHandler } from "../../model/topics.ts";
import { orderOf } from "./read-order.ts";

export interface MqttOrdersOptions {
  readonly decoding: Decoding;
  readonly commands: {
    takes(place: string): boolean;
    order(place: string, order: Order, by: Commander): Promise<unknown>;
  };
}

/** Realms share it. */
const MOST_RETAINED = 1000;
const RETAINED =
  "The broker retains a command on this topic, which was not sent now: publish an empty retained message there to delete it";

export class MqttOrders implements TopicHandler {
  readonly errorName = "CommandError";
  readonly #options: MqttOrdersOptions;
  /** The newest order of each place: the next one waits for it. */
  readonly #newest = new Map<string, Promise<void>>();
  /** Topics with a retained order that was reported. */
  readonly #retained = new OwnedMap<true>(MOST_RETAINED);

  constructor(options: MqttOrdersOptions) {
    this.#options = options;
  }

  takes(topic: string): boolean {
    return this.#options.commands.takes(this.#placeOf(topic));
  }

  /** Orders are given in the order of their arrival, however long an interlock takes. */
  async receive(published: Published): Promise<void> {
    const place = this.#placeOf(published.topic);
    const order = () => this.#order(published, place);
    const given = (this.#newest.get(place) ?? Promise.resolve()).then(order, order);
    this.#newest.set(place, given);
    return given.finally(() => {
      if (this.#newest.get(place) === given) this.#newest.delete(place);
    });
  }

  retained(topic: string): string | undefined {
    if (this.#retained.get(topic) === true) return undefined;
    this.#retained.set(topic.split("/", 1)[0]!, topic, true);
    return RETAINED;
  }

  /** The place whose commands the topic carries. */
  #placeOf(topic: string): string {
    const written = topic.slice(0, topic.lastIndexOf("/"));
    const { address } = parsePath(`${written}/data`, this.#options.decoding.now.epoch.realms);
    return address === undefined ? written : channelId(address).slice(1);
  }

  async #order(published: Published, place: string): Promise<void> {
    const { payload, clientId, retain, commander } = published;
    if (retain) throw new OrderError(400, "A command is not to be retained: it would be given again");
    const { order } = orderOf(parseForeign(payload));
    const keyed = order.key === undefined ? { ...order, ...keyOf(published) } : order;
    await this.#options.commands.order(place, keyed, commander ?? { user: clientId || "mqtt" });
  }
}

/**
 * A repeated delivery after a restart of the service is the same command. The payload is part of the key, because brokers use packet
 * identifiers again.
 */
function keyOf({ clientId, messageId, payload, dup }: Published): { key?: string; isNew?: true } {
  if (messageId === undefined) return {};
  const digest = createHash("sha256").update(`${clientId}\n${messageId}\n`).update(payload).digest("base64");
  return { key: `mqtt ${digest}`, ...(!dup && { isNew: true }) };
}
