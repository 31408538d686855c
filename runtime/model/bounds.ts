/**
 * All limits on what senders can make grow. Each limit is declared here and nowhere else. `docs/operations.md` lists
 * this table; `/health` and `/metrics` show the current amounts.
 */

import type { Log } from "../lib/log.ts";
import { OwnedRoom } from "../lib/owned-room.ts";

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
    rule: "The longest silent one of the address with most is closed",
  },
  "http-requests": {
    what: "Requests in progress of one connection",
    unit: "items",
    each: 16,
    rule: "Further ones wait",
  },
  "http-bodies": {
    what: "Incomplete request bodies",
    unit: "bytes",
    all: 64 * MIB,
    each: 2 * MIB,
    rule: "413; for all, 503 for the oldest of the address with most",
    key: "[http] max_body",
  },
  "http-unpacked": {
    what: "Decompressed size of a body",
    unit: "bytes",
    each: 4096 * MIB,
    rule: "413; also above 8 MiB, at 100 times the compressed size",
  },
  "http-spooled": {
    what: "Compressed bodies and tables of over 1 MiB that are not decided yet, in files",
    unit: "bytes",
    all: 4096 * MIB,
    each: 512 * MIB,
    rule: "413 where the compressed body alone is larger; 503. The first rows of a table decide",
  },
  "csv-headers": {
    what: "Remembered CSV headers",
    unit: "bytes",
    all: 32 * MIB,
    each: 16 * MIB,
    rule: "Further headers are not remembered; their rows are stored",
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
    rule: "The longest silent one of the address with most is closed",
  },
  "wamp-clients": {
    what: "WAMP clients",
    unit: "items",
    all: 1000,
    rule: "503, or ABORT after the log-in",
  },
  "wamp-subscriptions": {
    what: "Topics and patterns of WAMP clients",
    unit: "bytes",
    all: 32 * MIB,
    each: 4 * MIB,
    rule: "`structline.error.too_many_subscriptions`",
  },
  "foxglove-clients": {
    what: "Foxglove clients",
    unit: "items",
    all: 100,
    rule: "503",
  },
  "mqtt-connections": {
    what: "Connections to the embedded broker",
    unit: "items",
    all: 16_384,
    rule: "The longest silent one of the address with most is closed",
  },
  "mqtt-unfinished": {
    what: "Incomplete MQTT packets",
    unit: "bytes",
    all: 64 * MIB,
    rule: "The connection of the address with most whose packet began first is closed",
  },
  "mqtt-unread": {
    what: "Data that MQTT clients have not read",
    unit: "bytes",
    all: 128 * MIB,
    each: 4 * MIB,
    rule: "The client is disconnected",
  },
  "mqtt-retained": {
    what: "Retained messages",
    unit: "bytes",
    all: 32 * MIB,
    each: 8 * MIB,
    rule: "The client's oldest are dropped; for all, those of the user with most",
  },
  "mqtt-queued": {
    what: "Messages that wait for durable clients",
    unit: "bytes",
    all: 32 * MIB,
    each: 4 * MIB,
    rule: "The client's oldest are dropped; for all, those of the user with most",
  },
  "mqtt-sessions": {
    what: "Durable sessions",
    unit: "items",
    all: 1000,
    each: 900,
    rule: "A further client gets SUBACK 128; in MQTT 5 its session ends with its connection",
    key: "[mqtt] session_expiry",
  },
  "mqtt-subscriptions": {
    what: "Topic filters of MQTT clients",
    unit: "bytes",
    all: 32 * MIB,
    each: 256 * KIB,
    rule: "SUBACK 128, in MQTT 5 0x97",
  },
  "mqtt-aliases": {
    what: "Topic aliases",
    unit: "bytes",
    all: 8 * MIB,
    each: 64 * KIB,
    rule: "DISCONNECT 0x97; towards clients the topic is sent",
  },
  "mqtt-wills": {
    what: "Last wills",
    unit: "bytes",
    all: 16 * MIB,
    each: 4 * MIB,
    rule: "CONNACK 3, in MQTT 5 0x97",
  },
  "mqtt-unreleased": {
    what: "QoS 2 publications not released yet",
    unit: "bytes",
    all: 8 * MIB,
    each: MIB,
    rule: "The oldest are forgotten, and are new if repeated",
  },
  "mqtt-signals": {
    what: "Signals and alarms that wait for the broker",
    unit: "bytes",
    all: 8 * MIB,
    rule: "The oldest of the realm with most are dropped",
  },
  "dead-letters": {
    what: "Dead letters",
    unit: "bytes",
    all: 64 * MIB,
    rule: "The oldest of the sender with most are dropped",
  },
  notices: {
    what: "Notices that wait for webhooks and e-mails",
    unit: "bytes",
    all: 8 * MIB,
    rule: "The oldest of the realm with most, of one receiver, are dropped",
  },
  "mqtt-rows": {
    what: "Rows that wait to be published",
    unit: "bytes",
    all: 32 * MIB,
    rule: "The oldest of the realm with most are dropped; they stay stored",
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
  readonly #owners = new OwnedRoom();
  #met = 0;
  #lastMet: number | undefined;
  #reportedAt = Number.NEGATIVE_INFINITY;

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

  /** Takes room of what owners share (`lib/owned-room.ts`). False: there is none. */
  take(owner: string, amount: number): boolean {
    if (!this.hasRoom(amount) || !this.#owners.has(owner, this.all)) return false;
    this.#owners.take(owner, amount);
    this.held += amount;
    return true;
  }

  give(owner: string, amount: number): void {
    this.#owners.give(owner, amount);
    this.held -= amount;
  }

  /** Counts and reports that the limit was reached. */
  meet(count = 1): void {
    this.#met += count;
    this.#lastMet = Date.now();
    const now = performance.now();
    if (now - this.#reportedAt < TELL_EVERY_MS) return;
    this.#reportedAt = now;
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
