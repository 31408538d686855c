/** Error signals of nodes that have no broker: one of those that have one publishes them. */

import type { Msg, NatsConnection } from "@nats-io/transport-node";
import * as z from "zod";
import { listenTo } from "./listen-to.ts";

const SIGNAL = z.tuple([z.string().regex(/^[^#+\0]{1,1024}$/u), z.string().max(1 << 20)]);
const ANSWER_MS = 5000;
const AGAIN_MS = 2000;

/** The way out of a node without a broker: what its signals take for one. */
export class SignalRelay {
  readonly #subject: string;
  #connection: NatsConnection | undefined;
  #timer: NodeJS.Timeout | undefined;
  #listener: () => void = () => {};

  constructor(subject: string) {
    this.#subject = subject;
  }

  start(connection: NatsConnection): void {
    this.#connection = connection;
    // Nodes with a broker come and go, which nobody tells of.
    this.#timer = setInterval(() => this.#listener(), AGAIN_MS);
    this.#timer.unref();
    this.#listener();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get connected(): boolean {
    return this.#connection !== undefined && !this.#connection.isClosed();
  }

  onConnected(listener: () => void): void {
    this.#listener = listener;
  }

  /** Resolves when a node with a broker has it. */
  async publish(topic: string, payload: string): Promise<void> {
    await this.#connection?.request(this.#subject, JSON.stringify([topic, payload]), { timeout: ANSWER_MS });
  }
}

/** @param brokers `shared`: one of the nodes publishes it; `own`: each has clients of its own, so all of them do */
export function takeSignals(
  connection: NatsConnection,
  subject: string,
  brokers: "shared" | "own",
  pass: (topic: string, payload: string) => void,
): void {
  const hear = (message: Msg) => {
    try {
      pass(...SIGNAL.parse(JSON.parse(Buffer.from(message.data).toString())));
    } catch {
      // Of another version, or of somebody else; it would be the same the next time.
    }
    message.respond();
  };
  listenTo(connection, subject, hear, brokers === "shared" ? "brokers" : undefined);
}
