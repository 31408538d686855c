/** Relays error signals of nodes without a broker: a node with a broker publishes them. */

import type { Msg, NatsConnection } from "@nats-io/transport-node";
import * as z from "zod";
import { parseForeign } from "../../lib/foreign-json.ts";
import type { Keeping } from "../../model/signal-transport.ts";
import { listenTo } from "./listen-to.ts";

const KEEPING = z.enum(["retained", "passing"]).default("passing");
const SIGNAL = z.object({
  topic: z.string().regex(/^[^#+\0]{1,1024}$/u),
  payload: z.string().max(1 << 20),
  keeping: KEEPING,
});
const ANSWER_MS = 5000;
const AGAIN_MS = 2000;

/** The transport for a node without a broker. */
export class SignalRelay {
  readonly #subject: string;
  #connection: NatsConnection | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #listeners: (() => void)[] = [];

  constructor(subject: string) {
    this.#subject = subject;
  }

  start(connection: NatsConnection): void {
    this.#connection = connection;
    // Nodes with a broker appear and disappear without notice.
    this.#timer = setInterval(() => this.#tell(), AGAIN_MS);
    this.#timer.unref();
    this.#tell();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get connected(): boolean {
    return this.#connection !== undefined && !this.#connection.isClosed();
  }

  onConnected(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves when a node with a broker has the signal. */
  async publish(topic: string, payload: string, keeping: Keeping = "passing"): Promise<void> {
    const text = JSON.stringify({ topic, payload, keeping });
    await this.#connection?.request(this.#subject, text, { timeout: ANSWER_MS });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** @param brokers `shared`: one of the nodes publishes it; `own`: each node has its own clients, so all of them do */
export function takeSignals(
  connection: NatsConnection,
  subject: string,
  brokers: "shared" | "own",
  pass: (topic: string, payload: string, keeping: Keeping) => void,
): void {
  const hear = (message: Msg) => {
    const { data: signal } = SIGNAL.safeParse(parseForeign(message.data));
    // If it comes from another version or program, trying it again would not help.
    if (signal !== undefined) pass(signal.topic, signal.payload, signal.keeping);
    message.respond();
  };
  listenTo(connection, subject, hear, brokers === "shared" ? "brokers" : undefined);
}
