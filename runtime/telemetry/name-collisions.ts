/** Different devices whose names fall together when they are stored [D25]: a warning for `/health`. */

import { type Address, channelId, directId } from "./address.ts";

/** Devices remembered; later ones are not checked (and counted). */
const MAX_DEVICES = 100_000;
/** A database and a measurement for each. */
const MAX_NAMES = 2 * MAX_DEVICES;
const MAX_WARNINGS = 100;

interface Known {
  readonly id: string;
  readonly realm: string;
  /** The first wide form seen; direct forms do not tell where the hyphens belong. */
  wide: string | undefined;
  readonly first: string;
}

/** Fed with every address; memory is bounded. */
export class NameCollisions {
  readonly #devices = new Map<string, Known>();
  /** Databases and measurements: in lower case → as first seen. */
  readonly #stored = new Map<string, string>();
  readonly #warnings = new Set<string>();
  #unchecked = 0;

  note(address: Address): void {
    const stored = `${address.database}/${address.measurement}`;
    this.noteDatabase(address.database);
    this.#noteCase(`${address.database}/${address.measurement.toLowerCase()}`, stored, "table");
    const known = this.#devices.get(stored);
    if (known === undefined) this.#learn(stored, address);
    else if (!sameDevice(known, address)) this.#warn(known, address);
    else if (address.form !== "direct") known.wide ??= channelId(address);
  }

  /** One that a UDP channel stores to. */
  noteDatabase(database: string): void {
    this.#noteCase(database.toLowerCase(), database, "schema");
  }

  /** One sentence for each pair, oldest first. */
  warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /** Devices that were not checked because too many are known already. */
  get unchecked(): number {
    return this.#unchecked;
  }

  #learn(stored: string, address: Address): void {
    if (this.#devices.size >= MAX_DEVICES) {
      this.#unchecked++;
      return;
    }
    const wide = address.form === "direct" ? undefined : channelId(address);
    this.#devices.set(stored, { id: directId(address), realm: address.realm, wide, first: channelId(address) });
  }

  // DuckDB takes upper and lower case for one: the second of two such names gets a number behind it.
  #noteCase(folded: string, stored: string, kind: "schema" | "table"): void {
    const first = this.#stored.get(folded);
    if (first === undefined) {
      if (this.#stored.size < MAX_NAMES) this.#stored.set(folded, stored);
    } else if (first !== stored && this.#warnings.size < MAX_WARNINGS) {
      this.#warnings.add(
        `${first} and ${stored} differ by case only; the DuckDB ${kind} of the second has a number behind its name: rename one of them`,
      );
    }
  }

  #warn(known: Known, address: Address): void {
    if (this.#warnings.size >= MAX_WARNINGS) return;
    const first = known.wide ?? known.first;
    this.#warnings.add(
      `${first} and ${channelId(address)} are both stored as ${address.database}/${address.measurement}: rename one of them`,
    );
  }
}

function sameDevice(known: Known, address: Address): boolean {
  if (known.realm !== address.realm || known.id !== directId(address)) return false;
  return address.form === "direct" || known.wide === undefined || known.wide === channelId(address);
}
