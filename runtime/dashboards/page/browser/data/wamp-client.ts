/** A WAMP subscriber for the page: uses MessagePack, so that 64-bit integers keep all digits; reconnects forever. */

import { decode, encode } from "@msgpack/msgpack";
import { isRecord } from "../../../../lib/foreign-json.ts";

export interface LiveEvent {
  readonly topic: string;
  readonly kwargs: Readonly<Record<string, unknown>>;
}

export type ConnectionState = "connecting" | "connected" | "disconnected";

export interface Topic {
  readonly uri: string;
  readonly match: "exact" | "wildcard";
}

const HELLO = 1;
const WELCOME = 2;
const GOODBYE = 6;
const ERROR = 8;
const SUBSCRIBE = 32;
const SUBSCRIBED = 33;
const UNSUBSCRIBE = 34;
const EVENT = 36;

const MAX_DELAY_MS = 10_000;
const PROBE_INTERVAL_MS = 1000;

interface WampOptions {
  readonly url: string;
  readonly realm: string;
  onEvent(event: LiveEvent): void;
  onState(state: ConnectionState): void;
  /** From now on, no event of the topic is missed; or it may not be read, and none arrives. */
  onAnswered(topic: Topic, answer: "subscribed" | "refused"): void;
}

export class WampClient {
  readonly #options: WampOptions;
  #socket: WebSocket | undefined;
  #topics: readonly Topic[] = [];
  #open = false;
  #isConnected = false;
  #request = 0;
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Topic of a request, then of its subscription. */
  readonly #requested = new Map<number, Topic>();
  readonly #subscribed = new Map<number, Topic>();
  #probing: ReturnType<typeof setInterval> | undefined;
  #probe: { readonly request: number; readonly sentMs: number } | undefined;
  #lastLagMs = 0;

  constructor(options: WampOptions) {
    this.#options = options;
  }

  /**
   * The delay of its events, ms, measured by an answer that the router sends after all events published before it. 0
   * without a connection.
   */
  lagMs(): number {
    const outstanding = this.#probe === undefined ? 0 : performance.now() - this.#probe.sentMs;
    return Math.max(this.#lastLagMs, outstanding);
  }

  start(): void {
    if (this.#socket !== undefined) return;
    clearTimeout(this.#retry);
    this.#options.onState("connecting");
    const socket = new WebSocket(this.#options.url, ["wamp.2.msgpack"]);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => this.#send([HELLO, this.#options.realm, { roles: { subscriber: {} } }]));
    socket.addEventListener("message", ({ data }) => this.#receive(decode(data as ArrayBuffer, { useBigInt64: true })));
    socket.addEventListener("close", () => this.#closed(socket));
    this.#socket = socket;
  }

  /** Closes the connection until `start`. */
  stop(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#forget();
    socket?.close(1000);
    this.#options.onState("disconnected");
  }

  /** Ends subscriptions. */
  unsubscribe(topics: readonly Topic[]): void {
    const ended = new Set(topics.map(({ uri }) => uri));
    this.#topics = this.#topics.filter(({ uri }) => !ended.has(uri));
    for (const [request, { uri }] of this.#requested) if (ended.has(uri)) this.#requested.delete(request);
    for (const [subscription, { uri }] of this.#subscribed) {
      if (!ended.has(uri)) continue;
      this.#subscribed.delete(subscription);
      this.#request += 1;
      this.#send([UNSUBSCRIBE, this.#request, subscription]);
    }
  }

  /** Subscribes to new topics. */
  subscribe(topics: readonly Topic[]): void {
    const known = new Set(this.#topics.map(({ uri }) => uri));
    const added = topics.filter(({ uri }) => !known.has(uri));
    this.#topics = [...this.#topics, ...added];
    if (this.#open) for (const topic of added) this.#subscribe(topic);
  }

  #receive(message: unknown): void {
    if (!Array.isArray(message)) return;
    const [code, first, second] = message;
    if (code === WELCOME) this.#welcomed();
    // A topic without permission: the others continue without it.
    if (code === ERROR && Number(first) === SUBSCRIBE) this.#refused(Number(second));
    if (code === SUBSCRIBED) this.#subscribedAs(Number(first), Number(second));
    if (code === EVENT) this.#event(message);
    if (code === GOODBYE) this.#send([GOODBYE, {}, "wamp.close.goodbye_and_out"]);
  }

  #welcomed(): void {
    this.#open = true;
    this.#attempts = 0;
    for (const topic of this.#topics) this.#subscribe(topic);
    this.#probing = setInterval(() => this.#sendProbe(), PROBE_INTERVAL_MS);
    this.#connectedIfSubscribed();
  }

  // From then on, no published event is missed.
  #connectedIfSubscribed(): void {
    if (this.#requested.size > 0 || this.#isConnected || this.#topics.length === 0) return;
    this.#isConnected = true;
    this.#options.onState("connected");
  }

  // Subscribing again gives the same subscription, and its answer follows all earlier events. [WAMP 2, SUBSCRIBED]
  #sendProbe(): void {
    const [topic] = this.#topics;
    if (this.#probe !== undefined || topic === undefined) return;
    this.#request += 1;
    this.#probe = { request: this.#request, sentMs: performance.now() };
    this.#send([SUBSCRIBE, this.#request, { match: topic.match }, topic.uri]);
  }

  #subscribe(topic: Topic): void {
    this.#request += 1;
    this.#requested.set(this.#request, topic);
    this.#send([SUBSCRIBE, this.#request, { match: topic.match }, topic.uri]);
  }

  #subscribedAs(request: number, subscription: number): void {
    if (request === this.#probe?.request) {
      this.#lastLagMs = performance.now() - this.#probe.sentMs;
      this.#probe = undefined;
      return;
    }
    const topic = this.#requested.get(request);
    this.#requested.delete(request);
    if (topic !== undefined) {
      this.#subscribed.set(subscription, topic);
      this.#options.onAnswered(topic, "subscribed");
    } else if (!this.#subscribed.has(subscription)) {
      // It was no longer wanted when the answer came.
      this.#request += 1;
      this.#send([UNSUBSCRIBE, this.#request, subscription]);
    }
    this.#connectedIfSubscribed();
  }

  #refused(request: number): void {
    if (request === this.#probe?.request) this.#probe = undefined;
    const topic = this.#requested.get(request);
    this.#requested.delete(request);
    if (topic !== undefined) this.#options.onAnswered(topic, "refused");
    this.#connectedIfSubscribed();
  }

  #event([, subscription, , details, , kwargs]: readonly unknown[]): void {
    const topic = this.#subscribed.get(Number(subscription));
    if (topic === undefined || !isRecord(kwargs)) return;
    const published = isRecord(details) && typeof details["topic"] === "string" ? details["topic"] : topic.uri;
    // An event that matches both a topic and a pattern arrives twice; the pattern's copy is ignored.
    const isDouble =
      topic.match === "wildcard" && this.#topics.some(({ uri, match }) => match === "exact" && uri === published);
    if (!isDouble) this.#options.onEvent({ topic: published, kwargs });
  }

  #closed(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#forget();
    this.#options.onState("disconnected");
    const delay = Math.min(MAX_DELAY_MS, 500 * 2 ** this.#attempts) * (0.75 + Math.random() / 2);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.start(), delay);
  }

  #forget(): void {
    clearInterval(this.#probing);
    this.#socket = undefined;
    this.#open = false;
    this.#isConnected = false;
    this.#probe = undefined;
    this.#lastLagMs = 0;
    this.#requested.clear();
    this.#subscribed.clear();
  }

  #send(message: readonly unknown[]): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(encode(message));
  }
}
