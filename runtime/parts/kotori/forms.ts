/** How the dialects interpret addresses and bodies. Pure. */

import { type AddressResult, addressOf, deviceLengths, realmOf } from "../../model/address.ts";
import type { AddressForms } from "../../model/address-forms.ts";
import type { DecodedRealm } from "../../model/realm-settings.ts";
import { ownTable } from "./csv.ts";
import type { Endings } from "./dialect.ts";
import { DIALECTS } from "./dialects.ts";
import { isKotori, realmForms } from "./keys.ts";

/** The reading of an ending that names none. */
const JSON_READING = "json";

const QUERIES = new Map(DIALECTS.flatMap(({ queries = {} }) => Object.entries(queries)));
const READINGS = new Map(DIALECTS.flatMap(({ readings = {} }) => Object.entries(readings)));

export const KOTORI_FORMS: AddressForms = {
  dialects: ["tasmota-sensor", "tasmota-state", "airrohr", "bulk"],
  realm: realmForms,
  parse,
  read: (reading, body) => READINGS.get(reading)?.(body),
  topicEndings,
  query: (reading) => QUERIES.get(reading),
  bodies: ({ compat }) => ({
    ...((compat?.includes("dates") || compat?.includes("csv")) && { dates: "year-first" }),
    ...(compat?.includes("answers") && { forms: "first" }),
    ...(compat?.includes("bulk") && { lines: "rows" }),
    ...(isKotori(compat) && { tables: "comma" }),
  }),
  manners: ({ compat }) => ({
    ...(compat?.includes("answers") && { indent: 4 }),
    ...(compat?.includes("aliases") && { put: true }),
    ...(compat?.includes("csv") && { table: ownTable }),
  }),
};

/** The topic endings of a realm's dialects. A topic without an ending is left out: a realm's own section must enable it. */
function topicEndings({ compat = [] }: DecodedRealm): string[] {
  return compat.flatMap((name) => Object.keys(endingsOf(name, "topics"))).filter((ending) => ending !== "");
}

const OWN_ENDING = /\/(?:data|event)\.(?:json|bin|cbor|msgpack|senmlc)$/;

function parse(text: string, realms: readonly DecodedRealm[], over: "topics" | "paths"): AddressResult | undefined {
  const parts = text.split("/");
  const realm = realmOf(realms, parts[0] ?? "");
  if (realm?.compat === undefined) return undefined;
  for (const length of deviceLengths(parts, realm)) {
    // For topics without an ending, one of our own endings must not be taken for a device's name.
    if (parts.length < length || (parts.length === length && OWN_ENDING.test(text))) continue;
    const given = suffixIn(realm.compat, over, parts.slice(length));
    if (given !== undefined) return addressOf(text, parts.slice(0, length), given, realms);
  }
  return undefined;
}

/** What the first dialect that has this ending makes of it. */
function suffixIn(names: readonly string[], over: "topics" | "paths", rest: readonly string[]) {
  for (const name of names) {
    const ending = endingOf(endingsOf(name, over), rest);
    if (ending === undefined) continue;
    const { kind, reading = JSON_READING, field = "" } = ending;
    return kind === "value" ? { kind, field } : { kind, reading };
  }
  return undefined;
}

function endingsOf(name: string, over: "topics" | "paths"): Endings {
  return DIALECTS.find((dialect) => dialect.name === name)?.[over] ?? {};
}

function endingOf(endings: Endings, rest: readonly string[]) {
  const exact = endings[rest.join("/")];
  if (exact !== undefined && Object.hasOwn(endings, rest.join("/"))) return { ...exact, field: undefined };
  const field = rest.at(-1);
  const pattern = [...rest.slice(0, -1), "+"].join("/");
  return rest.length > 1 && Object.hasOwn(endings, pattern) ? { ...endings[pattern]!, field } : undefined;
}
