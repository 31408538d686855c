/**
 * Acknowledges frames until a server confirms it. An acknowledgement can be lost with the server that leads the
 * consumer, and the reader notices nothing. The frame would stay in the log until the consumer repeats it, after ten
 * minutes, and frames of other lanes would wait for it (`lane-gate.ts`).
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";

const AGAIN_MS = 2000;
/** If the consumer is gone, nobody confirms; its successor delivers the frame again. */
const MOST_ATTEMPTS = 30;
const ACK = Buffer.from("+ACK");

export class Acknowledgements {
  readonly #connection: NatsConnection;
  unconfirmed = 0;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
  }

  /** @param of subject of the acknowledgement */
  async send(of: string): Promise<void> {
    this.unconfirmed++;
    for (let attempt = 0; attempt < MOST_ATTEMPTS && !this.#connection.isClosed(); attempt++) {
      const sentMs = performance.now();
      const answer = await this.#connection.request(of, ACK, { timeout: AGAIN_MS }).catch(() => undefined);
      if (answer !== undefined) break;
      // While a consumer has no leader, the servers answer at once that nobody is there.
      await sleep(Math.max(0, sentMs + AGAIN_MS - performance.now()), undefined, { ref: false });
    }
    this.unconfirmed--;
  }
}
