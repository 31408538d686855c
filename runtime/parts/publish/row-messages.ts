/**
 * Converts committed rows to messages for subscribers: each row as JSON on the topic of its channel's message or its
 * device. Runs in the store's thread, so that the thread that answers senders only passes on text.
 */

import type { MessageKind } from "../../intake/message-kind.ts";
import { stringifyExact } from "../../lib/exact-json.ts";
import { OwnedMap } from "../../lib/owned-map.ts";
import { formatNs } from "../../model/clock.ts";
import { momentOf } from "../../model/newest.ts";
import type { Point } from "../../model/point.ts";
import type { Outgoing } from "../../signals/outbox.ts";
import type { PublishedPlace } from "./home-assistant.ts";
import { NOTHING_PUBLISHED, type PublishPlan } from "./publish-plan.ts";

export interface RowMessagesOptions {
  /** The message kind of the point's epoch. */
  readonly kindOf: (point: Point) => Pick<MessageKind, "rowTopic">;
  /** @param places published for the first time */
  readonly send: (messages: readonly Outgoing[], places: readonly PublishedPlace[]) => void;
  readonly nowMs?: () => number;
  /** The wall clock. */
  readonly wallNs?: () => bigint;
}

interface Topic {
  /** Time of the newest row, or when it was stored if its time was ahead. */
  newestNs: bigint;
  /** When a row was last sent. */
  sentMs: number;
  /** The newest row that waits for its topic's interval. */
  waiting: { readonly message: Outgoing; readonly timeNs: bigint } | undefined;
}

/** Maximum number of topics, since strangers can invent names: of the realm with most, those silent for the longest are forgotten. */
const MOST_TOPICS = 50_000;
const SEND_AT_ONCE = 1000;

export class RowMessages {
  readonly #options: RowMessagesOptions;
  readonly #nowMs: () => number;
  readonly #wallNs: () => bigint;
  /** Least recently used first. */
  readonly #topics = new OwnedMap<Topic>(MOST_TOPICS);
  readonly #waiting = new Set<Topic>();
  /** Places not reported yet. */
  #places: PublishedPlace[] = [];
  #timer: NodeJS.Timeout | undefined;
  plan: PublishPlan = NOTHING_PUBLISHED;

  constructor(options: RowMessagesOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#wallNs = options.wallNs ?? (() => BigInt(Date.now()) * 1_000_000n);
  }

  get isOn(): boolean {
    return this.plan.devices || this.plan.channels.length > 0;
  }

  /** Call this with rows that were stored; refused ones are not included. */
  stored(points: readonly Point[]): void {
    if (!this.isOn) return;
    const due: Outgoing[] = [];
    const wallNs = this.#wallNs();
    for (const point of points) this.#take(point, wallNs, due);
    for (let at = 0; at < due.length; at += SEND_AT_ONCE) this.#send(due.slice(at, at + SEND_AT_ONCE));
  }

  /** Sends all waiting rows now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sendDue(Number.POSITIVE_INFINITY);
  }

  #take(point: Point, wallNs: bigint, due: Outgoing[]): void {
    const { devices, channels, intervalMs, retain } = this.plan;
    const place = this.#options.kindOf(point).rowTopic?.(point);
    if (place === undefined || !(place.channel === undefined ? devices : channels.includes(place.channel))) return;
    const topic = this.#topic(place.topic, point);
    // A late row is passed on, but does not replace the newest one.
    const timeNs = momentOf(point.timeNs, wallNs);
    const isNewest = timeNs >= topic.newestNs;
    if (isNewest) topic.newestNs = timeNs;
    const message = { topic: place.topic, payload: rowText(point), retain: retain && isNewest };
    const now = this.#nowMs();
    if (intervalMs === 0 || (topic.waiting === undefined && now - topic.sentMs >= intervalMs)) {
      topic.sentMs = now;
      due.push(message);
      return;
    }
    if (topic.waiting === undefined || timeNs >= topic.waiting.timeNs) topic.waiting = { message, timeNs };
    this.#waiting.add(topic);
    this.#timer ??= setTimeout(() => this.#next(), intervalMs - (now - topic.sentMs));
  }

  #next(): void {
    this.#timer = undefined;
    this.#sendDue(this.#nowMs());
    const [first] = this.#waiting;
    if (first === undefined) return;
    const waitMs = first.sentMs + this.plan.intervalMs - this.#nowMs();
    this.#timer = setTimeout(() => this.#next(), Math.max(1, waitMs));
  }

  #sendDue(nowMs: number): void {
    const due: Outgoing[] = [];
    for (const topic of this.#waiting) {
      // A timer may fire up to a millisecond early.
      if (nowMs + 1 - topic.sentMs < this.plan.intervalMs) continue;
      this.#waiting.delete(topic);
      if (topic.waiting !== undefined) due.push(topic.waiting.message);
      topic.waiting = undefined;
      topic.sentMs = this.#nowMs();
    }
    if (due.length > 0) this.#send(due);
  }

  #send(messages: readonly Outgoing[]): void {
    const places = this.#places;
    this.#places = [];
    this.#options.send(messages, places);
  }

  #topic(name: string, { database, measurement }: Point): Topic {
    const known = this.#topics.get(name);
    if (known === undefined) this.#places.push({ database, measurement, topic: name });
    const topic = known ?? { newestNs: -(2n ** 63n), sentMs: Number.NEGATIVE_INFINITY, waiting: undefined };
    this.#topics.set(name.split("/", 1)[0]!, name, topic);
    return topic;
  }
}

/** By stored names, with the time first. */
function rowText({ timeNs, columns, values }: Point): string {
  let text = `{"time":"${formatNs(timeNs)}"`;
  for (let index = 0; index < columns.length; index++) {
    const value = values[index];
    if (value !== undefined) text += `,${JSON.stringify(columns[index]!.name)}:${stringifyExact(value)}`;
  }
  return `${text}}`;
}
