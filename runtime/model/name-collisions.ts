/** Detects different devices with the same stored name [D25], for a warning in `/health`. */

import { type Address, channelId, directId } from "./address.ts";

/** Maximum number of remembered devices; further ones are not checked. */
const MAX_DEVICES = 100_000;
const MAX_WARNINGS = 100;

/** One text for each device: there may be many, and joined strings take a third of the memory of concatenated ones. */
interface Known {
  /** Database and measurement as first seen. */
  readonly stored: string;
  readonly realm: string;
  readonly id: string;
  readonly first: string;
  /** The first wide form seen; a direct form does not show where the parts end. */
  readonly wide: string | undefined;
}

/** Receives every address; memory is bounded. */
export class NameCollisions {
  /** Devices by measurement and database, both in lower case. */
  readonly #devices = new Map<string, string>();
  /** Lower-case name → name as first seen. */
  readonly #databases = new Map<string, string>();
  readonly #warnings = new Set<string>();

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

  /** Adds a database used by a UDP channel. */
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

  #learn(folded: string, address: Address): void {
    if (this.#devices.size >= MAX_DEVICES) return;
    const first = channelId(address);
    const wide = address.form === "direct" ? undefined : first;
    const stored = `${address.database}/${address.measurement}`;
    this.#devices.set(folded, textOf(folded, { stored, realm: address.realm, id: directId(address), first, wide }));
  }

  // DuckDB ignores case: the second of two such names gets a number as a suffix.
  #warnOfCase(first: string, stored: string, kind: "schema" | "table"): void {
    if (this.#warnings.size >= MAX_WARNINGS) return;
    this.#warnings.add(
      `${first} and ${stored} differ by case only; the DuckDB ${kind} of the second has a number after its name: rename one of them`,
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

/** Parts that equal the previous one are left empty. */
function textOf(folded: string, { stored, realm, id, first, wide }: Known): string {
  return [stored === folded ? "" : stored, realm, id, first, wide === first ? "" : (wide ?? NONE)].join("\n");
}

function knownOf(folded: string, text: string): Known {
  const [stored = "", realm = "", id = "", first = "", wide = ""] = text.split("\n");
  return { stored: stored || folded, realm, id, first, wide: wide === NONE ? undefined : wide || first };
}

const NONE = "-";
