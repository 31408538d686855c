/**
 * Arrays of objects that contain their own names, such as `{"value_type": "SDS_P1", "value": "12.3"}`; an index is a
 * poor name. Pure.
 */

import { isObject, type JsonObject, type JsonValue, NumberText } from "../lib/json-value.ts";

/** Members that may name an object, the most specific first. [Sensor.Community, SenML (RFC 8428), Shelly, openHAB] */
const NAMES = ["value_type", "name", "n", "label", "key", "channel", "sensor", "sensor_id", "id", "sid", "type"];
/** Members that hold the named object's value. */
const VALUES = ["value", "v", "val", "vs", "vb", "reading"];
const LONGEST_NAME = 100;

type Entry = readonly [string, JsonValue];

/** Whether an array has objects; other arrays, such as samples, are plain lists. */
export function holdsObjects(array: readonly JsonValue[]): boolean {
  return array.some(isObject);
}

/** The elements by their own names; undefined if no member gives each of them a different name. */
export function namedElements(array: readonly JsonValue[]): readonly Entry[] | undefined {
  const objects = array.filter(isObject);
  if (objects.length < array.length) return undefined;
  const by = NAMES.find((member) => {
    const names = objects.map((object) => nameOf(object[member]));
    return !names.includes(undefined) && new Set(names).size === names.length;
  });
  return by === undefined ? undefined : objects.flatMap((object) => entriesOf(object, by));
}

/** A row that is an array of fields, each with only a name and a value; undefined if the array is something else. */
export function rowOfPairs(array: readonly JsonValue[]): JsonObject | undefined {
  const named = array.every((item) => isObject(item) && Object.keys(item).length === 2)
    ? namedElements(array)
    : undefined;
  // If a member is not a value, it still becomes an entry, with a name of two parts.
  const arePairs =
    named !== undefined && array.every((item) => VALUES.some((member) => Object.hasOwn(item as JsonObject, member)));
  return arePairs ? Object.fromEntries(named) : undefined;
}

function entriesOf(object: JsonObject, by: string): readonly Entry[] {
  const name = nameOf(object[by]) ?? "";
  const value = VALUES.find((member) => member !== by && Object.hasOwn(object, member));
  const others = Object.entries(object).filter(([member]) => member !== by && member !== value);
  const rest = others.map(([member, inner]): Entry => [`${name}.${member}`, inner]);
  return value === undefined ? rest : [[name, object[value] ?? null], ...rest];
}

function nameOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  const text = value instanceof NumberText ? value.text : value;
  return typeof text === "string" && text !== "" && text.length <= LONGEST_NAME ? text : undefined;
}
