/** The broker's requests and their answers. [WAMP 2, publish and subscribe] */

import type { Bound } from "../model/bounds.ts";
import type { Identity } from "./authentication.ts";
import type { Subscription, Subscriptions } from "./subscriptions.ts";
import { type ClientMessage, CODE } from "./wamp-protocol.ts";

type Answer = readonly unknown[];
type Of<Kind extends ClientMessage["kind"]> = Extract<ClientMessage, { kind: Kind }>;
type BrokerRequest = Of<"subscribe" | "unsubscribe" | "publish" | "procedure" | "refused">;

/** Maximum nesting of arrays and objects in a publication's arguments. */
const MAX_DEPTH = 32;

interface Subscriber {
  readonly identity: Identity;
  readonly owner: string;
}

/** Memory of a subscription beside its URI, which is kept twice, and of each component of a pattern that is looked up by them. */
const SUBSCRIPTION_BYTES = 500;
const COMPONENT_BYTES = 400;

/** What the broker needs of the router. */
export interface BrokerHost<Session> {
  readonly subscriptionBound: Bound;
  readonly subscriptions: Subscriptions<Session>;
  /** Publishes and returns the publication's ID. */
  publishFrom(session: Session, message: Of<"publish">): number;
}

export class BrokerRole<Session extends Subscriber> {
  readonly #session: Session;
  readonly #host: BrokerHost<Session>;
  readonly #subscriptions = new Map<number, Pick<Subscription<unknown>, "topic" | "match">>();
  #bytes = 0;

  constructor(session: Session, host: BrokerHost<Session>) {
    this.#session = session;
    this.#host = host;
  }

  /** The message to send back; undefined if the request gets no answer. */
  answer(message: BrokerRequest): Answer | undefined {
    switch (message.kind) {
      case "subscribe":
        return this.#subscribe(message);
      case "unsubscribe":
        return this.#unsubscribe(message);
      case "publish":
        return this.#publish(message);
      case "procedure":
        return refusedProcedure(message);
      case "refused":
        return error(message.code, message.request, message.error);
    }
  }

  /** Whether the session may still receive all its subscriptions. */
  isAllowed(): boolean {
    const { identity } = this.#session;
    for (const { topic, match } of this.#subscriptions.values()) if (!identity.maySubscribe(topic, match)) return false;
    return true;
  }

  /** Ends all subscriptions of the session. */
  leave(): void {
    for (const id of this.#subscriptions.keys()) this.#host.subscriptions.remove(this.#session, id);
    this.#subscriptions.clear();
    this.#take(-this.#bytes);
  }

  #subscribe({ request, topic, match }: Of<"subscribe">): Answer {
    if (!this.#session.identity.maySubscribe(topic, match)) {
      return error(CODE.subscribe, request, "wamp.error.not_authorized");
    }
    const { id } = this.#host.subscriptions.add(this.#session, topic, match);
    if (!this.#subscriptions.has(id) && !this.#take(bytesOf({ topic, match }))) {
      this.#host.subscriptions.remove(this.#session, id);
      return error(CODE.subscribe, request, "structline.error.too_many_subscriptions");
    }
    this.#subscriptions.set(id, { topic, match });
    return [CODE.subscribed, request, id];
  }

  #unsubscribe({ request, subscription }: Of<"unsubscribe">): Answer {
    const known = this.#subscriptions.get(subscription);
    if (known === undefined) return error(CODE.unsubscribe, request, "wamp.error.no_such_subscription");
    this.#subscriptions.delete(subscription);
    this.#take(-bytesOf(known));
    this.#host.subscriptions.remove(this.#session, subscription);
    return [CODE.unsubscribed, request];
  }

  /** @param bytes less than zero: they are given back */
  #take(bytes: number): boolean {
    const { subscriptionBound: bound } = this.#host;
    if (bytes <= 0) bound.give(this.#session.owner, -bytes);
    else if (this.#bytes + bytes > bound.each || !bound.take(this.#session.owner, bytes)) {
      bound.meet();
      return false;
    }
    this.#bytes += bytes;
    return true;
  }

  #publish(message: Of<"publish">): Answer | undefined {
    const { request, options } = message;
    const problem = this.#publishProblem(message);
    const publication = problem === undefined ? this.#host.publishFrom(this.#session, message) : 0;
    // Without `acknowledge` the client expects no answer, not even a refusal. [WAMP 2, PUBLISH]
    if (!options.acknowledge) return undefined;
    return problem === undefined ? [CODE.published, request, publication] : error(CODE.publish, request, problem);
  }

  #publishProblem({ topic, args, kwargs }: Of<"publish">): string | undefined {
    if (!this.#session.identity.mayPublish(topic)) return "wamp.error.not_authorized";
    // Writers recurse: limit how deeply a client may nest.
    return isDeeper(args, MAX_DEPTH) || isDeeper(kwargs, MAX_DEPTH) ? "wamp.error.invalid_argument" : undefined;
  }
}

// This router is only a broker. It announces no dealer role and answers calls with an error.
function refusedProcedure({ code, request }: Of<"procedure">): Answer {
  if (code === CODE.call) return error(code, request, "wamp.error.no_such_procedure");
  if (code === CODE.unregister) return error(code, request, "wamp.error.no_such_registration");
  return error(code, request, "wamp.error.feature_not_supported");
}

function bytesOf({ topic, match }: Pick<Subscription<unknown>, "topic" | "match">): number {
  const components = match === "wildcard" ? topic.split(".").length : 0;
  return SUBSCRIPTION_BYTES + 2 * topic.length + COMPONENT_BYTES * components;
}

function error(code: number, request: number, uri: string): Answer {
  return [CODE.error, code, request, {}, uri];
}

/** Whether `value` nests more than `levels` deep. Looks no deeper than that. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeper(member, levels - 1));
}
