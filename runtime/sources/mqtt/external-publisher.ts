/**
 * Publications to an external broker. A broker that does not take one (it is longer than the broker allows, or its topic is not allowed)
 * says nothing in MQTT 3.1.1: it closes the connection. Sent again on each connection, such a publication would keep everything else
 * from arriving, so it is found and given up.
 */

import type { MqttClient } from "mqtt";
import { type Keeping, Unpublishable } from "../../model/signal-transport.ts";

type Client = Pick<MqttClient, "connected" | "publishAsync" | "outgoing" | "removeOutgoingMessage">;

interface Sent {
  readonly topic: string;
  readonly bytes: number;
  readonly atMs: number;
}

/** A broker that does not take a publication closes within this time; one that hangs takes longer. */
const AT_ONCE_MS = 2000;
/** Number of connections in a row that ended so, before publications are sent one by one. */
const DOUBTED = 2;
/** Number of acknowledgements after which they are sent together again. */
const TRUSTED = 100;

export class ExternalPublisher {
  readonly #client: Client;
  readonly #onRefused: (publication: Sent) => void;
  readonly #sent = new Set<Sent>();
  #hasAcknowledged = false;
  #closings = 0;
  /** One by one until so many more are acknowledged. */
  #carefully = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** The only publication under way when the last connection ended. */
  #doubted: Sent | undefined;
  #refused: Sent | undefined;

  constructor(client: Client, onRefused: (publication: Sent) => void) {
    this.#client = client;
    this.#onRefused = onRefused;
  }

  /** @throws Unpublishable if the broker does not take it, Error if it is away */
  async publish(topic: string, payload: Buffer, keeping: Keeping): Promise<void> {
    if (!this.#client.connected) throw new Error("the MQTT broker is away");
    if (keeping === "once") {
      await this.#client.publishAsync(topic, payload, { qos: 0 });
      return;
    }
    if (this.#carefully === 0) return this.#send(topic, payload, keeping);
    const turn = this.#last.then(() => {
      if (!this.#client.connected) throw new Error("the MQTT broker is away");
      return this.#send(topic, payload, keeping);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** The connection has ended: what is not acknowledged is the caller's again, who sends it in order. */
  closed(): void {
    this.#judge();
    this.#hasAcknowledged = false;
    for (const id of Object.keys(this.#client.outgoing)) this.#client.removeOutgoingMessage(Number(id));
  }

  async #send(topic: string, payload: Buffer, keeping: Keeping): Promise<void> {
    const sent = { topic, bytes: payload.length, atMs: performance.now() };
    this.#sent.add(sent);
    try {
      await this.#client.publishAsync(topic, payload, { qos: 1, retain: keeping === "retained" });
    } catch (error) {
      if (this.#refused !== sent) throw error;
      throw new Unpublishable(`the broker closes the connection when it gets ${sent.bytes} bytes on this topic`);
    } finally {
      this.#sent.delete(sent);
    }
    this.#hasAcknowledged = true;
    if (this.#carefully > 0) this.#carefully--;
    this.#doubted = undefined;
  }

  #judge(): void {
    const newest = [...this.#sent].at(-1);
    const isSudden = newest !== undefined && performance.now() - newest.atMs < AT_ONCE_MS;
    if (!isSudden || (this.#hasAcknowledged && this.#carefully === 0)) {
      this.#closings = 0;
      return;
    }
    if (this.#carefully === 0) {
      if (++this.#closings >= DOUBTED) this.#carefully = TRUSTED;
      return;
    }
    const { topic, bytes } = newest;
    const isSame = this.#doubted?.topic === topic && this.#doubted.bytes === bytes;
    this.#doubted = isSame ? undefined : newest;
    if (!isSame) return;
    this.#refused = newest;
    this.#carefully = TRUSTED;
    this.#onRefused(newest);
  }
}
