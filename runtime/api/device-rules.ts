/** Rules for the fields of devices: of their `[realm-…]` section, and of the header if a channel decodes their payloads. */

import { columnsOf } from "../codec/fields.ts";
import type { StructCodec } from "../codec/struct-codec.ts";
import { type FramePlaces, frameColumns } from "../frames/frame-columns.ts";
import { storedName } from "../model/address.ts";
import type { ColumnRule, DeviceRules, ServedChannel } from "../model/measurement.ts";
import type { RealmSettings } from "../model/realm-settings.ts";
import { describeColumn } from "./measurement-catalogue.ts";

/** The channels as they are served now. */
export type Served = () => readonly Pick<ServedChannel, "name" | "structs" | "frames">[];

/**
 * A database belongs to the realm with the longest name that begins it [D25]. What the realm says of a field wins over
 * the header.
 */
export function deviceRules(realms: readonly RealmSettings[], served: Served): DeviceRules {
  const known = realms
    .map(({ name, rules, binary }) => ({ prefix: `${storedName(name)}_`, rules, binary }))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  return (database, column) => {
    const realm = known.find(({ prefix }) => database.startsWith(prefix));
    const ofRealm = realm?.rules?.get(column.toLowerCase());
    const channel = realm?.binary === undefined ? undefined : served().find(({ name }) => name === realm.binary);
    const ofHeader = channel && headerRules(channel.structs, channel.frames).get(column);
    return ofHeader === undefined ? ofRealm : { ...ofHeader, ...ofRealm };
  };
}

const HEADER_RULES = new WeakMap<readonly StructCodec[], ReadonlyMap<string, ColumnRule>>();

/** All structs of a device share its table: about a column that two of them describe differently, nothing is said. */
function headerRules(
  structs: readonly StructCodec[],
  frames: FramePlaces | undefined,
): ReadonlyMap<string, ColumnRule> {
  const known = HEADER_RULES.get(structs);
  if (known !== undefined) return known;
  const rules = new Map<string, ColumnRule>();
  for (const codec of structs) {
    const ofFrames = frameColumns(codec, frames);
    for (const column of columnsOf(codec)) {
      const { name, type: _type, ...rule } = describeColumn(column, codec, ofFrames);
      const other = rules.get(name);
      const isSame = other === undefined || JSON.stringify(other) === JSON.stringify(rule);
      rules.set(name, isSame ? rule : {});
    }
  }
  HEADER_RULES.set(structs, rules);
  return rules;
}

/** The same rules, with the units that tables named where a rule has none. */
export function withLearned(
  rules: () => DeviceRules,
  units: { of(database: string, measurement: string, column: string): string | undefined },
): DeviceRules {
  return (database, column, measurement) => {
    const rule = rules()(database, column);
    const unit = measurement === undefined ? undefined : units.of(database, measurement, column);
    return unit === undefined ? rule : { unit, ...rule };
  };
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

/** The same if any rule may have limits; otherwise there is nothing to check. */
export function limitRules(realms: readonly RealmSettings[], served: Served): DeviceRules | undefined {
  const mayLimit = realms.some(
    ({ rules, binary }) =>
      binary !== undefined || [...(rules?.values() ?? [])].some(({ limits }) => limits !== undefined),
  );
  return mayLimit ? deviceRules(realms, served) : undefined;
}
