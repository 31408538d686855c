/** Measurements of a large fleet that are not listed: found by a search, opened, or on a dashboard. No DOM. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import { feedKey, type MeasurementName } from "./measurement-name.ts";

export interface BeyondListOptions {
  /** Undefined: it does not exist any more. */
  readonly fetchNamed: (name: MeasurementName) => Promise<MeasurementDescription | undefined>;
  readonly fetchMatching: (text: string, limit: number) => Promise<readonly MeasurementDescription[]>;
  /** Called when the measurements have changed. */
  readonly onChange: () => void;
}

/** Maximum number of panels for a filter; more would not help. */
const MOST_FOUND = 200;
/** Delay while the user types. */
const REST_MS = 250;

export class BeyondList {
  readonly #options: BeyondListOptions;
  readonly #opened = new Map<string, MeasurementDescription>();
  #found: readonly MeasurementDescription[] = [];
  #text = "";
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BeyondListOptions) {
    this.#options = options;
  }

  /** Those that are not in `listed`. */
  with(listed: readonly MeasurementDescription[]): readonly MeasurementDescription[] {
    const all = new Map([...this.#found, ...this.#opened.values(), ...listed].map((one) => [feedKey(one), one]));
    return [...listed, ...[...all.values()].filter((one) => !listed.includes(one))];
  }

  open(description: MeasurementDescription): void {
    this.#opened.set(feedKey(description), description);
    this.#options.onChange();
  }

  /** Loads missing descriptions. */
  async want(names: readonly MeasurementName[], listed: readonly MeasurementDescription[]): Promise<void> {
    const known = new Set([...listed.map(feedKey), ...this.#opened.keys()]);
    const unknown = names.filter((name) => !known.has(feedKey(name)));
    const found = await Promise.all(unknown.map((name) => this.#options.fetchNamed(name)));
    const there = found.filter((one) => one !== undefined);
    for (const one of there) this.#opened.set(feedKey(one), one);
    if (there.length > 0) this.#options.onChange();
  }

  /** Loads the description again, because it lacks columns. */
  async describeAgain(name: MeasurementName): Promise<void> {
    const key = feedKey(name);
    if (!this.#opened.has(key) && !this.#found.some((one) => feedKey(one) === key)) return;
    const description = await this.#options.fetchNamed(name);
    if (description !== undefined) this.open(description);
  }

  /** Finds all measurements that match the page's filter. */
  filter(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.#search(text).catch(() => {}), REST_MS);
  }

  async #search(text: string): Promise<void> {
    const found = text === "" ? [] : await this.#options.fetchMatching(text, MOST_FOUND);
    if (text !== this.#text) return;
    this.#found = found;
    this.#options.onChange();
  }
}
