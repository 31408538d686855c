/**
 * Keeps what the broker retains up to date: Home Assistant's discovery, a configuration for each published column, deleted with
 * the column; and the last row of a measurement, deleted with the measurement.
 *
 * The store's memory records which configurations were sent, so that those of removed columns can be deleted after a
 * restart.
 */

import type { ListedMeasurement } from "../../model/measurement.ts";
import type { Facts, NewColumns } from "../../model/store.ts";
import type { Outgoing } from "../../signals/outbox.ts";
import { placeKey } from "../../store/listed.ts";
import { type Announcing, configurationsOf, type PublishedPlace } from "./home-assistant.ts";

export interface AnnouncerOptions {
  readonly put: (item: Outgoing) => void;
  readonly memory: Facts;
  readonly measurements: () => Promise<readonly ListedMeasurement[]>;
  /** Changes whenever the measurements change. */
  readonly state: () => Promise<string>;
  /** The current configuration; undefined: off. */
  readonly announcing: () => Announcing | undefined;
  /** Whether rows of the place are currently published. */
  readonly isPublished: (place: PublishedPlace) => boolean;
  /** Whether the broker retains the newest row of each topic. */
  readonly isRetained: () => boolean;
  readonly onFinding: (sentence: string) => void;
}

interface Announced extends PublishedPlace {
  /** Whether it was stored when it was last looked at. */
  readonly isStored?: boolean;
  /** Topics of configurations that a broker may retain. */
  readonly topics: readonly string[];
}

const MEMORY = "home-assistant/";
/** New columns within this time are announced together. */
const GATHER_MS = 500;
/** How often deleted measurements are detected. */
const LOOK_EVERY_MS = 10_000;
/** Maximum number of measurements: each takes memory here, at the broker and in Home Assistant. */
const MOST_PLACES = 20_000;
/** Maximum number of those of one realm. */
const MOST_OF_REALM = 5000;

export class Announcer {
  readonly #options: AnnouncerOptions;
  readonly #places = new Map<string, Announced>();
  /** How many of them each realm has. */
  readonly #realms = new Map<string, number>();
  /** The payload last sent on each topic since the start. */
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

  /** Call this with places whose rows are published. */
  seen(places: readonly PublishedPlace[]): void {
    for (const place of places) {
      const key = placeKey(place.database, place.measurement);
      const known = this.#places.get(key);
      if (known?.topic === place.topic) continue;
      if (known === undefined && !this.#hasRoom(place)) {
        const most = `the first ${MOST_OF_REALM} measurements of a realm, and ${MOST_PLACES} of all`;
        if (!this.#isFull) this.#options.onFinding(`Home Assistant gets ${most}`);
        this.#isFull = true;
        continue;
      }
      if (known === undefined) this.#count(place);
      this.#places.set(key, { ...place, topics: known?.topics ?? [] });
      this.changed();
    }
  }

  #hasRoom({ topic }: PublishedPlace): boolean {
    const ofRealm = this.#realms.get(realmOf(topic)) ?? 0;
    return this.#places.size < MOST_PLACES && ofRealm < MOST_OF_REALM;
  }

  #count({ topic }: PublishedPlace): void {
    this.#realms.set(realmOf(topic), (this.#realms.get(realmOf(topic)) ?? 0) + 1);
  }

  /** Call this when there are new columns. */
  noteColumns({ database, measurement }: NewColumns): void {
    if (this.#places.has(placeKey(database, measurement))) this.changed();
  }

  /** Sends everything again: the broker may have lost retained messages. */
  again(): void {
    this.#sent.clear();
    this.changed();
  }

  /** The configuration, or the list of measurements, has changed. */
  changed(): void {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#working = this.#working
        .then(() => this.#announce())
        .catch((error: Error) =>
          this.#options.onFinding(`Home Assistant's discovery cannot be updated: ${error.message}`),
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
      if (!this.#places.has(place)) this.#count(announced);
      this.#places.set(place, { ...announced, ...this.#places.get(place), topics: announced.topics });
    }
    this.#isRecalled = true;
  }

  async #announce(): Promise<void> {
    await this.#recall();
    if (this.#places.size === 0) return;
    const announcing = this.#options.announcing();
    const measurements = await this.#options.measurements();
    const byPlace = new Map(measurements.map((one) => [placeKey(one.database, one.measurement), one]));
    for (const [key, place] of this.#places) {
      const isPublished = announcing !== undefined && this.#options.isPublished(place);
      const description = byPlace.get(key)?.describe();
      const isStored = description?.stored === true;
      const wanted = isPublished && isStored ? configurationsOf(description, place, announcing) : [];
      await this.#replace(key, { ...place, isStored }, wanted);
      // The measurement was deleted: later subscribers must not get its last row.
      if (place.isStored === true && !isStored && this.#options.isRetained())
        this.#options.put({ topic: place.topic, payload: "", retain: true });
    }
  }

  async #replace(key: string, place: Announced, wanted: readonly Outgoing[]): Promise<void> {
    const topics = wanted.map(({ topic }) => topic);
    const gone = place.topics.filter((topic) => !topics.includes(topic));
    const isOther = gone.length > 0 || topics.length !== place.topics.length;
    // Before sending, so that everything sent can be deleted later.
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

/** The first part of the topic. */
function realmOf(topic: string): string {
  return topic.split("/", 1)[0]!;
}
