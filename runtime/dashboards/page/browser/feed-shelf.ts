/** The data of all measurements that there are, and what comes in for them. No DOM. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import { parseIsoMs } from "./format.ts";
import { type FeedHost, feedKey, MeasurementFeed, type MeasurementName } from "./measurement-feed.ts";

export interface ShelfEvents {
  onAdded(description: MeasurementDescription): void;
  onRemoved(key: string): void;
  /** It has new columns. */
  onColumns(feed: MeasurementFeed): void;
  /** Something came of which the service has not told yet: of a measurement that is here, or another one. */
  onUnknown(name: MeasurementName, isHere: boolean): void;
}

export class FeedShelf {
  readonly #feeds = new Map<string, MeasurementFeed>();
  readonly #host: FeedHost;
  readonly #events: ShelfEvents;

  constructor(host: FeedHost, events: ShelfEvents) {
    this.#host = host;
    this.#events = events;
  }

  get feeds(): ReadonlyMap<string, MeasurementFeed> {
    return this.#feeds;
  }

  /** When the oldest row of all came that is held here, epoch ms. */
  get beganMs(): number | undefined {
    const began = [...this.#feeds.values()].flatMap(({ buffer }) => buffer.firstMs ?? []);
    return began.length === 0 ? undefined : Math.min(...began);
  }

  /** Brings it in line with the measurements that there are. */
  update(descriptions: readonly MeasurementDescription[]): void {
    for (const description of descriptions) this.#addOrUpdate(description);
    const there = new Set(descriptions.map(feedKey));
    for (const key of this.#feeds.keys()) if (!there.has(key)) this.remove(key);
  }

  remove(key: string): void {
    this.#feeds.delete(key);
    this.#events.onRemoved(key);
  }

  reload(): void {
    for (const feed of this.#feeds.values()) feed.reload();
  }

  refresh(): void {
    for (const feed of this.#feeds.values()) feed.refresh();
  }

  /** What was published. */
  received({ database, measurement, time, values, hex, samples }: Readonly<Record<string, unknown>>): void {
    if (typeof database !== "string" || typeof measurement !== "string" || typeof time !== "string") return;
    if (typeof values !== "object" || values === null) return;
    const feed = this.#feeds.get(feedKey({ database, measurement }));
    if (feed === undefined || !knowsColumns(feed, values))
      this.#events.onUnknown({ database, measurement }, feed !== undefined);
    // A run of samples: what was taken before and after the message's own time.
    const rows = (Array.isArray(samples) ? samples : []) as readonly {
      readonly time: string;
      readonly values: object;
    }[];
    for (const row of rows) if (row.time < time) feed?.live(parseIsoMs(row.time), { ...row.values });
    feed?.live(parseIsoMs(time), typeof hex === "string" ? { ...values, _hex_: hex } : { ...values });
    for (const row of rows) if (row.time >= time) feed?.live(parseIsoMs(row.time), { ...row.values });
  }

  #addOrUpdate(description: MeasurementDescription): void {
    const known = this.#feeds.get(feedKey(description));
    if (known === undefined) {
      this.#feeds.set(feedKey(description), new MeasurementFeed(description, this.#host));
      this.#events.onAdded(description);
    } else if (known.update(description)) this.#events.onColumns(known);
  }
}

function knowsColumns(feed: MeasurementFeed, values: object): boolean {
  const { columns } = feed.description;
  return Object.keys(values).every((name) => columns.some((column) => column.name === name));
}
