/** A WAMP subscriber for the page: MessagePack, so that 64-bit integers arrive whole; connects for ever. */

import { decode, encode } from "@msgpack/msgpack";

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
const SUBSCRIBE = 32;
const SUBSCRIBED = 33;
const EVENT = 36;

const MAX_DELAY_MS = 10_000;

export class WampClient {
  readonly #url: string;
  readonly #realm: string;
  readonly #onEvent: (event: LiveEvent) => void;
  readonly #onState: (state: ConnectionState) => void;
  #socket: WebSocket | undefined;
  #topics: readonly Topic[] = [];
  #open = false;
  #request = 0;
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Topic of a request, then of the subscription it became. */
  readonly #requested = new Map<number, Topic>();
  readonly #subscribed = new Map<number, Topic>();

  constructor(options: {
    readonly url: string;
    readonly realm: string;
    readonly onEvent: (event: LiveEvent) => void;
    readonly onState: (state: ConnectionState) => void;
  }) {
    this.#url = options.url;
    this.#realm = options.realm;
    this.#onEvent = options.onEvent;
    this.#onState = options.onState;
  }

  start(): void {
    if (this.#socket !== undefined) return;
    clearTimeout(this.#retry);
    this.#onState("connecting");
    const socket = new WebSocket(this.#url, ["wamp.2.msgpack"]);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => this.#send([HELLO, this.#realm, { roles: { subscriber: {} } }]));
    socket.addEventListener("message", ({ data }) => this.#receive(decode(data as ArrayBuffer, { useBigInt64: true })));
    socket.addEventListener("close", () => this.#closed(socket));
    this.#socket = socket;
  }

  /** Lets go of the connection until `start`. */
  stop(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = undefined;
    this.#open = false;
    socket?.close(1000);
    this.#onState("disconnected");
  }

  /** Subscribes to what is not subscribed yet; topics never go away while the page is open. */
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
    if (code === SUBSCRIBED) this.#subscribedAs(Number(first), Number(second));
    if (code === EVENT) this.#event(message);
    if (code === GOODBYE) this.#send([GOODBYE, {}, "wamp.close.goodbye_and_out"]);
  }

  #welcomed(): void {
    this.#open = true;
    this.#attempts = 0;
    for (const topic of this.#topics) this.#subscribe(topic);
    this.#onState("connected");
  }

  #subscribe(topic: Topic): void {
    this.#request += 1;
    this.#requested.set(this.#request, topic);
    this.#send([SUBSCRIBE, this.#request, { match: topic.match }, topic.uri]);
  }

  #subscribedAs(request: number, subscription: number): void {
    const topic = this.#requested.get(request);
    if (topic !== undefined) this.#subscribed.set(subscription, topic);
    this.#requested.delete(request);
  }

  #event([, subscription, , details, , kwargs]: readonly unknown[]): void {
    const topic = this.#subscribed.get(Number(subscription));
    if (topic === undefined || !isDict(kwargs)) return;
    const published = isDict(details) && typeof details["topic"] === "string" ? details["topic"] : topic.uri;
    // A topic that also has a subscription of its own comes twice; the pattern's copy is not needed.
    const isDouble =
      topic.match === "wildcard" && this.#topics.some(({ uri, match }) => match === "exact" && uri === published);
    if (!isDouble) this.#onEvent({ topic: published, kwargs });
  }

  #closed(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    this.#open = false;
    this.#requested.clear();
    this.#subscribed.clear();
    this.#onState("disconnected");
    const delay = Math.min(MAX_DELAY_MS, 500 * 2 ** this.#attempts) * (0.75 + Math.random() / 2);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.start(), delay);
  }

  #send(message: readonly unknown[]): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(encode(message));
  }
}

function isDict(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
