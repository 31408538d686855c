/** Units that tables name below their headers, remembered for their measurements' columns [D55]. */

import type { Facts } from "../model/store.ts";
import type { ColumnUnits } from "./intake.ts";

const KEY_PREFIX = "column-units/";
/** Maximum number of measurements; a sender who invents more gets no units. */
const MOST_KNOWN = 10_000;

export class LearnedUnits {
  #facts: Facts | undefined;
  #loading: Promise<void> | undefined;
  readonly #units = new Map<string, Readonly<Record<string, string>>>();

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
    if (known === undefined && this.#units.size >= MOST_KNOWN) return;
    if ([...byColumn].every(([column, unit]) => known?.[column] === unit)) return;
    const units = { ...known, ...Object.fromEntries(byColumn) };
    this.#units.set(key, units);
    await this.#facts?.remember(key, JSON.stringify(units)).catch(() => {});
  }

  of(database: string, measurement: string, column: string): string | undefined {
    const units = this.#units.get(keyOf(database, measurement));
    return units !== undefined && Object.hasOwn(units, column) ? units[column] : undefined;
  }

  async #read(): Promise<void> {
    for (const [key, text] of (await this.#facts?.remembered()) ?? []) {
      if (!key.startsWith(KEY_PREFIX) || this.#units.has(key)) continue;
      this.#units.set(key, JSON.parse(text) as Readonly<Record<string, string>>);
    }
  }
}

function keyOf(database: string, measurement: string): string {
  return `${KEY_PREFIX}${database}/${measurement}`;
}
