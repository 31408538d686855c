/** All dialects, and their interpretation of addresses and bodies. Pure. */

import type { JsonValue } from "../../lib/json-value.ts";
import {
  type AddressResult,
  addressOf,
  deviceLengths,
  parsePath,
  parseTopic,
  realmOf,
  remembering,
} from "../../model/address.ts";
import type { DecodedRealm } from "../../model/realm-settings.ts";
import type { DialectName } from "../../model/realm-words.ts";
import { fillIn, wildcardsOf } from "../../realms/topic-maps.ts";
import { airrohr } from "./airrohr.ts";
import { aliases } from "./aliases.ts";
import { bulk } from "./bulk.ts";
import { csv } from "./csv.ts";
import type { Dialect, Endings, Query } from "./dialect.ts";
import { osmand } from "./osmand.ts";
import { tasmota } from "./tasmota.ts";
import { wunderground } from "./wunderground.ts";

/** In the order in which they are tried. A dialect without endings applies to our own addresses. */
export const DIALECTS: readonly Dialect[] = [
  tasmota,
  airrohr,
  bulk,
  aliases,
  csv,
  {
    name: "answers",
    meaning: "Answers in JSON are indented by four blanks; of a field that a form gives twice the first counts.",
  },
  wunderground,
  osmand,
  { name: "dates", meaning: "Dates like `21/09/21` have the year first." },
];

/** The reading of an ending that names none. */
const JSON_READING = "json";

const QUERIES = new Map(DIALECTS.flatMap(({ queries = {} }) => Object.entries(queries)));
const READINGS = new Map(DIALECTS.flatMap(({ readings = {} }) => Object.entries(readings)));

export const parseOwnTopic = remembering(
  (topic, realms) => mapped(topic, realms) ?? parse(topic, realms, "topics") ?? parseTopic(topic, realms),
);

export const parseOwnPath = remembering((path, realms) => parse(path, realms, "paths") ?? parsePath(path, realms));

/** Converts a body to our format. @throws ValueError */
export function readBody(reading: string, body: JsonValue): JsonValue {
  return READINGS.get(reading)?.(body) ?? body;
}

/** The topic endings of these dialects. A topic without an ending is left out: a realm's own section must enable it. */
export function topicEndings(names: readonly DialectName[]): string[] {
  return names.flatMap((name) => Object.keys(endingsOf(name, "topics"))).filter((ending) => ending !== "");
}

/** Undefined for a body that arrives only by POST. */
export function queryOf(reading: string | undefined): Query | undefined {
  return reading === undefined ? undefined : QUERIES.get(reading);
}

/** Converts a vendor's topic to our address. */
function mapped(topic: string, realms: readonly DecodedRealm[]): AddressResult | undefined {
  for (const { maps = [] } of realms) {
    for (const { topic: filter, address, dialect, field, time } of maps) {
      const found = wildcardsOf(filter, topic);
      if (found === undefined) continue;
      const device = address.split("/").map((part) => fillIn(part, found));
      const at = time === undefined ? {} : { time };
      const given =
        dialect === "value"
          ? { kind: "value" as const, field: fillIn(field ?? "", found) }
          : { kind: "data" as const, reading: dialect, ...at };
      return addressOf(topic, device, given, realms);
    }
  }
  return undefined;
}

const OWN_ENDING = /\/(?:data|event)\.(?:json|bin)$/;

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
function suffixIn(names: readonly DialectName[], over: "topics" | "paths", rest: readonly string[]) {
  for (const name of names) {
    const ending = endingOf(endingsOf(name, over), rest);
    if (ending === undefined) continue;
    const { kind, reading = JSON_READING, field = "" } = ending;
    return kind === "value" ? { kind, field } : { kind, reading };
  }
  return undefined;
}

function endingsOf(name: DialectName, over: "topics" | "paths"): Endings {
  return DIALECTS.find((dialect) => dialect.name === name)?.[over] ?? {};
}

function endingOf(endings: Endings, rest: readonly string[]) {
  const exact = endings[rest.join("/")];
  if (exact !== undefined && Object.hasOwn(endings, rest.join("/"))) return { ...exact, field: undefined };
  const field = rest.at(-1);
  const pattern = [...rest.slice(0, -1), "+"].join("/");
  return rest.length > 1 && Object.hasOwn(endings, pattern) ? { ...endings[pattern]!, field } : undefined;
}
