/** The state of a host: retained while it runs, and its will. Edge nodes wait for it. [Eclipse Sparkplug 3.0, 5.13 and 6.4.26] */

import { Connection, type Sent, type Session } from "./connection.ts";
import type { BrokerSettings } from "./keys.ts";
import { NAMESPACE } from "./topic.ts";

export interface HostState {
  readonly online: boolean;
  /** Milliseconds since 1970; a will has that of its session's beginning. */
  readonly timestamp: number;
}

export class HostSession implements Session {
  readonly clientId: string;
  readonly filters: readonly string[];
  readonly #connection: Connection;
  readonly #nowMs: () => bigint;
  #timestamp = 0;

  constructor(broker: BrokerSettings, host: string, nowMs: () => bigint) {
    this.clientId = `structline ${host}`;
    this.filters = [hostTopic(host)];
    this.#nowMs = nowMs;
    this.#connection = new Connection(broker, this);
  }

  get lastError() {
    return this.#connection.lastError;
  }

  get isOnline(): boolean {
    return this.#connection.isConnected;
  }

  start(): void {
    this.#connection.start();
  }

  async stop(): Promise<void> {
    await this.#connection.stop();
  }

  async prepare(): Promise<void> {
    this.#timestamp = Number(this.#nowMs());
  }

  lastWords(): Sent {
    return this.#state(false);
  }

  begin(): void {
    this.#connection.publish(this.#state(true), 1);
  }

  end(): void {}

  /** The will of an earlier connection may come late. */
  receive(_topic: string, payload: Buffer): void {
    if (stateIn(payload)?.online === false) this.begin();
  }

  #state(online: boolean): Sent {
    const topic = this.filters[0]!;
    return { topic, payload: JSON.stringify({ online, timestamp: this.#timestamp }), retain: true };
  }
}

export function hostTopic(host: string): string {
  return `${NAMESPACE}/STATE/${host}`;
}

/** With the place and the words of Sparkplug 2.2, which has no time. */
export function stateTopics(host: string): readonly string[] {
  return [hostTopic(host), `STATE/${host}`];
}

/** Undefined: it is not one. @param atMs time of a state that has none */
export function stateIn(payload: Uint8Array, atMs = 0): HostState | undefined {
  const [, word] = /^(ON|OFF)LINE$/.exec(Buffer.from(payload).toString("latin1")) ?? [];
  if (word !== undefined) return { online: word === "ON", timestamp: atMs };
  try {
    const { online, timestamp } = JSON.parse(Buffer.from(payload).toString()) as Partial<HostState>;
    return typeof online === "boolean" && typeof timestamp === "number" ? { online, timestamp } : undefined;
  } catch {
    return undefined;
  }
}
