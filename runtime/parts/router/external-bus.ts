/** Publishes to an external WAMP router, as its client. */

import type { WebSocket } from "ws";
import { BUS_COUNTERS } from "../../bus/counters.ts";
import { shownUrl } from "../../lib/shown-url.ts";
import type { Bus, BusEvent } from "../../model/bus.ts";
import type { PartStatus } from "../../model/part-status.ts";
import { type AutobahnConnection, type AutobahnSession, type CloseDetails, newConnection } from "./autobahn.ts";

export interface ExternalBusOptions {
  /** `ws://…`, `wss://…` */
  readonly url: string;
  readonly realm: string;
  /** Maximum number of bytes waiting to be sent; further events are dropped. */
  readonly maxQueuedBytes?: number;
  /** Back-off between attempts to connect, ms. */
  readonly minDelayMs?: number;
  readonly maxDelayMs?: number;
}

/** Connects in the background and keeps trying. Without a session it wants no topic and queues no event. */
export function openExternalBus(options: ExternalBusOptions): Bus {
  const bus = new ExternalBus(options);
  bus.connect();
  return bus;
}

class ExternalBus implements Bus {
  readonly shown: string;
  readonly #options: Required<ExternalBusOptions>;
  #connection: AutobahnConnection | undefined;
  #session: AutobahnSession | undefined;
  #socket: WebSocket | undefined;
  #retry: NodeJS.Timeout | undefined;
  #attempts = 0;
  #counts = { published: 0, dropped: 0, connects: 0 };
  #lastError: { message: string; time: string } | undefined;
  #lastSuccess: string | undefined;
  #closing = false;
  #onGone: (() => void) | undefined;

  constructor(options: ExternalBusOptions) {
    this.shown = `external router ${shownUrl(options.url)}`;
    this.#options = { maxQueuedBytes: 4 * 1024 * 1024, minDelayMs: 500, maxDelayMs: 30_000, ...options };
  }

  connect(): void {
    const { url, realm } = this.#options;
    const connection = newConnection(realm, {
      url,
      onSocket: (socket) => {
        this.#socket = socket;
      },
      onError: (error) => this.#failed(error.message),
    });
    connection.onopen = (session) => {
      this.#session = session;
      this.#attempts = 0;
      this.#counts.connects += 1;
      this.#lastSuccess = new Date().toISOString();
    };
    // Autobahn stops reconnecting for good after a router's goodbye. A new connection for each attempt avoids that.
    connection.onclose = (_reason, details) => this.#gone(details);
    this.#connection = connection;
    connection.open();
  }

  wants(): boolean {
    return this.#session?.isOpen === true;
  }

  publish(topic: string, event: BusEvent): void {
    if (this.#session?.isOpen !== true) return;
    if ((this.#socket?.bufferedAmount ?? 0) > this.#options.maxQueuedBytes) {
      this.#counts.dropped += 1;
      return;
    }
    try {
      this.#session.publish(topic, event.args, event.kwargs);
      this.#counts.published += 1;
    } catch (error) {
      // A value that JSON cannot represent. Publishing never throws into ingestion.
      this.#counts.dropped += 1;
      this.#failed(String(error));
    }
  }

  status(): PartStatus {
    const { realm } = this.#options;
    const url = shownUrl(this.#options.url);
    const connected = this.wants();
    return {
      state: connected ? "ok" : this.#closing ? "down" : "degraded",
      detail: connected ? `${url}, realm '${realm}'` : `${url}: not connected, attempt ${this.#attempts + 1}`,
      counts: BUS_COUNTERS.of({ sessions: 0, subscriptions: 0, ...this.#counts }),
      ...(this.#lastError && { lastError: this.#lastError }),
      ...(this.#lastSuccess !== undefined && { lastSuccess: this.#lastSuccess }),
    };
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    clearTimeout(this.#retry);
    const socket = this.#socket;
    if (socket === undefined || this.#connection === undefined) return;
    const gone = new Promise<void>((resolve) => {
      this.#onGone = resolve;
    });
    this.#connection.close();
    const cutOff = setTimeout(() => socket.terminate(), 1_000);
    await gone;
    clearTimeout(cutOff);
  }

  #gone(details: CloseDetails): boolean {
    this.#session = undefined;
    this.#socket = undefined;
    this.#onGone?.();
    if (details.reason !== null && !this.#closing) this.#failed(`${details.reason}: ${details.message}`);
    if (!this.#closing) this.#retryLater();
    return true;
  }

  #retryLater(): void {
    const { minDelayMs, maxDelayMs } = this.#options;
    const delay = Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(this.#attempts, 16));
    this.#attempts += 1;
    // Jitter: many services must not reconnect to a router at the same moment.
    this.#retry = setTimeout(() => this.connect(), delay * (0.75 + Math.random() / 2));
  }

  #failed(message: string): void {
    this.#lastError = { message, time: new Date().toISOString() };
  }
}
