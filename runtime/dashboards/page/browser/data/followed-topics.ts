/** Which topics the page subscribes to: those of measurements whose live rows it draws. No DOM. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import type { LiveFeed } from "./live-feed.ts";
import type { MeasurementFeed } from "./measurement-feed.ts";
import type { Topic } from "./wamp-client.ts";

/** What is scrolled out of sight for a moment stays subscribed, ms. */
const LINGER_MS = 30_000;
/** Events of whole networks. */
export const NETWORKS: Topic = { uri: ".", match: "wildcard" };
/** `<realm>.<network>.<gateway>.<node>`: all devices, while the address of one of them is not known. */
const DEVICES: Topic = { uri: "...", match: "wildcard" };

/** The device's address; undefined if it is not known; "unasked" before the service was asked. */
type AddressOf = (key: string) => string | "unasked" | undefined;

export class FollowedTopics {
  readonly #live: LiveFeed;
  readonly #realm: () => string;
  readonly #addressOf: AddressOf;
  /** By their key: each feed with its topic; undefined until addresses are known. */
  readonly #topics = new Map<string, { readonly feed: MeasurementFeed; readonly topic: Topic | undefined }>();
  readonly #leaving = new Map<string, ReturnType<typeof setTimeout>>();

  /** @param realm of live topics */
  constructor(live: LiveFeed, realm: () => string, addressOf: AddressOf) {
    this.#live = live;
    this.#realm = realm;
    this.#addressOf = addressOf;
  }

  follow(feed: MeasurementFeed, isFollowed: boolean): void {
    const key = feedKey(feed.description);
    clearTimeout(this.#leaving.get(key));
    this.#leaving.delete(key);
    if (!isFollowed)
      this.#leaving.set(
        key,
        setTimeout(() => this.#leave(key), LINGER_MS),
      );
    else if (this.#topics.get(key)?.feed !== feed) this.#place(feed);
  }

  /** Call this when addresses may have become known. */
  place(): void {
    for (const { feed, topic } of [...this.#topics.values()])
      if (topic === undefined || topic === DEVICES) this.#place(feed);
  }

  sessionOf(measurement: MeasurementName): number | undefined {
    const topic = this.#topics.get(feedKey(measurement))?.topic;
    return topic && this.#live.sessionOf(topic);
  }

  isWaiting(feed: MeasurementFeed): boolean {
    const placed = this.#topics.get(feedKey(feed.description));
    return placed !== undefined && (placed.topic === undefined || this.#live.isWaiting(placed.topic));
  }

  /** The topic's rows arrive from now on. */
  followed({ uri }: Topic): void {
    for (const { feed, topic } of [...this.#topics.values()]) if (topic?.uri === uri) feed.followed();
  }

  #place(feed: MeasurementFeed): void {
    const key = feedKey(feed.description);
    const before = this.#topics.get(key);
    const topic = this.#topicOf(feed.description, key);
    if (before !== undefined && before.feed === feed && before.topic?.uri === topic?.uri) return;
    const isKnown = topic !== undefined && this.#isUsed(topic);
    this.#topics.set(key, { feed, topic });
    if (before?.topic !== undefined) this.#endUnused(before.topic);
    if (topic === undefined) return;
    if (!isKnown) this.#live.listen(this.#realm(), [topic]);
    // Otherwise, the answer to the subscription tells it.
    if (!this.#live.isWaiting(topic)) feed.followed();
  }

  #leave(key: string): void {
    const placed = this.#topics.get(key);
    this.#topics.delete(key);
    this.#leaving.delete(key);
    if (placed?.topic !== undefined) this.#endUnused(placed.topic);
    placed?.feed.left();
  }

  #endUnused(topic: Topic): void {
    if (!this.#isUsed(topic)) this.#live.leave([topic]);
  }

  #isUsed({ uri }: Topic): boolean {
    return [...this.#topics.values()].some(({ topic }) => topic?.uri === uri);
  }

  #topicOf({ topic }: MeasurementDescription, key: string): Topic | undefined {
    if (topic !== undefined) return { uri: topic, match: "exact" };
    const address = this.#addressOf(key);
    if (address === "unasked") return undefined;
    return address === undefined ? DEVICES : { uri: topicOfDevice(address), match: "exact" };
  }
}

/** Components must not contain dots, blanks or '#'. [WAMP 2, loose URIs] */
function topicOfDevice(address: string): string {
  return address
    .split("/")
    .map((part) => part.replace(/[.#\s]/g, "_"))
    .join(".");
}
