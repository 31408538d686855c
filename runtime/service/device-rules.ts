/** Rules of `[realm-…]` sections, for the fields of their devices. */

import { storedName } from "../model/address.ts";
import type { DeviceRules } from "../model/measurement.ts";
import type { RealmSettings } from "../model/realm-settings.ts";

/** A database belongs to the realm with the longest name that begins it [D25]. */
export function deviceRules(realms: readonly RealmSettings[]): DeviceRules {
  const known = realms
    .map(({ name, rules }) => ({ prefix: `${storedName(name)}_`, rules }))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  return (database, column) =>
    known.find(({ prefix }) => database.startsWith(prefix))?.rules?.get(column.toLowerCase());
}

/** Derives a value from the current realms, and calls `make` again after a reload changed them. */
export function ofRealms<Made>(
  realms: () => readonly RealmSettings[],
  make: (realms: readonly RealmSettings[]) => Made,
): () => Made {
  let known = realms();
  let made = make(known);
  return () => {
    if (realms() !== known) {
      known = realms();
      made = make(known);
    }
    return made;
  };
}

/** The same if any rule has limits; otherwise there is nothing to check. */
export function limitRules(realms: readonly RealmSettings[]): DeviceRules | undefined {
  const hasLimits = realms.some(({ rules }) => [...(rules?.values() ?? [])].some(({ limits }) => limits !== undefined));
  return hasLimits ? deviceRules(realms) : undefined;
}
