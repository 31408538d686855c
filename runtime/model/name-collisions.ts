/** Detects different devices with the same stored name [D25], for a warning in `/health`. */

import { OwnedRoom } from "../lib/owned-room.ts";
import { type Address, channelId, directId } from "./address.ts";

/** Maximum number of remembered devices, which realms share; further ones are not checked. */
const MAX_DEVICES = 125_000;
const MAX_WARNINGS = 125;

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
  readonly #room = { devices: new OwnedRoom(), databases: new OwnedRoom(), warnings: new OwnedRoom() };

  note(address: Address): void {
    const { database, measurement } = address;
    this.noteDatabase(database, address.realm);
    const folded = [database, measurement.toLowerCase()].join("/");
    const text = this.#devices.get(folded);
    if (text === undefined) this.#learn(folded, address);
    else this.#compare(folded, knownOf(folded, text), address);
  }

  #compare(folded: string, known: Known, address: Address): void {
    const { database, measurement } = address;
    const stored = `${database}/${measurement}`;
    if (known.stored !== stored) this.#warnOfCase(known.stored, stored, "table", address.realm);
    else if (!sameDevice(known, address)) this.#warn(known, address);
    else if (address.form !== "direct" && known.wide === undefined)
      this.#devices.set(folded, textOf(folded, { ...known, wide: channelId(address) }));
  }

  /** Adds a database used by a UDP channel. */
  noteDatabase(database: string, realm = ""): void {
    const folded = database.toLowerCase();
    const first = this.#databases.get(folded);
    if (first !== undefined && first !== database) this.#warnOfCase(first, database, "schema", realm);
    else if (first === undefined && this.#room.databases.has(realm, MAX_DEVICES)) {
      this.#room.databases.take(realm);
      this.#databases.set(folded, database);
    }
  }

  /** One sentence for each pair, oldest first. */
  warnings(): readonly string[] {
    return [...this.#warnings];
  }

  #learn(folded: string, address: Address): void {
    if (!this.#room.devices.has(address.realm, MAX_DEVICES)) return;
    this.#room.devices.take(address.realm);
    const first = channelId(address);
    const wide = address.form === "direct" ? undefined : first;
    const stored = `${address.database}/${address.measurement}`;
    this.#devices.set(folded, textOf(folded, { stored, realm: address.realm, id: directId(address), first, wide }));
  }

  // DuckDB ignores case: the second of two such names gets a number as a suffix.
  #warnOfCase(first: string, stored: string, kind: "schema" | "table", realm: string): void {
    this.#tell(
      realm,
      `${first} and ${stored} differ by case only; the DuckDB ${kind} of the second has a number after its name: rename one of them`,
    );
  }

  #warn(known: Known, address: Address): void {
    const first = known.wide ?? known.first;
    this.#tell(
      address.realm,
      `${first} and ${channelId(address)} are both stored as ${address.database}/${address.measurement}: rename one of them`,
    );
  }

  #tell(realm: string, sentence: string): void {
    const { warnings } = this.#room;
    if (this.#warnings.has(sentence) || !warnings.has(realm, MAX_WARNINGS)) return;
    warnings.take(realm);
    this.#warnings.add(sentence);
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
