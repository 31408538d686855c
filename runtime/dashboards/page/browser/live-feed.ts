/** The page's live connection: detects when it falls behind, and reacts. */

import { type LiveEvent, type Topic, WampClient } from "./wamp-client.ts";

/** `reduced`: it could not keep up, so history is polled instead. */
export type LiveState = "connecting" | "connected" | "disconnected" | "reduced";

/** Beyond this delay, the page draws less often, ms. */
export const BEHIND_MS = 500;
/** Beyond this delay, it drops the live connection for a while. */
const TOO_FAR_MS = 3000;
const REDUCED_MS = 20_000;
/** A hidden page closes its connection after this time. */
const HIDDEN_GRACE_MS = 60_000;

interface LiveEvents {
  onEvent(event: LiveEvent): void;
  onState(state: LiveState): void;
  /** Rows were lost on the way, or came before the connection; the store has them. */
  onMissed(): void;
}

export class LiveFeed {
  readonly #events: LiveEvents;
  #wamp: WampClient | undefined;
  #state: LiveState = "connecting";
  #session = 0;
  #wasBehind = false;
  #tooFar = 0;
  #reducedUntilMs = 0;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: LiveEvents) {
    this.#events = events;
  }

  get state(): LiveState {
    return this.#state;
  }

  /** Number of the connection, or of its part since rows were lost; undefined while rows may be lost. */
  get session(): number | undefined {
    return this.#state === "connected" && !this.#wasBehind && this.lagMs() < BEHIND_MS ? this.#session : undefined;
  }

  lagMs(): number {
    return this.#wamp?.lagMs() ?? 0;
  }

  /** The factor by which to draw less often, so that incoming data has time. */
  slowdown(): number {
    return Math.min(10, Math.max(1, this.lagMs() / BEHIND_MS));
  }

  /** Connects if necessary, and subscribes to new topics. */
  listen(realm: string, topics: readonly Topic[]): void {
    if (this.#wamp === undefined) {
      const url = new URL("ws", location.href);
      url.protocol = url.protocol.replace("http", "ws");
      this.#wamp = new WampClient({
        url: url.href,
        realm,
        onEvent: (event) => this.#events.onEvent(event),
        onState: (state) => this.#changed(state),
      });
      this.#wamp.subscribe(topics);
      this.#wamp.start();
    } else this.#wamp.subscribe(topics);
  }

  /** Call this about once a second. */
  check(): void {
    const lag = this.lagMs();
    const now = performance.now();
    // Once may be a machine that slept; twice means that the page does not keep up.
    this.#tooFar = lag > TOO_FAR_MS ? this.#tooFar + 1 : 0;
    if (this.#state === "connected" && this.#tooFar >= 2) {
      this.#reducedUntilMs = now + REDUCED_MS;
      this.#wamp?.stop();
      this.#changed("reduced");
    } else if (this.#state === "reduced" && now > this.#reducedUntilMs && !document.hidden) this.#wamp?.start();
    // The router drops events for a slow reader.
    if (this.#wasBehind && lag < BEHIND_MS && this.#state === "connected") {
      this.#wasBehind = false;
      this.#begin();
    }
    this.#wasBehind = lag > BEHIND_MS;
  }

  setHidden(isHidden: boolean): void {
    clearTimeout(this.#hiddenTimer);
    if (isHidden) this.#hiddenTimer = setTimeout(() => this.#wamp?.stop(), HIDDEN_GRACE_MS);
    else if (this.#state !== "reduced") this.#wamp?.start();
  }

  #changed(state: LiveState): void {
    const isReduced = performance.now() < this.#reducedUntilMs && state === "disconnected";
    this.#state = isReduced ? "reduced" : state;
    if (state === "connected") this.#begin();
    this.#events.onState(this.#state);
  }

  #begin(): void {
    this.#session += 1;
    this.#events.onMissed();
  }
}
