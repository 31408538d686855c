/** What is to be published over MQTT, in order: kept while the broker is away, up to a bound; then the oldest go first. */

import type { SignalTransport } from "../signals/signals.ts";
import { Bound, type BoundName, type TellBound } from "../telemetry/bounds.ts";
import type { PartStatus } from "../telemetry/part-status.ts";

export interface Outgoing {
  readonly topic: string;
  readonly payload: string;
  /** The broker keeps it for later subscribers. */
  readonly retain?: boolean;
}

export interface OutboxOptions {
  readonly bound: BoundName;
  /** Publications that the broker has not confirmed yet. */
  readonly inFlight: number;
  readonly tell?: TellBound;
}

interface Queued extends Outgoing {
  /** Its place in the order. */
  readonly number: number;
}

/** What an item takes beside its text, bytes. */
const OVERHEAD = 100;
/** Sent in one turn of the event loop. */
const AT_ONCE = 100;

export class Outbox {
  readonly #most: number;
  readonly #bound: Bound;
  #transport: SignalTransport | undefined;
  readonly #listeners: (() => void)[] = [];
  #queue: Queued[] = [];
  /** Items before it were sent. */
  #first = 0;
  #next = 0;
  #inFlight = 0;
  #sentNow = 0;
  #isPausing = false;
  #published = 0;
  #dropped = 0;
  #lastError: PartStatus["lastError"];
  #lastSuccess: string | undefined;

  constructor({ bound, inFlight, tell }: OutboxOptions) {
    this.#bound = new Bound(bound, tell);
    this.#most = inFlight;
  }

  /** What comes before is kept until there is one. */
  useTransport(transport: SignalTransport): void {
    this.#transport = transport;
    transport.onConnected(() => {
      for (const listener of this.#listeners) listener();
      this.#drain();
    });
    this.#drain();
  }

  /** Called whenever the broker can be reached again. */
  onConnected(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Never throws, never waits. */
  put(item: Outgoing): void {
    const bytes = bytesOf(item);
    while (this.waiting > 0 && !this.#bound.hasRoom(bytes)) {
      this.#take();
      this.#dropped++;
      this.#bound.meet();
    }
    this.#queue.push({ ...item, number: this.#next++ });
    this.#bound.held += bytes;
    this.#drain();
  }

  get waiting(): number {
    return this.#queue.length - this.#first;
  }

  /** Resolves when nothing waits any more, or when nothing has gone out for `patienceMs`. */
  async flush(patienceMs: number): Promise<void> {
    let published = this.#published;
    let deadline = Date.now() + patienceMs;
    while ((this.waiting > 0 || this.#inFlight > 0) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      if (published !== this.#published) deadline = Date.now() + patienceMs;
      published = this.#published;
    }
  }

  /** @param what is published */
  status(what: string): PartStatus {
    const { waiting } = this;
    const isConnected = this.#transport?.connected === true;
    return {
      state: isConnected ? "ok" : "degraded",
      detail: isConnected ? `${what} are published` : `${waiting} ${what} wait for the broker`,
      ...(this.#lastError && { lastError: this.#lastError }),
      ...(this.#lastSuccess !== undefined && { lastSuccess: this.#lastSuccess }),
      counts: { published: this.#published, waiting, dropped: this.#dropped },
    };
  }

  #take(): Queued | undefined {
    const item = this.#queue[this.#first];
    if (item === undefined) return undefined;
    this.#first++;
    this.#bound.held -= bytesOf(item);
    if (this.#first > 1000 && this.#first * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  #drain(): void {
    const transport = this.#transport;
    while (transport?.connected === true && this.#inFlight < this.#most && !this.#isPausing) {
      const next = this.#take();
      if (next === undefined) return;
      this.#inFlight++;
      // Never rejects: a failure is kept for the status, and the item goes back to the queue.
      void this.#send(transport, next);
      if (++this.#sentNow >= AT_ONCE) this.#pause();
    }
  }

  /** A broker in this process answers at once: senders have their turn in between. */
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
      // Tried again with the next item or connection, not at once: a broker that refuses must not be asked in a loop.
      this.#putBack(next);
    }
  }

  #putBack(item: Queued): void {
    const bytes = bytesOf(item);
    if (!this.#bound.hasRoom(bytes)) {
      this.#dropped++;
      this.#bound.meet();
      return;
    }
    this.#bound.held += bytes;
    // Of one topic the newest is to be the last, whichever of them failed first.
    let place = this.#first;
    while (place < this.#queue.length && this.#queue[place]!.number < item.number) place++;
    this.#queue.splice(place, 0, item);
  }
}

/** Two bytes a character at most. */
function bytesOf({ topic, payload }: Outgoing): number {
  return (topic.length + payload.length) * 2 + OVERHEAD;
}
