/** An MQTT client at QoS 1: what was not acknowledged is sent again with DUP, in its order, on the next connection [MQTT-4.4.0-1]. */

import { formatSender } from "../../runtime/sources/mqtt/delivery-memory.ts";
import type { Sent } from "./expectation.ts";
import type { Running } from "./machine.ts";

export interface Publishing {
  readonly topic: string;
  readonly payload: Buffer;
  readonly sent: Sent;
}

interface Unanswered extends Publishing {
  readonly messageId: number;
  /** The processes that received it and did not answer. */
  readonly by: Set<Running>;
}

export class RepeatingClient {
  readonly #name: string;
  #unanswered: Unanswered[] = [];
  readonly #sent = new Map<string, Sent>();
  #connection = {};
  #process: Running | undefined;
  #nextId = 1;

  constructor(name: string) {
    this.#name = name;
  }

  get unanswered(): number {
    return this.#unanswered.length;
  }

  /** @param sender of a message */
  sentAs(sender: string): Sent | undefined {
    return this.#sent.get(sender);
  }

  /** The publication waits for a connection if there is none. */
  publish(publishing: Publishing, running: Running | undefined): void {
    const publication = { ...publishing, messageId: this.#nextId++, by: new Set<Running>() };
    this.#sent.set(formatSender(this.#name, publication.messageId), publishing.sent);
    this.#unanswered.push(publication);
    if (running !== undefined && this.#process === running) this.#send(publication, running, false);
    else this.reconnect(running);
  }

  reconnect(running: Running | undefined): void {
    this.#connection = {};
    this.#process = running;
    if (running === undefined) return;
    for (const publication of [...this.#unanswered]) this.#send(publication, running, true);
  }

  #send(publication: Unanswered, running: Running, dup: boolean): void {
    const { topic, payload, messageId, sent, by } = publication;
    const connection = this.#connection;
    if ([...by].some((other) => other !== running)) sent.mayBeTwice = true;
    by.add(running);
    let isRejected = false;
    const packet = {
      topic,
      payload,
      qos: 1,
      dup,
      retain: false,
      messageId,
      clientId: this.#name,
      replayed: false,
    } as const;
    const onRejected = () => {
      isRejected = true;
    };
    void running.reception.receive({ ...packet, onRejected }).then((outcome) => {
      if (outcome !== "kept") {
        sent.answer = "unavailable";
        by.delete(running);
      }
      if (this.#connection !== connection) return;
      // The broker closes the connection.
      if (outcome !== "kept") this.#process = undefined;
      else this.#acknowledged(publication, running, isRejected);
    });
  }

  #acknowledged(publication: Unanswered, { reception }: Running, isRejected: boolean): void {
    const { messageId, sent } = publication;
    reception.acknowledged({ clientId: this.#name, messageId });
    this.#unanswered = this.#unanswered.filter((other) => other !== publication);
    sent.answer = isRejected ? "rejected" : "acknowledged";
  }
}
