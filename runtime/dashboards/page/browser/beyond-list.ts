/** Of a fleet that is too large to be listed: what somebody searched for, opened, or has on a dashboard. No DOM. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import { feedKey, type MeasurementName } from "./measurement-feed.ts";

export interface BeyondListOptions {
  /** Undefined: it is not there any more. */
  readonly fetchNamed: (name: MeasurementName) => Promise<MeasurementDescription | undefined>;
  readonly fetchMatching: (text: string, limit: number) => Promise<readonly MeasurementDescription[]>;
  /** There are others now. */
  readonly onChange: () => void;
}

/** Panels of a filter: more do not help anybody who looks for one. */
const MOST_FOUND = 200;
/** While somebody types. */
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

  /** Those that are not among `listed`. */
  with(listed: readonly MeasurementDescription[]): readonly MeasurementDescription[] {
    const all = new Map([...this.#found, ...this.#opened.values(), ...listed].map((one) => [feedKey(one), one]));
    return [...listed, ...[...all.values()].filter((one) => !listed.includes(one))];
  }

  open(description: MeasurementDescription): void {
    this.#opened.set(feedKey(description), description);
    this.#options.onChange();
  }

  /** Has those described that are not known yet. */
  async want(names: readonly MeasurementName[], listed: readonly MeasurementDescription[]): Promise<void> {
    const known = new Set([...listed.map(feedKey), ...this.#opened.keys()]);
    const unknown = names.filter((name) => !known.has(feedKey(name)));
    const found = await Promise.all(unknown.map((name) => this.#options.fetchNamed(name)));
    const there = found.filter((one) => one !== undefined);
    for (const one of there) this.#opened.set(feedKey(one), one);
    if (there.length > 0) this.#options.onChange();
  }

  /** It has columns that its description lacks. */
  async describeAgain(name: MeasurementName): Promise<void> {
    const key = feedKey(name);
    if (!this.#opened.has(key) && !this.#found.some((one) => feedKey(one) === key)) return;
    const description = await this.#options.fetchNamed(name);
    if (description !== undefined) this.open(description);
  }

  /** What passes the page's filter, of all that there are. */
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
