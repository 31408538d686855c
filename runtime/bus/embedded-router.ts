/** A WAMP 2 router (broker role) on the service's own HTTP listener. */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Refusal } from "../http/guard.ts";
import { offeredSubprotocols, refuseUpgrade } from "../http/upgrade.ts";
import type { PartStatus } from "../telemetry/part-status.ts";
import type { RouterAuthentication } from "./authentication.ts";
import type { Bus, BusEvent } from "./bus.ts";
import { DeliveryBudget, type DeliveryLimits } from "./delivery-budget.ts";
import { Publication, type PublicationSource } from "./publication.ts";
import { RouterSession, type SessionHost, type SessionLimits } from "./router-session.ts";
import { SERIALIZERS, type Serializer } from "./serializers.ts";
import { type Subscription, Subscriptions } from "./subscriptions.ts";
import type { ClientMessage, Receivers } from "./wamp-protocol.ts";

export interface RouterLimits extends SessionLimits {
  readonly maxSessions: number;
  /** Maximum size of a client's message, bytes. */
  readonly maxMessageBytes: number;
  /** A client that has not answered a ping by the next one is disconnected, ms. */
  readonly pingIntervalMs: number;
  /** Above this share, events of the service are dropped even if their subscribers are fast. */
  readonly delivery: DeliveryLimits;
}

export interface RouterOptions {
  readonly realm: string;
  /** Absent: every client may do everything. */
  readonly authentication?: RouterAuthentication;
  readonly limits?: Partial<RouterLimits>;
}

const DEFAULT_ROUTER_LIMITS: RouterLimits = {
  maxQueuedBytes: 4 * 1024 * 1024,
  maxSubscriptions: 10_000,
  openTimeoutMs: 10_000,
  maxSessions: 1_000,
  maxMessageBytes: 1024 * 1024,
  pingIntervalMs: 30_000,
  goodbyeTimeoutMs: 1_000,
  delivery: { share: 0.3, burstMs: 300 },
};

export class EmbeddedRouter implements Bus, SessionHost {
  readonly realm: string;
  readonly limits: RouterLimits;
  readonly authentication: RouterAuthentication | undefined;
  readonly subscriptions = new Subscriptions<RouterSession>();
  readonly #server: WebSocketServer;
  readonly #sessions = new Set<RouterSession>();
  readonly #pings: NodeJS.Timeout;
  readonly #budget: DeliveryBudget;
  readonly #counts = { published: 0, delivered: 0, dropped: 0, unwritable: 0, refused: 0 };
  #closed: (() => void) | undefined;
  #closing = false;

