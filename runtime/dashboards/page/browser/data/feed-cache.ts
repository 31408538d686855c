/** The data of all measurements, with incoming values. No DOM. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { parseIsoMs } from "../text/format.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { type FeedSource, MeasurementFeed } from "./measurement-feed.ts";

/** Data arrived that the service has not described yet: of a known measurement, or of a new one. */
type OnUnknown = (name: MeasurementName, isHere: boolean) => void;

export class FeedCache {
  readonly #feeds = new Map<string, MeasurementFeed>();
  readonly #source: FeedSource;
  readonly #onUnknown: OnUnknown;

  constructor(source: FeedSource, onUnknown: OnUnknown) {
    this.#source = source;
    this.#onUnknown = onUnknown;
  }

  get feeds(): ReadonlyMap<string, MeasurementFeed> {
    return this.#feeds;
  }

  /** Time when the oldest row held here arrived, epoch ms. */
  get beganMs(): number | undefined {
    const began = [...this.#feeds.values()].flatMap(({ buffer }) => buffer.firstMs ?? []);
    return began.length === 0 ? undefined : Math.min(...began);
  }

  /** Updates the feeds to the current measurements. */
  update(descriptions: readonly MeasurementDescription[]): void {
    for (const description of descriptions) this.#addOrUpdate(description);
    const there = new Set(descriptions.map(feedKey));
    for (const key of this.#feeds.keys()) if (!there.has(key)) this.remove(key);
  }

  remove(key: string): void {
    this.#feeds.delete(key);
  }

  reload(): void {
    for (const feed of this.#feeds.values()) feed.reload();
  }

  catchUp(): void {
    for (const feed of this.#feeds.values()) feed.catchUp();
  }

  /** Handles a published event. */
  received({ database, measurement, time, values, hex, samples }: Readonly<Record<string, unknown>>): void {
    if (typeof database !== "string" || typeof measurement !== "string" || typeof time !== "string") return;
    if (typeof values !== "object" || values === null) return;
    const feed = this.#feeds.get(feedKey({ database, measurement }));
    // A channel's topic has all of its structs.
    if (feed?.isLive === false) return;
    if (feed === undefined || !knowsColumns(feed, values))
      this.#onUnknown({ database, measurement }, feed !== undefined);
    // A run of samples: some were taken before and after the message's own time.
    const rows = (Array.isArray(samples) ? samples : []) as readonly {
      readonly time: string;
      readonly values: object;
    }[];
    for (const row of rows) if (row.time < time) feed?.live(parseIsoMs(row.time), exact(row.values));
    feed?.live(parseIsoMs(time), exact(typeof hex === "string" ? { ...values, _hex_: hex } : values));
    for (const row of rows) if (row.time >= time) feed?.live(parseIsoMs(row.time), exact(row.values));
  }

  #addOrUpdate(description: MeasurementDescription): void {
    const known = this.#feeds.get(feedKey(description));
    if (known === undefined) this.#feeds.set(feedKey(description), new MeasurementFeed(description, this.#source));
    else known.update(description);
  }
}

/** Integers that a number can hold are numbers, as in rows that are read. */
function exact(values: object): Record<string, unknown> {
  const own: Record<string, unknown> = { ...values };
  for (const name in own) {
    const value = own[name];
    if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) own[name] = Number(value);
  }
  return own;
}

function knowsColumns(feed: MeasurementFeed, values: object): boolean {
  const { columns } = feed.description;
  return Object.keys(values).every((name) => columns.some((column) => column.name === name));
}
