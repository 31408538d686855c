/** Units that tables name below their headers, remembered for their measurements' columns [D55]. */

import { OwnedMap } from "../lib/owned-map.ts";
import type { Facts } from "../model/store.ts";
import type { ColumnUnits } from "./intake.ts";

const KEY_PREFIX = "column-units/";
/** Maximum number of measurements. Beyond it, the realm with most has no units for its oldest. */
const MOST_KNOWN = 10_000;

export class LearnedUnits {
  #facts: Facts | undefined;
  #loading: Promise<void> | undefined;
  readonly #units = new OwnedMap<Readonly<Record<string, string>>>(MOST_KNOWN);
  readonly #realmOf: (database: string) => string;

  constructor(realmOf: (database: string) => string) {
    this.#realmOf = realmOf;
  }

  /** Remembers in this store, and reads what it remembers. */
  use(facts: Facts): void {
    this.#facts ??= facts;
  }

  /** Reads what is remembered; a later call tries again if the store did not answer. */
  load(): Promise<void> {
    this.#loading ??= this.#read().catch(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Never throws: without a unit, a row still is right. */
  async learn({ database, measurement, byColumn }: ColumnUnits): Promise<void> {
    await this.load();
    const key = keyOf(database, measurement);
    const known = this.#units.get(key);
    if ([...byColumn].every(([column, unit]) => known?.[column] === unit)) return;
    const units = { ...known, ...Object.fromEntries(byColumn) };
    this.#units.set(this.#realmOf(database), key, units);
    await this.#facts?.remember(key, JSON.stringify(units)).catch(() => {});
  }

  of(database: string, measurement: string, column: string): string | undefined {
    const units = this.#units.get(keyOf(database, measurement));
    return units !== undefined && Object.hasOwn(units, column) ? units[column] : undefined;
  }

  async #read(): Promise<void> {
    for (const [key, text] of (await this.#facts?.remembered()) ?? []) {
      if (!key.startsWith(KEY_PREFIX) || this.#units.get(key) !== undefined) continue;
      const [database = ""] = key.slice(KEY_PREFIX.length).split("/", 1);
      this.#units.set(this.#realmOf(database), key, JSON.parse(text) as Readonly<Record<string, string>>);
    }
  }
}

function keyOf(database: string, measurement: string): string {
  return `${KEY_PREFIX}${database}/${measurement}`;
}
