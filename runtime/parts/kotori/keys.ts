/** Its key in realms, and what that implies. */

import { addedKeys } from "../../config/part.ts";
import { none } from "../../config/values.ts";
import type { RealmForms } from "../../model/address-forms.ts";
import { DIALECTS } from "./dialects.ts";

/** Fields that Kotori stores as tags. [kotori/daq/storage/influx.py] */
const KOTORI_TAGS = ["geohash", "location", "location_id", "location_name", "sensor_id", "sensor_type"];
const NAMES = DIALECTS.map(({ name }) => name);
/** Stands for all of them. */
const ALL = "kotori";

const COMPAT = {
  key: "compat",
  parse: parseDialects,
  absent: none,
  meaning: `Other services' addresses and bodies: \`${ALL}\` for all, or some of its [dialects](kotori.md#dialects). With all of them, the default of \`republish\` is \`on\`, and that of \`tags\` is ${KOTORI_TAGS.map((name) => `\`${name}\``).join(", ")}.`,
} as const;

export const KOTORI_KEYS = [
  addedKeys({ section: "realms", keys: [COMPAT] }),
  addedKeys({ section: "realm-<name>", keys: [COMPAT] }),
];

export function realmForms(get: (key: string) => unknown): RealmForms {
  const compat = get(COMPAT.key) as ReturnType<typeof parseDialects>;
  return { compat, ...(isKotori(compat) && { defaults: { tags: KOTORI_TAGS, republish: "on" } }) };
}

/** @throws Error with one sentence */
function parseDialects(text: string): readonly string[] {
  const wanted = text.split(/[\s,]+/).filter((name) => name !== "");
  const unknown = wanted.find((name) => name !== ALL && !NAMES.includes(name));
  if (unknown !== undefined)
    throw new Error(`there is no dialect '${unknown}'; known are ${[ALL, ...NAMES].join(", ")}`);
  return NAMES.filter((name) => wanted.includes(ALL) || wanted.includes(name));
}

/** Whether all are chosen. Together they also turn on Kotori's other behaviour. */
export function isKotori(compat: readonly string[] = []): boolean {
  return NAMES.every((name) => compat.includes(name));
}
