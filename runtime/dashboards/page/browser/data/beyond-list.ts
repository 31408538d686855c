/** Measurements of a large fleet that are not listed: found by a search, opened, or on a dashboard. */

import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { fetchMatching, fetchNamed } from "./api.ts";
import { Query } from "./query.ts";

/** Maximum number of panels for a filter; more would not help. */
const MOST_FOUND = 200;
/** Delay while the user types. */
const REST_MS = 250;

export class BeyondList {
  readonly #onChange: () => void;
  readonly #opened = new Map<string, MeasurementDescription>();
  #found: readonly MeasurementDescription[] = [];
  #text = "";
  readonly #searching = new Query<void>();
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange called when the measurements have changed */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Those that are not in `listed`. */
  with(listed: readonly MeasurementDescription[]): readonly MeasurementDescription[] {
    const all = new Map([...this.#found, ...this.#opened.values(), ...listed].map((one) => [feedKey(one), one]));
    return [...listed, ...[...all.values()].filter((one) => !listed.includes(one))];
  }

  open(description: MeasurementDescription): void {
    this.#opened.set(feedKey(description), description);
    this.#onChange();
  }

  /** Loads missing descriptions. */
  async want(names: readonly MeasurementName[], listed: readonly MeasurementDescription[]): Promise<void> {
    const known = new Set([...listed.map(feedKey), ...this.#opened.keys()]);
    const unknown = names.filter((name) => !known.has(feedKey(name)));
    const found = await Promise.all(unknown.map(fetchNamed));
    const there = found.filter((one) => one !== undefined);
    for (const one of there) this.#opened.set(feedKey(one), one);
    if (there.length > 0) this.#onChange();
  }

  /** Loads the description again, because it lacks columns. */
  async describeAgain(name: MeasurementName): Promise<void> {
    const key = feedKey(name);
    if (!this.#opened.has(key) && !this.#found.some((one) => feedKey(one) === key)) return;
    const description = await fetchNamed(name);
    if (description !== undefined) this.open(description);
  }

  /** Finds all measurements that match the page's filter. */
  filter(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.#searching.renew(text, () => this.#search(text)), REST_MS);
  }

  async #search(text: string): Promise<void> {
    const found = text === "" ? [] : await fetchMatching(text, MOST_FOUND);
    if (text !== this.#text) return;
    this.#found = found;
    this.#onChange();
  }
}
