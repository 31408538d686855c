/**
 * A connection to the hosts' broker. Each attempt has a will of its own, since what the will says is that of the session. Connects until
 * `stop`.
 */

import { readFileSync } from "node:fs";
import { connect, type MqttClient } from "mqtt";
import { brokerAt } from "../../sources/mqtt/broker-at.ts";
import type { BrokerSettings } from "./keys.ts";

export interface Sent {
  readonly topic: string;
  readonly payload: Uint8Array | string;
  readonly retain?: boolean;
}

/** What uses the connection. */
export interface Session {
  readonly clientId: string;
  /** What the broker publishes if the connection is lost, and what is published where it ends. */
  lastWords(): Sent;
  /** Before each connection. */
  prepare?(): Promise<void>;
  readonly filters: readonly string[];
  /** The broker knows the filters. */
  begin(): void;
  receive(topic: string, payload: Buffer): void;
  end(): void;
  /** What was sent left the process. */
  resume?(): void;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
const CONNECT_MS = 10_000;
const GOODBYE_MS = 1000;
const MOST_UNSENT = 1 << 20;

export class Connection {
  readonly #broker: BrokerSettings;
  readonly #session: Session;
  #client: MqttClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryMs = FIRST_RETRY_MS;
  #isStopped = false;
  #hasBegun = false;
  lastError: { readonly message: string; readonly time: string } | undefined;

  constructor(broker: BrokerSettings, session: Session) {
    this.#broker = broker;
    this.#session = session;
  }

  get isConnected(): boolean {
    return this.#hasBegun;
  }

  get hasRoom(): boolean {
    return this.#client?.connected === true && this.#client.stream.writableLength < MOST_UNSENT;
  }

  start(): void {
    this.#open().catch((error: Error) => {
      this.#note(error);
      this.#retry();
    });
  }

  publish({ topic, payload, retain }: Sent, qos: 0 | 1 = 0): void {
    this.#client?.publish(topic, payload as Buffer, { qos, ...(retain === true && { retain }) });
  }

  /** Says the last words and connects anew. */
  async restart(): Promise<void> {
    await this.#close();
    this.#retry();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#close();
  }

  async #open(): Promise<void> {
    const session = this.#session;
    const { url, username, password, ca } = this.#broker;
    await session.prepare?.();
    if (this.#isStopped) return;
    const { topic, payload, retain = false } = session.lastWords();
    const client = connect({
      ...brokerAt(url),
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(ca !== undefined && { ca: readFileSync(ca) }),
      clientId: session.clientId,
      clean: true,
      protocolVersion: 4,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_MS,
      keepalive: 30,
      queueQoSZero: false,
      will: { topic, payload: Buffer.from(payload as string), qos: 1, retain },
    });
    this.#client = client;
    client.on("connect", () => void this.#begin(client));
    client.on("message", (on, body) => {
      if (client === this.#client) session.receive(on, body);
    });
    client.on("error", (error) => this.#note(error));
    client.stream.on("drain", () => session.resume?.());
    client.on("close", () => {
      if (client !== this.#client) return;
      this.#ended();
      this.#retry();
    });
  }

  async #begin(client: MqttClient): Promise<void> {
    const { filters } = this.#session;
    try {
      const granted = await client.subscribeAsync([...filters], { qos: 1 });
      const refused = granted.filter(({ qos }) => qos === 128).map(({ topic }) => topic);
      if (refused.length > 0) throw new Error(`the broker refuses subscriptions to ${refused.join(", ")}`);
      if (client !== this.#client) return;
      this.#retryMs = FIRST_RETRY_MS;
      this.#hasBegun = true;
      this.#session.begin();
    } catch (error) {
      this.#note(error as Error);
      if (client !== this.#client) return;
      this.#ended();
      client.end(true);
      this.#retry();
    }
  }

  #ended(): void {
    this.#client = undefined;
    if (!this.#hasBegun) return;
    this.#hasBegun = false;
    this.#session.end();
  }

  async #close(): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    const said = client.connected ? client.publishAsync(...publication(this.#session.lastWords())) : undefined;
    // From here on it is another one's: what the broker still sends is not heard.
    this.#ended();
    const isOver = setTimeout(() => client.end(true), GOODBYE_MS);
    await said?.catch(() => {});
    await client.endAsync(said === undefined).catch(() => {});
    clearTimeout(isOver);
  }

  #retry(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start(), this.#retryMs * (0.75 + Math.random() / 2));
    this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
  }

  #note(error: Error): void {
    this.lastError = { message: error.message || error.name, time: new Date().toISOString() };
  }
}

function publication({ topic, payload, retain = false }: Sent): [string, Buffer, { qos: 1; retain: boolean }] {
  return [topic, Buffer.from(payload as string), { qos: 1, retain }];
}
