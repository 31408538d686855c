/**
 * Keeps Home Assistant's discovery up to date: a configuration for each column of what is published, erased when the column is gone.
 *
 * The store's memory says which configurations were sent, so that a restart can erase those of fields that are gone by then.
 */

import type { ListedMeasurement } from "../api/measurement-catalogue.ts";
import { placeKey } from "../store/listed.ts";
import type { Memory, NewColumns } from "../store/store.ts";
import { type Announcing, configurationsOf, type PublishedPlace } from "./home-assistant.ts";
import type { Outgoing } from "./outbox.ts";

export interface AnnouncerOptions {
  readonly put: (item: Outgoing) => void;
  readonly memory: Memory;
  readonly measurements: () => Promise<readonly ListedMeasurement[]>;
  /** Another text when the measurements are others. */
  readonly state: () => Promise<string>;
  /** As configured now; undefined: off. */
  readonly announcing: () => Announcing | undefined;
  /** Whether rows of the place are published now. */
  readonly isPublished: (place: PublishedPlace) => boolean;
  readonly onFinding: (sentence: string) => void;
}

interface Announced extends PublishedPlace {
  /** Topics of configurations that a broker may keep. */
  readonly topics: readonly string[];
}

const MEMORY = "home-assistant/";
/** Columns that come together are announced together. */
const GATHER_MS = 500;
/** How often it is looked whether a measurement was deleted. */
const LOOK_EVERY_MS = 10_000;
/** Each takes memory here, at the broker and in Home Assistant. */
const MOST_PLACES = 5000;

export class Announcer {
  readonly #options: AnnouncerOptions;
  readonly #places = new Map<string, Announced>();
  /** What was sent of each topic since the start. */
  readonly #sent = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #state = "";
  #isStopped = false;
  #isFull = false;
  #isRecalled = false;
  #working: Promise<void> = Promise.resolve();

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  start(): void {
    this.changed();
    this.#looking = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
    await this.#working;
  }

  /** Rows of these are published. */
  seen(places: readonly PublishedPlace[]): void {
    for (const place of places) {
      const key = placeKey(place.database, place.measurement);
      const known = this.#places.get(key);
      if (known?.topic === place.topic) continue;
      if (known === undefined && this.#places.size >= MOST_PLACES) {
        if (!this.#isFull) this.#options.onFinding(`Home Assistant is told of ${MOST_PLACES} measurements and no more`);
        this.#isFull = true;
        continue;
      }
      this.#places.set(key, { ...place, topics: known?.topics ?? [] });
      this.changed();
    }
  }

  /** There are columns that were not there before. */
  noteColumns({ database, measurement }: NewColumns): void {
    if (this.#places.has(placeKey(database, measurement))) this.changed();
  }

  /** The broker may have lost what it kept. */
  again(): void {
    this.#sent.clear();
    this.changed();
  }

  /** The configuration, or what there is, is another. */
  changed(): void {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#working = this.#working
        .then(() => this.#announce())
        .catch((error: Error) =>
          this.#options.onFinding(`Home Assistant cannot be told what there is: ${error.message}`),
        );
    }, GATHER_MS);
  }

  async #look(): Promise<void> {
    const state = await this.#options.state().catch(() => this.#state);
    if (state !== this.#state || !this.#isRecalled) this.changed();
    this.#state = state;
  }

  /** The store may be away at the start. */
  async #recall(): Promise<void> {
    if (this.#isRecalled) return;
    for (const [key, value] of await this.#options.memory.remembered()) {
      if (!key.startsWith(MEMORY)) continue;
      const announced = JSON.parse(value) as Announced;
      const place = placeKey(announced.database, announced.measurement);
      this.#places.set(place, { ...announced, ...this.#places.get(place), topics: announced.topics });
    }
    this.#isRecalled = true;
  }

  async #announce(): Promise<void> {
    await this.#recall();
    if (this.#places.size === 0) return;
    const announcing = this.#options.announcing();
    const listed = await this.#options.measurements();
    const byPlace = new Map(listed.map((one) => [placeKey(one.database, one.measurement), one]));
    for (const [key, place] of this.#places) {
      const isPublished = announcing !== undefined && this.#options.isPublished(place);
      const description = isPublished ? byPlace.get(key)?.describe() : undefined;
      const wanted = description?.stored === true ? configurationsOf(description, place, announcing!) : [];
      await this.#replace(key, place, wanted);
    }
  }

  async #replace(key: string, place: Announced, wanted: readonly Outgoing[]): Promise<void> {
    const topics = wanted.map(({ topic }) => topic);
    const gone = place.topics.filter((topic) => !topics.includes(topic));
    const isOther = gone.length > 0 || topics.length !== place.topics.length;
    // First, so that what is sent can always be erased later.
    if (isOther) await this.#options.memory.remember(MEMORY + key, JSON.stringify({ ...place, topics }));
    for (const topic of gone) {
      this.#options.put({ topic, payload: "", retain: true });
      this.#sent.delete(topic);
    }
    for (const configuration of wanted) {
      if (this.#sent.get(configuration.topic) === configuration.payload) continue;
      this.#sent.set(configuration.topic, configuration.payload);
      this.#options.put(configuration);
    }
    this.#places.set(key, { ...place, topics });
  }
}
