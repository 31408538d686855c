/** Which addresses sent messages that were refused since the start, and where their data would be stored. */

import { storedPlace } from "../../model/address.ts";
import type { RefusedRow } from "../../model/device-state.ts";
import type { MeasurementName } from "../../model/store.ts";
import { placeKey } from "../../store/listed.ts";

/** Senders choose their addresses: further ones are only counted in `/health`. */
const MOST_ADDRESSES = 10_000;
/** So that those of one realm do not push out another's. */
const MOST_OF_REALM = 1000;

export interface RefusedAddress {
  readonly address: string;
  readonly place: MeasurementName | undefined;
  count: number;
  atMs: number;
  code: string;
  change: number;
}

export class RefusedMessages {
  readonly #addresses = new Map<string, RefusedAddress>();
  readonly #ofRealms = new Map<string, number>();
  readonly #byPlace = new Map<string, RefusedAddress>();

  /** @param change a number that increases */
  add(address: string, code: string, atMs: number, change: number): RefusedAddress | undefined {
    let known = this.#addresses.get(address);
    if (known === undefined) {
      const [realm = ""] = address.split("/", 1);
      const ofRealm = this.#ofRealms.get(realm) ?? 0;
      if (this.#addresses.size >= MOST_ADDRESSES || ofRealm >= MOST_OF_REALM) return undefined;
      this.#ofRealms.set(realm, ofRealm + 1);
      const place = storedPlace(address);
      known = { address, place, count: 0, atMs, code, change };
      this.#addresses.set(address, known);
      if (place !== undefined) this.#byPlace.set(placeKey(place.database, place.measurement), known);
    }
    known.count += 1;
    known.atMs = atMs;
    known.code = code;
    known.change = change;
    return known;
  }

  at(database: string, measurement: string): RefusedAddress | undefined {
    return this.#byPlace.size === 0 ? undefined : this.#byPlace.get(placeKey(database, measurement));
  }

  get all(): Iterable<RefusedAddress> {
    return this.#addresses.values();
  }

  /** Those that have changed after `since`. */
  rows(mayRead: (address: string) => boolean, since: number | undefined): RefusedRow[] {
    const rows: RefusedRow[] = [];
    for (const { address, count, atMs, code, change } of this.#addresses.values())
      if ((since === undefined || change > since) && mayRead(address))
        rows.push([address, count, Math.round(atMs), code]);
    return rows;
  }
}
