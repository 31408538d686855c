/**
 * Acknowledges frames until a server confirms it. An acknowledgement can be lost with the server that leads the
 * consumer, and the reader notices nothing. The frame would stay in the log until the consumer repeats it, after ten
 * minutes, and frames of other lanes would wait for it (`lane-gate.ts`).
 */

import { createInbox, type NatsConnection } from "@nats-io/transport-node";

interface Unconfirmed {
  /** The subject of the acknowledgement. */
  readonly of: string;
  sentMs: number;
  attempts: number;
}

const AGAIN_MS = 2000;
/** If the consumer is gone, nobody confirms; its successor delivers the frame again. */
const MOST_ATTEMPTS = 30;
const ACK = Buffer.from("+ACK");

export class Acknowledgements {
  readonly #connection: NatsConnection;
  readonly #inbox = createInbox();
  readonly #unconfirmed = new Map<string, Unconfirmed>();
  #sent = 0;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, { subject, headers }) => {
        // While a consumer has no leader, nobody is there to answer (503).
        if (error === null && headers === undefined) this.#unconfirmed.delete(subject);
      },
    });
  }

  get unconfirmed(): number {
    return this.#unconfirmed.size;
  }

  /** @param of subject of the acknowledgement */
  send(of: string): void {
    const subject = `${this.#inbox}.${++this.#sent}`;
    const one = { of, sentMs: performance.now(), attempts: 1 };
    this.#unconfirmed.set(subject, one);
    this.#publish(subject, one);
  }

  /** Repeats unconfirmed ones. Call it regularly. */
  again(): void {
    const now = performance.now();
    for (const [subject, one] of this.#unconfirmed) {
      if (now - one.sentMs < AGAIN_MS) continue;
      one.sentMs = now;
      if (++one.attempts > MOST_ATTEMPTS) this.#unconfirmed.delete(subject);
      else this.#publish(subject, one);
    }
  }

  #publish(reply: string, { of }: Unconfirmed): void {
    if (!this.#connection.isClosed()) this.#connection.publish(of, ACK, { reply });
  }
}