  constructor(options: RouterOptions) {
    this.realm = options.realm;
    this.limits = { ...DEFAULT_ROUTER_LIMITS, ...options.limits };
    this.authentication = options.authentication;
    this.#budget = new DeliveryBudget(this.limits.delivery);
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: this.limits.maxMessageBytes,
      perMessageDeflate: false,
      clientTracking: false,
      handleProtocols: (offered) => chooseSerializer(offered)?.subprotocol ?? false,
    });
    this.#pings = setInterval(() => this.#ping(), this.limits.pingIntervalMs);
    this.#pings.unref();
  }

  /** Accepts a WebSocket upgrade for `/ws`, or answers it with an HTTP error. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const problem = this.#upgradeProblem(request);
    if (problem !== undefined) {
      this.#counts.refused += 1;
      refuseUpgrade(socket, problem);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#connected(webSocket, socket, request));
  }

  /** Also false while the delivery budget is overdrawn: the event is then not built, and is counted as dropped. */
  wants(topic: string): boolean {
    if (this.subscriptions.matching(topic).length === 0) return false;
    if (this.#budget.allows()) return true;
    this.#counts.dropped += 1;
    return false;
  }

  publish(topic: string, event: BusEvent): void {
    this.#budget.spend(() => this.#deliver({ id: newId(), topic, ...event }, () => true));
  }

  publishFrom(publisher: RouterSession, message: Extract<ClientMessage, { kind: "publish" }>): number {
    const { topic, args, kwargs, options } = message;
    const id = newId();
    const source = { id, topic, args, kwargs, ...(options.discloseMe && { publisher: publisher.id }) };
    this.#deliver(source, (session) => {
      if (session === publisher && options.excludeMe) return false;
      return !isListed(session, options.exclude, "none") && isListed(session, options.eligible, "all");
    });
    return id;
  }

  newSessionId(): number {
    return newId();
  }

  droppedEvent(): void {
    this.#counts.dropped += 1;
  }

  status(): PartStatus {
    const { size } = this.#sessions;
    return {
      state: this.#closing ? "down" : "ok",
      detail: `WAMP realm '${this.realm}' at /ws, ${size} ${size === 1 ? "client" : "clients"}`,
      counts: { sessions: size, subscriptions: this.subscriptions.size, ...this.#counts },
    };
  }

  /** Says goodbye to all clients and resolves when every connection is closed. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    clearInterval(this.#pings);
    for (const session of this.#sessions) session.shutDown();
    await this.#allGone();
    for (const session of this.#sessions) session.cutOff();
    this.#server.close();
  }

  async #allGone(): Promise<void> {
    if (this.#sessions.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.limits.goodbyeTimeoutMs);
      this.#closed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #upgradeProblem(request: IncomingMessage): Refusal | undefined {
    if (this.#closing) return { status: 503, body: "The router is shutting down" };
    if (this.#sessions.size >= this.limits.maxSessions) return { status: 503, body: "Too many clients" };
    if (chooseSerializer(offeredSubprotocols(request)) === undefined) {
      return { status: 400, body: "Subprotocol wamp.2.json or wamp.2.msgpack is required" };
    }
    return undefined;
  }

  #connected(webSocket: WebSocket, transport: Duplex, request: IncomingMessage): void {
    const serializer = chooseSerializer([webSocket.protocol]);
    if (serializer === undefined) {
      webSocket.close(1002);
      return;
    }
    const session = new RouterSession(
      { socket: webSocket, transport, serializer, request },
      this,
      this.authentication?.fromRequest(request),
    );
    this.#sessions.add(session);
    webSocket.on("close", () => {
      this.#sessions.delete(session);
      if (this.#sessions.size === 0) this.#closed?.();
    });
  }

  #deliver(source: PublicationSource, isReceiver: (session: RouterSession) => boolean): void {
    const subscriptions = this.subscriptions.matching(source.topic);
    this.#counts.published += 1;
    if (subscriptions.length === 0) return;
    const publication = new Publication(source);
    try {
      for (const subscription of subscriptions) this.#deliverTo(subscription, publication, isReceiver);
    } catch {
      // A value that no serialization can write. Publishing never throws into ingestion.
      this.#counts.unwritable += 1;
    }
  }

  #deliverTo(
    subscription: Subscription<RouterSession>,
    publication: Publication,
    isReceiver: (session: RouterSession) => boolean,
  ): void {
    const frames = new Map<Serializer, Buffer>();
    for (const session of subscription.subscribers) {
      if (!isReceiver(session) || !session.identity.mayReceive(publication.topic)) continue;
      let frame = frames.get(session.serializer);
      if (frame === undefined) {
        frame = publication.frame(subscription, session.serializer);
        frames.set(session.serializer, frame);
      }
      if (session.offer(frame)) this.#counts.delivered += 1;
    }
  }

  #ping(): void {
    for (const session of this.#sessions) {
      if (session.alive) session.ping();
      else session.cutOff();
    }
  }
}

function chooseSerializer(offered: Iterable<string>): Serializer | undefined {
  for (const subprotocol of offered) {
    const serializer = SERIALIZERS.find((candidate) => candidate.subprotocol === subprotocol);
    if (serializer !== undefined) return serializer;
  }
  return undefined;
}

/** Whether `session` is in every list that is given; `empty` is the result if there is no list. */
function isListed(session: RouterSession, receivers: Receivers, empty: "all" | "none"): boolean {
  const { sessions, authids, authroles } = receivers;
  const { authid, authrole } = session.identity;
  const answers = [sessions?.has(session.id), authids?.has(authid), authroles?.has(authrole)];
  const asked = answers.filter((answer) => answer !== undefined);
  if (asked.length === 0) return empty === "all";
  return empty === "all" ? asked.every(Boolean) : asked.some(Boolean);
}

/** Random, from 1 to 2^53. [WAMP 2, IDs of the global scope] */
function newId(): number {
  return Math.floor(Math.random() * 2 ** 53) + 1;
}
