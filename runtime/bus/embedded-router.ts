/** A WAMP 2 router (broker role) on the service's own HTTP listener. */

import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Refusal } from "../http/guard.ts";
import { offeredSubprotocols } from "../http/upgrade.ts";
import { Bound, type TellBound } from "../model/bounds.ts";
import type { BusEvent } from "../model/bus.ts";
import type { PartStatus } from "../model/part-status.ts";
import type { RouterAuthentication } from "./authentication.ts";
import type { DeliveryTurn } from "./delivery-budget.ts";
import { RouterSession, type SessionHost, type SessionLimits } from "./router-session.ts";
import { JSON_WITH_TEXTS, SERIALIZERS, type Serializer, type WrittenPayload } from "./serializers.ts";
import type { Subscription } from "./subscriptions.ts";
import { type ClientMessage, CODE, type Receivers } from "./wamp-protocol.ts";
import { type Opening, WebSocketBus } from "./web-socket-bus.ts";

export interface RouterOptions {
  readonly realm: string;
  /** Absent: every client may do everything. */
  readonly authentication?: RouterAuthentication;
  readonly limits?: Partial<SessionLimits>;
  readonly bounds?: {
    readonly clients?: { readonly all: number };
    readonly subscriptions?: { readonly all?: number; readonly each?: number };
  };
  readonly tell?: TellBound;
}

const DEFAULT_ROUTER_LIMITS: SessionLimits = {
  maxQueuedBytes: 4 * 1024 * 1024,
  openTimeoutMs: 10_000,
  maxMessageBytes: 1024 * 1024,
  pingIntervalMs: 30_000,
  goodbyeTimeoutMs: 1_000,
  delivery: { share: 0.3, burstMs: 300 },
};

export class EmbeddedRouter extends WebSocketBus<RouterSession, RouterSession> implements SessionHost {
  readonly realm: string;
  readonly limits: SessionLimits;
  readonly authentication: RouterAuthentication | undefined;
  readonly subscriptionBound: Bound;

  constructor(options: RouterOptions) {
    const limits = { ...DEFAULT_ROUTER_LIMITS, ...options.limits };
    const { tell, bounds = {} } = options;
    const clients = new Bound("wamp-clients", tell, bounds.clients);
    super(limits, clients, (offered) => chooseSerializer(offered)?.subprotocol, "The router is shutting down");
    this.subscriptionBound = new Bound("wamp-subscriptions", tell, bounds.subscriptions);
    this.realm = options.realm;
    this.limits = limits;
    this.authentication = options.authentication;
  }

  publish(topic: string, event: BusEvent): void {
    this.#deliver({ id: newId(), topic, ...event }, () => true);
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

  status(): PartStatus {
    return this.stateOf(`WAMP realm '${this.realm}' at /ws`, this.subscriptions.size, this.subscriptionBound);
  }

  protected clientOf(session: RouterSession): RouterSession {
    return session;
  }

  protected opener(request: IncomingMessage, transport: Duplex): Opening<RouterSession> | Refusal {
    const chosen = chooseSerializer(offeredSubprotocols(request));
    const serializer = chosen?.binary === false && asksForTexts(request) ? JSON_WITH_TEXTS : chosen;
    if (serializer === undefined)
      return { status: 400, body: "Subprotocol wamp.2.json, wamp.2.msgpack or wamp.2.cbor is required" };
    const known = this.authentication?.fromRequest(request);
    return {
      user: known?.authid,
      open: (socket) => new RouterSession({ socket, transport, serializer, request }, this, known),
    };
  }

  #deliver(source: PublicationSource, isReceiver: (session: RouterSession) => boolean): void {
    const subscriptions = this.subscriptions.matching(source.topic);
    this.counts.published += 1;
    if (subscriptions.length === 0) return;
    const publication = new Publication(source);
    this.budget.spend((turn) => {
      try {
        for (const subscription of subscriptions) this.#deliverTo(subscription, publication, isReceiver, turn);
      } catch {
        // A value that no serialization can write. Publishing never throws into ingestion.
        this.counts.unwritable += 1;
      }
    });
  }

  #deliverTo(
    subscription: Subscription<RouterSession>,
    publication: Publication,
    isReceiver: (session: RouterSession) => boolean,
    turn: DeliveryTurn,
  ): void {
    const frames = new Map<Serializer, Buffer>();
    for (const session of subscription.subscribers) {
      // The time for the question whether it may receive the event is its own, too.
      if (!turn.takes(session.owner)) {
        this.droppedEvent();
        continue;
      }
      if (!isReceiver(session) || !session.identity.mayReceive(publication.topic)) continue;
      let frame = frames.get(session.serializer);
      if (frame === undefined) {
        frame = publication.frame(subscription, session.serializer);
        frames.set(session.serializer, frame);
      }
      if (session.offer(frame)) this.counts.delivered += 1;
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

/** `/ws?int64=text` */
function asksForTexts({ url = "" }: IncomingMessage): boolean {
  return new URL(url, "ws://localhost").searchParams.get("int64") === "text";
}

/** Whether `session` is in every list that is given; `empty` is the result if there is no list. */
function isListed(session: RouterSession, receivers: Receivers, empty: "all" | "none"): boolean {
  const { sessions, authids, authroles } = receivers;
  const { authid, authrole } = session.identity;
  const answers = [sessions?.has(session.id), authids?.has(authid), authroles?.has(authrole)];
  const given = answers.filter((answer) => answer !== undefined);
  if (given.length === 0) return empty === "all";
  return empty === "all" ? given.every(Boolean) : given.some(Boolean);
}

/** Random, from 1 to 2^53. [WAMP 2, IDs of the global scope] */
function newId(): number {
  return Math.floor(Math.random() * 2 ** 53) + 1;
}

/** One event for its subscribers: written once for each serialization, not once for each subscriber. */
interface PublicationSource extends BusEvent {
  readonly id: number;
  readonly topic: string;
  /** Session ID of the publisher, if it asked to be disclosed. */
  readonly publisher?: number;
}

class Publication {
  readonly #source: PublicationSource;
  readonly #payloads = new Map<Serializer, WrittenPayload>();

  constructor(source: PublicationSource) {
    this.#source = source;
  }

  get topic(): string {
    return this.#source.topic;
  }

  /** The EVENT for subscribers of `subscription`; it names the topic if the subscription is a pattern. */
  frame(subscription: Subscription<unknown>, serializer: Serializer): Buffer {
    const { id, topic, publisher } = this.#source;
    const details: Record<string, unknown> = {};
    if (subscription.match !== "exact") details["topic"] = topic;
    if (publisher !== undefined) details["publisher"] = publisher;
    return serializer.writeWithPayload([CODE.event, subscription.id, id, details], this.#payload(serializer));
  }

  #payload(serializer: Serializer): WrittenPayload {
    let payload = this.#payloads.get(serializer);
    if (payload === undefined) {
      payload = serializer.writePayload(this.#source.args, this.#source.kwargs);
      this.#payloads.set(serializer, payload);
    }
    return payload;
  }
}
