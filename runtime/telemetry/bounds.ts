/**
 * All limits on what senders can make grow. Each limit is declared here and nowhere else. `docs/operations.md` lists
 * this table; `/health` and `/metrics` show the current amounts.
 */

import type { Log } from "./log.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

export interface BoundDeclaration {
  /** Name of the limited thing. */
  readonly what: string;
  readonly unit: "bytes" | "items";
  /** Limit for all senders together. */
  readonly all?: number;
  /** Limit for one client, connection or device. */
  readonly each?: number;
  /** What happens when the limit is reached. */
  readonly rule: string;
  /** The key that sets `all` or `each`, if there is one. */
  readonly key?: string;
}

export const BOUNDS = {
  "http-connections": {
    what: "HTTP and WebSocket connections",
    unit: "items",
    all: 8192,
    rule: "The connection that has been silent for the longest, of the address with most of them, is closed",
  },
  "http-requests": {
    what: "Requests of one connection in progress at once",
    unit: "items",
    each: 16,
    rule: "Further ones wait in order; the connection is not read during this time",
  },
  "http-bodies": {
    what: "Incomplete request bodies",
    unit: "bytes",
    all: 64 * MIB,
    each: 2 * MIB,
    rule: "For one: 413. For all: the body that began first is refused with 503",
    key: "[http] max_body",
  },
  "http-unpacked": {
    what: "Decompressed size of a body",
    unit: "bytes",
    each: 4096 * MIB,
    rule: "413; also for more than 8 MiB that is more than 100 times the compressed size",
  },
  "csv-headers": {
    what: "Remembered CSV headers",
    unit: "bytes",
    all: 32 * MIB,
    each: 16 * MIB,
    rule: "For one address of senders, and for all: a further header is not remembered; rows sent with it are stored",
  },
  "csv-header-lines": {
    what: "Header lines of one CSV body",
    unit: "bytes",
    each: MIB,
    rule: "400; the rows before it are stored",
  },
  "tcp-connections": {
    what: "Connections to TCP endpoints of channels",
    unit: "items",
    all: 1024,
    rule: "The connection that has been silent for the longest, of the address with most of them, is closed",
  },
  "mqtt-connections": {
    what: "Connections to the embedded broker",
    unit: "items",
    all: 8192,
    rule: "The connection that has been silent for the longest, of the address with most of them, is closed",
  },
  "mqtt-unfinished": {
    what: "Incomplete MQTT packets",
    unit: "bytes",
    all: 64 * MIB,
    rule: "The connection whose packet began first is closed",
  },
  "mqtt-unread": {
    what: "Data that MQTT clients have not read yet",
    unit: "bytes",
    all: 128 * MIB,
    each: 4 * MIB,
    rule: "A client with more than its share is disconnected",
  },
  "mqtt-retained": {
    what: "Retained messages",
    unit: "bytes",
    all: 32 * MIB,
    each: 8 * MIB,
    rule: "The client's own oldest are dropped; for all: the oldest of the clients that hold the most",
  },
  "mqtt-queued": {
    what: "Messages that wait for durable clients",
    unit: "bytes",
    all: 32 * MIB,
    each: 4 * MIB,
    rule: "The client's own oldest are dropped; for all: the oldest of the clients with the most waiting",
  },
  "mqtt-sessions": {
    what: "Durable sessions (`clean session` off; in MQTT 5 a session expiry)",
    unit: "items",
    all: 1000,
    rule: "A further client's SUBSCRIBE is answered with failure (SUBACK 128) until a session ends or expires; in MQTT 5 CONNACK says that the session ends with its connection",
    key: "[mqtt] session_expiry",
  },
  "mqtt-subscriptions": {
    what: "Topic filters of MQTT clients",
    unit: "bytes",
    all: 32 * MIB,
    each: 256 * KIB,
    rule: "SUBSCRIBE is answered with failure (SUBACK 128, in MQTT 5 0x97)",
  },
  "mqtt-aliases": {
    what: "Topics for which MQTT clients use a number (topic aliases)",
    unit: "bytes",
    all: 8 * MIB,
    each: 64 * KIB,
    rule: "The client is disconnected with reason code 0x97; towards clients the topic is sent",
  },
  "mqtt-wills": {
    what: "Last wills",
    unit: "bytes",
    all: 16 * MIB,
    rule: "CONNECT is answered with 3, server unavailable; in MQTT 5 with 0x97",
  },
  "mqtt-unreleased": {
    what: "Publications at QoS 2 that their clients have not released",
    unit: "bytes",
    all: 8 * MIB,
    each: 64 * KIB,
    rule: "The client's oldest are forgotten: if sent again, they count as new",
  },
  "mqtt-signals": {
    what: "Error signals and alarms that wait for the MQTT broker",
    unit: "bytes",
    all: 8 * MIB,
    rule: "The oldest are dropped",
  },
  notices: {
    what: "Alarms and events that wait for webhooks and e-mails",
    unit: "bytes",
    all: 8 * MIB,
    rule: "The oldest of the same receiver are dropped",
  },
  "mqtt-rows": {
    what: "Stored rows that wait to be published over MQTT",
    unit: "bytes",
    all: 32 * MIB,
    rule: "The oldest are dropped; they stay in the store",
    key: "[publish] mqtt",
  },
} as const satisfies Readonly<Record<string, BoundDeclaration>>;

