/** A bus for WebSocket clients of the service's own HTTP listener: their number, their connections, their share of time. */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import type { Refusal } from "../http/guard.ts";
import { refuseUpgrade } from "../http/upgrade.ts";
import type { Bus, BusEvent } from "../model/bus.ts";
import type { PartStatus } from "../model/part-status.ts";
import { BUS_COUNTERS } from "./counters.ts";
import { DeliveryBudget, type DeliveryLimits } from "./delivery-budget.ts";
import { Subscriptions } from "./subscriptions.ts";

export interface ClientLimits {
  readonly maxSessions: number;
  /** Maximum size of a client's message, bytes. */
  readonly maxMessageBytes: number;
  /**
   * Maximum number of bytes waiting for one client; further events are dropped. A client that lets answers pile up is
   * disconnected.
   */
  readonly maxQueuedBytes: number;
  /** A client that has not answered a ping by the next one is disconnected, ms. */
  readonly pingIntervalMs: number;
  /** Time that clients have to answer a goodbye and to close their side, ms. */
  readonly goodbyeTimeoutMs: number;
  /** Above this share, events of the service are dropped even if their subscribers are fast. */
  readonly delivery: DeliveryLimits;
}

/** The connection of a client. */
export abstract class BusClient {
  readonly #socket: WebSocket;
  readonly #limits: ClientLimits;
  /** False from a ping until its pong. */
  #isAlive = true;

  constructor(socket: WebSocket, limits: ClientLimits) {
    this.#socket = socket;
    this.#limits = limits;
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    socket.on("error", () => socket.terminate());
  }

  /** Tells the client that the service stops. */
  abstract goodbye(): void;

  /** Disconnects a client that has not answered the last ping; pings the others. */
  ping(): void {
    if (this.#isAlive) this.#socket.ping();
    else this.cutOff();
    this.#isAlive = false;
  }

  cutOff(): void {
    this.#socket.terminate();
  }

  /** Whether the client keeps up, so that an event can be queued for it. */
  protected takes(bytes: number): boolean {
    return this.#socket.bufferedAmount + bytes <= this.#limits.maxQueuedBytes;
  }

  /** Answers cannot be dropped, so a client that sends requests without reading answers is disconnected. */
  protected answer(data: string | Buffer, binary: boolean): void {
    if (this.#socket.bufferedAmount > 2 * this.#limits.maxQueuedBytes) this.#socket.terminate();
    else this.#socket.send(data, { binary });
  }

  /** A client that does not close its side is disconnected after a timeout. */
  protected closeSoon(code: number, reason?: string): void {
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), this.#limits.goodbyeTimeoutMs).unref();
  }
}

const FULL: Refusal = { status: 503, body: "Too many clients" };

export abstract class WebSocketBus<Client extends BusClient, Subscriber> implements Bus {
  readonly subscriptions = new Subscriptions<Subscriber>();
  protected readonly clients = new Set<Client>();
  protected readonly counts = { published: 0, delivered: 0, dropped: 0, unwritable: 0, refused: 0 };
  protected readonly budget: DeliveryBudget;
  readonly #goodbyeTimeoutMs: number;
  readonly #maxSessions: number;
  readonly #server: WebSocketServer;
  readonly #pings: NodeJS.Timeout;
  protected readonly closed: Refusal;
  protected isClosing = false;

  /**
   * @param protocolOf the subprotocol to speak with a client that offers these
   * @param closed the answer to clients that come while the bus is closed
   */
  constructor(limits: ClientLimits, protocolOf: (offered: Iterable<string>) => string | undefined, closed: string) {
    const { maxSessions, maxMessageBytes, pingIntervalMs, goodbyeTimeoutMs, delivery } = limits;
    this.#maxSessions = maxSessions;
    this.#goodbyeTimeoutMs = goodbyeTimeoutMs;
    this.closed = { status: 503, body: closed };
    this.budget = new DeliveryBudget(delivery);
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      clientTracking: false,
      handleProtocols: (offered) => protocolOf(offered) ?? false,
    });
    this.#pings = setInterval(() => {
      for (const client of this.clients) client.ping();
    }, pingIntervalMs).unref();
  }

  abstract publish(topic: string, event: BusEvent): void;
  abstract status(): PartStatus;

  /** Also false while the delivery budget is overdrawn: the event is then not built, and is counted as dropped. */
  wants(topic: string): boolean {
    if (this.subscriptions.size === 0 || this.subscriptions.matching(topic).length === 0) return false;
    if (this.budget.allows()) return true;
    this.droppedEvent();
    return false;
  }

  droppedEvent(): void {
    this.counts.dropped += 1;
  }

  /** Says goodbye to all clients and resolves when every connection is closed. */
  async close(): Promise<void> {
    if (this.isClosing) return;
    this.isClosing = true;
    clearInterval(this.#pings);
    for (const client of this.clients) client.goodbye();
    const deadline = performance.now() + this.#goodbyeTimeoutMs;
    while (this.clients.size > 0 && performance.now() < deadline) await sleep(10);
    for (const client of this.clients) client.cutOff();
    this.#server.close();
  }

  /** Accepts a WebSocket upgrade, or answers it with an HTTP error. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const open = this.isClosing ? this.closed : this.opener(request, socket);
    const isFull = this.clients.size >= this.#maxSessions;
    if (typeof open !== "function" || isFull) {
      this.counts.refused += 1;
      refuseUpgrade(socket, typeof open === "function" ? FULL : open);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const client = open(webSocket);
      this.clients.add(client);
      webSocket.on("close", () => this.clients.delete(client));
    });
  }

  /** Makes the client of the connection. @returns why it is not accepted */
  protected abstract opener(request: IncomingMessage, transport: Duplex): ((socket: WebSocket) => Client) | Refusal;

  protected stateOf(what: string, subscriptions: number): PartStatus {
    const { size } = this.clients;
    return {
      state: this.isClosing ? "down" : "ok",
      detail: `${what}, ${size} ${size === 1 ? "client" : "clients"}`,
      counts: BUS_COUNTERS.of({ sessions: size, subscriptions, ...this.counts }),
    };
  }
}
