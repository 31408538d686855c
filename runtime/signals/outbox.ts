/**
 * A queue of messages for MQTT, in order: kept while the broker is away, up to a limit; beyond it, the realm with most loses
 * its oldest.
 */

import { stringifyExact } from "../lib/exact-json.ts";
import { Bound, type BoundName, type TellBound } from "../model/bounds.ts";
import type { PartStatus } from "../model/part-status.ts";
import { type SignalTransport, Unpublishable } from "../model/signal-transport.ts";
import { SIGNAL_COUNTERS } from "./counters.ts";

export interface Outgoing {
  readonly topic: string;
  readonly payload: string;
  /** The broker keeps the message for later subscribers. */
  readonly retain?: boolean;
}

export interface OutboxOptions {
  /** Name of the items, in the plural. */
  readonly what: string;
  readonly bound: BoundName;
  /** Maximum number of unconfirmed publications. */
  readonly inFlight: number;
  readonly tell?: TellBound;
}

interface Queued extends Outgoing {
  /** Position in the order. */
  readonly number: number;
}

/** Memory of an item besides its text, bytes. */
const OVERHEAD = 100;
/** Fraction of the limit. */
const FREED_AT_ONCE = 1 / 64;
/** Maximum number sent in one turn of the event loop. */
const AT_ONCE = 100;

export class Outbox {
  readonly #what: string;
  readonly #most: number;
  readonly #bound: Bound;
  #transport: SignalTransport | undefined;
  readonly #listeners: (() => void)[] = [];
  /** Undefined: dropped. */
  #queue: (Queued | undefined)[] = [];
  #waiting = 0;
  /** Bytes of each realm. */
  readonly #held = new Map<string, number>();
  /** Items before this index were sent. */
  #first = 0;
  #next = 0;
  #inFlight = 0;
  #sentNow = 0;
  #isPausing = false;
  #published = 0;
  #dropped = 0;
  #lastError: PartStatus["lastError"];
  #lastSuccess: string | undefined;

  constructor({ what, bound, inFlight, tell }: OutboxOptions) {
    this.#what = what;
    this.#bound = new Bound(bound, tell);
    this.#most = inFlight;
  }

  /** Before this, items are queued. */
  useTransport(transport: SignalTransport): void {
    this.#transport = transport;
    transport.onConnected(() => {
      for (const listener of this.#listeners) listener();
      this.#drain();
    });
    this.#drain();
  }

  /** Called whenever the broker becomes reachable again. */
  onConnected(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Never throws, never waits. */
  put(item: Outgoing): void {
    const bytes = bytesOf(item);
    while (this.waiting > 0 && !this.#bound.hasRoom(bytes)) this.#makeRoom(bytes);
    this.#queue.push({ ...item, number: this.#next++ });
    this.#count(item, 1);
    this.#drain();
  }

  /** The same for a message of JSON. */
  publish(topic: string, message: object): void {
    this.put({ topic, payload: stringifyExact(message) });
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves when the queue is empty, or when nothing was sent for `patienceMs`. */
  async flush(patienceMs: number): Promise<void> {
    let published = this.#published;
    let deadline = performance.now() + patienceMs;
    while ((this.waiting > 0 || this.#inFlight > 0) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      if (published !== this.#published) deadline = performance.now() + patienceMs;
      published = this.#published;
    }
  }

  status(): PartStatus {
    const { waiting } = this;
    const what = this.#what;
    const isConnected = this.#transport?.connected === true;
    return {
      state: isConnected ? "ok" : "degraded",
      detail: isConnected ? `${what} are published` : `${waiting} ${what} wait for the broker`,
      ...(this.#lastError && { lastError: this.#lastError }),
      ...(this.#lastSuccess !== undefined && { lastSuccess: this.#lastSuccess }),
      counts: SIGNAL_COUNTERS.of({ published: this.#published, waiting, dropped: this.#dropped }),
    };
  }

  #take(): Queued | undefined {
    while (this.#first < this.#queue.length && this.#queue[this.#first] === undefined) this.#first++;
    const item = this.#queue[this.#first];
    if (item === undefined) return undefined;
    this.#first++;
    this.#count(item, -1);
    if (this.#first > 1000 && this.#first * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  /** Drops the oldest of the realm with most: some at once, since finding them takes time. */
  #makeRoom(bytes: number): void {
    const wanted = this.#bound.held - Math.max(bytes, this.#bound.all * FREED_AT_ONCE);
    const [largest] = [...this.#held].reduce((a, b) => (b[1] > a[1] ? b : a));
    for (let index = this.#first; index < this.#queue.length && this.#bound.held > wanted; index++) {
      const item = this.#queue[index];
      if (item === undefined || realmOf(item) !== largest) continue;
      this.#queue[index] = undefined;
      this.#count(item, -1);
      this.#dropped++;
      this.#bound.meet();
    }
  }

  #count(item: Queued | Outgoing, by: 1 | -1): void {
    const bytes = by * bytesOf(item);
    this.#waiting += by;
    this.#bound.held += bytes;
    const realm = realmOf(item);
    const held = (this.#held.get(realm) ?? 0) + bytes;
    if (held > 0) this.#held.set(realm, held);
    else this.#held.delete(realm);
  }

  #drain(): void {
    const transport = this.#transport;
    while (transport?.connected === true && this.#inFlight < this.#most && !this.#isPausing) {
      const next = this.#take();
      if (next === undefined) return;
      this.#inFlight++;
      // Never rejects: a failure is kept for the status, and the item returns to the queue.
      void this.#send(transport, next);
      if (++this.#sentNow >= AT_ONCE) this.#pause();
    }
  }

  /** A broker in this process answers at once: yield, so that senders get their turn. */
  #pause(): void {
    this.#isPausing = true;
    setImmediate(() => {
      this.#isPausing = false;
      this.#sentNow = 0;
      this.#drain();
    });
  }

  async #send(transport: SignalTransport, next: Queued): Promise<void> {
    try {
      await transport.publish(next.topic, next.payload, next.retain === true ? "retained" : "passing");
      this.#published++;
      this.#lastSuccess = new Date().toISOString();
      this.#inFlight--;
      this.#drain();
    } catch (error) {
      this.#inFlight--;
      this.#lastError = { message: String(error), time: new Date().toISOString() };
      if (error instanceof Unpublishable) this.#dropped++;
      // Retried with the next item or connection, not at once: a broker that refuses must not be called in a loop.
      else this.#putBack(next);
    }
  }

  #putBack(item: Queued): void {
    const bytes = bytesOf(item);
    if (!this.#bound.hasRoom(bytes)) {
      this.#dropped++;
      this.#bound.meet();
      return;
    }
    this.#count(item, 1);
    // The newest item of a topic must be sent last, whichever of them failed first.
    let index = this.#first;
    while (index < this.#queue.length && (this.#queue[index]?.number ?? 0) < item.number) index++;
    this.#queue.splice(index, 0, item);
  }
}

/** The first part of the topic. */
function realmOf({ topic }: Outgoing): string {
  return topic.split("/", 1)[0]!;
}

/** At most two bytes per character. */
function bytesOf({ topic, payload }: Outgoing): number {
  return (topic.length + payload.length) * 2 + OVERHEAD;
}
