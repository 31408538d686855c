/** Different devices whose names fall together when they are stored [D25]: a warning for `/health`. */

import { type Address, channelId, directId } from "./address.ts";

/** Devices remembered; later ones are not checked (and counted). */
const MAX_DEVICES = 100_000;
const MAX_WARNINGS = 100;

/** One text for each, as there may be many: strings that are joined take a third of what those take that are put together. */
interface Known {
  /** Database and measurement, as first seen. */
  readonly stored: string;
  readonly realm: string;
  readonly id: string;
  readonly first: string;
  /** The first wide form seen; direct forms do not tell where the hyphens belong. */
  readonly wide: string | undefined;
}

/** Fed with every address; memory is bounded. */
export class NameCollisions {
  /** Measurements with their databases, by both in lower case. */
  readonly #devices = new Map<string, string>();
  /** In lower case → as first seen. */
  readonly #databases = new Map<string, string>();
  readonly #warnings = new Set<string>();
  #unchecked = 0;

  note(address: Address): void {
    const { database, measurement } = address;
    this.noteDatabase(database);
    const folded = [database, measurement.toLowerCase()].join("/");
    const text = this.#devices.get(folded);
    if (text === undefined) this.#learn(folded, address);
    else this.#compare(folded, knownOf(folded, text), address);
  }

  #compare(folded: string, known: Known, address: Address): void {
    const { database, measurement } = address;
    const stored = `${database}/${measurement}`;
    if (known.stored !== stored) this.#warnOfCase(known.stored, stored, "table");
    else if (!sameDevice(known, address)) this.#warn(known, address);
    else if (address.form !== "direct" && known.wide === undefined)
      this.#devices.set(folded, textOf(folded, { ...known, wide: channelId(address) }));
  }

  /** One that a UDP channel stores to. */
  noteDatabase(database: string): void {
    const folded = database.toLowerCase();
    const first = this.#databases.get(folded);
    if (first !== undefined && first !== database) this.#warnOfCase(first, database, "schema");
    else if (first === undefined && this.#databases.size < MAX_DEVICES) this.#databases.set(folded, database);
  }

  /** One sentence for each pair, oldest first. */
  warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /** Devices that were not checked because too many are known already. */
  get unchecked(): number {
    return this.#unchecked;
  }

  #learn(folded: string, address: Address): void {
    if (this.#devices.size >= MAX_DEVICES) {
      this.#unchecked++;
      return;
    }
    const first = channelId(address);
    const wide = address.form === "direct" ? undefined : first;
    const stored = `${address.database}/${address.measurement}`;
    this.#devices.set(folded, textOf(folded, { stored, realm: address.realm, id: directId(address), first, wide }));
  }

  // DuckDB takes upper and lower case for one: the second of two such names gets a number behind it.
  #warnOfCase(first: string, stored: string, kind: "schema" | "table"): void {
    if (this.#warnings.size >= MAX_WARNINGS) return;
    this.#warnings.add(
      `${first} and ${stored} differ by case only; the DuckDB ${kind} of the second has a number behind its name: rename one of them`,
    );
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

/** What is as before is empty. */
function textOf(folded: string, { stored, realm, id, first, wide }: Known): string {
  return [stored === folded ? "" : stored, realm, id, first, wide === first ? "" : (wide ?? NONE)].join("\n");
}

function knownOf(folded: string, text: string): Known {
  const [stored = "", realm = "", id = "", first = "", wide = ""] = text.split("\n");
  return { stored: stored || folded, realm, id, first, wide: wide === NONE ? undefined : wide || first };
}

const NONE = "-";