export type BoundName = keyof typeof BOUNDS;

/** The state in `/health`. */
export interface BoundState {
  readonly held: number;
  readonly limit: number;
  /** How often the limit was reached since the start. */
  readonly met: number;
  /** ISO 8601, the last time. */
  readonly lastMet?: string;
}

export type BoundStates = Readonly<Partial<Record<BoundName, BoundState>>>;

/** Reports one sentence, at most once a minute for each kind. */
export type TellBound = (name: BoundName, sentence: string) => void;

/** Reports to the log. */
export function tellIn(log: Pick<Log, "warn">): TellBound {
  return (bound, sentence) => log.warn({ event: "bound.met", bound }, sentence);
}

const TELL_EVERY_MS = 60_000;

/** Counts the amount of one kind, and how often there was no room. */
export class Bound {
  readonly name: BoundName;
  /** Limit for all: the configuration's, else the declared one. */
  readonly all: number;
  readonly each: number;
  held = 0;
  readonly #tell: TellBound;
  #met = 0;
  #lastMet: number | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(
    name: BoundName,
    tell: TellBound = () => {},
    limits: { readonly all?: number; readonly each?: number } = {},
  ) {
    const declared: BoundDeclaration = BOUNDS[name];
    this.name = name;
    this.all = limits.all ?? declared.all ?? Number.POSITIVE_INFINITY;
    this.each = limits.each ?? declared.each ?? this.all;
    this.#tell = tell;
  }

  /** Whether there is room for `more`; does not change `held`. */
  hasRoom(more: number): boolean {
    return this.held + more <= this.all;
  }

  /** Counts and reports that the limit was reached. */
  meet(count = 1): void {
    this.#met += count;
    this.#lastMet = Date.now();
    const now = performance.now();
    if (now - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = now;
    this.#tell(this.name, sentenceOf(this.name, this.#met));
  }

  get state(): BoundState {
    const lastMet = this.#lastMet === undefined ? undefined : new Date(this.#lastMet).toISOString();
    return { held: this.held, limit: this.all, met: this.#met, ...(lastMet && { lastMet }) };
  }
}

/** A sentence for people: which limit was reached, and its consequence. */
export function sentenceOf(name: BoundName, met: number): string {
  const { what, rule } = BOUNDS[name];
  return `${what}: limit reached ${met} time${met === 1 ? "" : "s"} since the start. ${rule} (docs/operations.md, Limits).`;
}

export function statesOf(bounds: Iterable<Bound>): BoundStates {
  return Object.fromEntries(Array.from(bounds, (bound) => [bound.name, bound.state]));
}
