/** The page's live connection: detects when it falls behind, and reacts. */

import { signal } from "@preact/signals";
import { loadPart } from "./load-part.ts";
import type { LiveEvent, Topic, WampClient } from "./wamp-client.ts";

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
  /** From now on, each row of the topic arrives; `refused`: none does. */
  onFollowed(topic: Topic): void;
  /** Rows were lost on the way, or came before the connection; the store has them. */
  onMissed(): void;
}

export class LiveFeed {
  readonly #events: LiveEvents;
  /** Loaded while the list is read: nothing is drawn sooner with it. */
  readonly #loading = loadPart(() => import("./wamp-client.ts"));
  #wamp: WampClient | undefined;
  #isListening = false;
  /** Topics to follow, before the client is there. */
  readonly #early = new Map<string, Topic>();
  readonly #state = signal<LiveState>("connecting");
  /** Counts connections, their parts since rows were lost, and subscriptions. */
  #session = 0;
  /** By topic, since when each row arrived; undefined: it may not be read. */
  readonly #sessions = new Map<string, number | undefined>();
  readonly #waiting = new Set<string>();
  #wasBehind = false;
  #tooFar = 0;
  #reducedUntilMs = 0;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: LiveEvents) {
    this.#events = events;
  }

  get state(): LiveState {
    return this.#state.value;
  }

  /** Changes when rows of the topic were lost; undefined while they may be. */
  sessionOf({ uri }: Topic): number | undefined {
    const isWhole = this.state === "connected" && !this.#wasBehind && this.lagMs() < BEHIND_MS;
    return isWhole ? this.#sessions.get(uri) : undefined;
  }

  /** `onFollowed` comes soon. */
  isWaiting({ uri }: Topic): boolean {
    return this.state === "connected" && this.#waiting.has(uri);
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
    for (const { uri } of topics) if (!this.#sessions.has(uri)) this.#waiting.add(uri);
    if (this.#wamp !== undefined) {
      this.#wamp.subscribe(topics);
      return;
    }
    for (const topic of topics) this.#early.set(topic.uri, topic);
    if (this.#isListening) return;
    this.#isListening = true;
    this.#connect(realm).catch(() => this.#changed("disconnected"));
  }

  async #connect(realm: string): Promise<void> {
    const { WampClient } = await this.#loading;
    const url = new URL("ws", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.#wamp = new WampClient({
      url: url.href,
      realm,
      onEvent: (event) => this.#events.onEvent(event),
      onState: (state) => this.#changed(state),
      onAnswered: (topic, answer) => this.#answered(topic, answer),
    });
    this.#wamp.subscribe([...this.#early.values()]);
    this.#wamp.start();
  }

  leave(topics: readonly Topic[]): void {
    for (const { uri } of topics) {
      this.#sessions.delete(uri);
      this.#waiting.delete(uri);
      this.#early.delete(uri);
    }
    this.#wamp?.unsubscribe(topics);
  }

  /** Call this about once a second. */
  check(): void {
    const lag = this.lagMs();
    const now = performance.now();
    // Once may be a machine that slept; twice means that the page does not keep up.
    this.#tooFar = lag > TOO_FAR_MS ? this.#tooFar + 1 : 0;
    if (this.state === "connected" && this.#tooFar >= 2) {
      this.#reducedUntilMs = now + REDUCED_MS;
      this.#wamp?.stop();
      this.#changed("reduced");
    } else if (this.state === "reduced" && now > this.#reducedUntilMs && !document.hidden) this.#wamp?.start();
    // The router drops events for a slow reader.
    if (this.#wasBehind && lag < BEHIND_MS && this.state === "connected") {
      this.#wasBehind = false;
      this.#begin();
    }
    this.#wasBehind = lag > BEHIND_MS;
  }

  setHidden(isHidden: boolean): void {
    clearTimeout(this.#hiddenTimer);
    if (isHidden) this.#hiddenTimer = setTimeout(() => this.#wamp?.stop(), HIDDEN_GRACE_MS);
    else if (this.state !== "reduced") this.#wamp?.start();
  }

  #changed(state: LiveState): void {
    const isReduced = performance.now() < this.#reducedUntilMs && state === "disconnected";
    this.#state.value = isReduced ? "reduced" : state;
    if (state === "connected") this.#begin();
    this.#events.onState(this.state);
  }

  #answered(topic: Topic, answer: "subscribed" | "refused"): void {
    this.#session += 1;
    this.#sessions.set(topic.uri, answer === "subscribed" ? this.#session : undefined);
    this.#waiting.delete(topic.uri);
    // At the start of a connection, one event tells of all.
    if (this.state === "connected") this.#events.onFollowed(topic);
  }

  #begin(): void {
    this.#session += 1;
    for (const [uri, session] of this.#sessions) if (session !== undefined) this.#sessions.set(uri, this.#session);
    this.#events.onMissed();
  }
}
