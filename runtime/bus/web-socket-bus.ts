/** A bus for WebSocket clients of the service's own HTTP listener: their number, their connections, their share of time. */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { clientAddress } from "../http/client-address.ts";
import type { Refusal } from "../http/guard.ts";
import { headerOf } from "../http/headers.ts";
import { refuseUpgrade } from "../http/upgrade.ts";
import { addressKey } from "../lib/address-key.ts";
import { type Bound, statesOf } from "../model/bounds.ts";
import type { Bus, BusEvent } from "../model/bus.ts";
import type { PartStatus } from "../model/part-status.ts";
import { BUS_COUNTERS } from "./counters.ts";
import { DeliveryBudget, type DeliveryLimits } from "./delivery-budget.ts";
import { Subscriptions } from "./subscriptions.ts";

export interface ClientLimits {
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
  /** The user whose room and time it uses; before a log-in and without users, the network address. */
  owner = "";
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
    socket.on("message", () => this.#rest());
  }

  /** Tells the client that the service stops. */
  abstract goodbye(): void;

  /** Disconnects a client that has not answered the last ping; pings the others. */
  ping(): void {
    if (this.#isAlive) this.#socket.ping();
    else this.cutOff();
    this.#isAlive = false;
  }

  /** A client that sends without a pause is read once in a turn of the event loop, as everybody else. */
  #rest(): void {
    if (this.#socket.isPaused) return;
    this.#socket.pause();
    setImmediate(() => this.#socket.resume());
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

/** A connection that may become a client. */
export interface Opening<Client> {
  /** Absent: nobody has logged in. */
  readonly user?: string | undefined;
  open(socket: WebSocket): Client;
}

/** As which a user's clients use room and time; no address looks like it. */
function ownerOf(user: string): string {
  return `user ${user}`;
}

export abstract class WebSocketBus<Client extends BusClient, Subscriber> implements Bus {
  readonly subscriptions = new Subscriptions<Subscriber>();
  protected readonly clients = new Set<Client>();
  protected readonly counts = { published: 0, delivered: 0, dropped: 0, unwritable: 0, refused: 0 };
  protected readonly budget: DeliveryBudget;
  readonly #goodbyeTimeoutMs: number;
  readonly #bound: Bound;
  readonly #server: WebSocketServer;
  readonly #pings: NodeJS.Timeout;
  protected readonly closed: Refusal;
  protected isClosing = false;

  /**
   * @param bound on the number of clients
   * @param protocolOf the subprotocol to speak with a client that offers these
   * @param closed the answer to clients that come while the bus is closed
   */
  constructor(
    limits: ClientLimits,
    bound: Bound,
    protocolOf: (offered: Iterable<string>) => string | undefined,
    closed: string,
  ) {
    const { maxMessageBytes, pingIntervalMs, goodbyeTimeoutMs, delivery } = limits;
    this.#bound = bound;
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
    if (this.subscriptions.size === 0) return false;
    const matching = this.subscriptions.matching(topic);
    if (matching.length === 0) return false;
    const nowMs = this.budget.nowMs();
    for (const { subscribers } of matching)
      for (const each of subscribers) if (this.budget.allows(this.clientOf(each).owner, nowMs)) return true;
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
    const opening = this.isClosing ? this.closed : this.opener(request, socket);
    if ("status" in opening) {
      this.#refuse(socket, opening);
      return;
    }
    const { user } = opening;
    const address = clientAddress(request.socket.remoteAddress ?? "", headerOf(request));
    const owner = user === undefined ? addressKey(address) : ownerOf(user);
    if (!this.#enter(owner)) {
      this.#refuse(socket, FULL);
      return;
    }
    let isOpen = false;
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      isOpen = true;
      const client = opening.open(webSocket);
      client.owner = owner;
      this.clients.add(client);
      webSocket.on("close", () => {
        this.clients.delete(client);
        this.#leave(client.owner);
      });
    });
    // A handshake with a mistake is answered at once.
    if (!isOpen) this.#leave(owner);
  }

  /** The client's user has logged in. @returns whether there is room for another of the user's clients */
  own(client: Client, user: string): boolean {
    const owner = ownerOf(user);
    if (client.owner === owner) return true;
    if (!this.#enter(owner)) return false;
    this.#leave(client.owner);
    client.owner = owner;
    return true;
  }

  #enter(owner: string): boolean {
    if (!this.#bound.take(owner, 1)) {
      this.#bound.meet();
      return false;
    }
    this.budget.join(owner);
    return true;
  }

  #leave(owner: string): void {
    this.#bound.give(owner, 1);
    this.budget.leave(owner);
  }

  #refuse(socket: Duplex, refusal: Refusal): void {
    this.counts.refused += 1;
    refuseUpgrade(socket, refusal);
  }

  /** @returns why the connection is not accepted, or who it is and how to make its client */
  protected abstract opener(request: IncomingMessage, transport: Duplex): Opening<Client> | Refusal;

  protected abstract clientOf(subscriber: Subscriber): Client;

  /** @param bounds further ones than that on clients */
  protected stateOf(what: string, subscriptions: number, ...bounds: readonly Bound[]): PartStatus {
    const { size } = this.clients;
    return {
      state: this.isClosing ? "down" : "ok",
      detail: `${what}, ${size} ${size === 1 ? "client" : "clients"}`,
      counts: BUS_COUNTERS.of({ sessions: size, subscriptions, ...this.counts }),
      bounds: statesOf([this.#bound, ...bounds]),
    };
  }
}
