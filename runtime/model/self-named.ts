/**
 * Arrays of objects that contain their own names, such as `{"value_type": "SDS_P1", "value": "12.3"}`; an index is a
 * poor name. Pure.
 */

import { dictionary } from "../lib/dictionary.ts";
import { isObject, type JsonObject, type JsonValue, NumberText } from "../lib/json-value.ts";

/** Members that may name an object, the most specific first. [Sensor.Community, SenML (RFC 8428), Shelly, openHAB, Advantech, Signal K, OCPP] */
const NAMES = [
  ...["value_type", "name", "n", "label", "key", "channel", "sensor", "sensor_id", "id", "sid", "type"],
  ...["tag", "tagName", "tag_name", "variable", "metric", "parameter", "path", "measurand"],
];
/** Members that hold the named object's value. */
const VALUES = ["value", "v", "val", "vs", "vb", "reading"];
const LONGEST_NAME = 100;

type NamedValue = readonly [string, JsonValue];

/** Whether an array has objects; other arrays, such as samples, are plain lists. */
export function holdsObjects(array: readonly JsonValue[]): boolean {
  return array.some(isObject);
}

/**
 * The elements by their own names; undefined if one has none. An element's name depends only on itself and on those
 * before it: the second one with a name is `name.2`, so that columns stay the same when another element is added.
 */
export function namedElements(array: readonly JsonValue[]): readonly NamedValue[] | undefined {
  const counts = new Map<string, number>();
  const entries: NamedValue[] = [];
  for (const object of array) {
    const by = isObject(object) ? nameMember(object) : undefined;
    if (!isObject(object) || by === undefined) return undefined;
    const name = nameOf(object[by]) ?? "";
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    entries.push(...entriesOf(object, by, count === 1 ? name : `${name}.${count}`));
  }
  return entries;
}

/**
 * Rows that are an array of fields, each with only a name and a value; undefined if the array is something else. A
 * repeated name begins another row.
 */
export function rowsOfPairs(array: readonly JsonValue[]): readonly JsonObject[] | undefined {
  const rows: Record<string, JsonValue>[] = [];
  for (const item of array) {
    if (!isObject(item) || Object.keys(item).length !== 2) return undefined;
    const by = nameMember(item);
    const value = VALUES.find((member) => member !== by && Object.hasOwn(item, member));
    if (by === undefined || value === undefined) return undefined;
    const name = nameOf(item[by]) ?? "";
    const last = rows.at(-1);
    const row = last === undefined || name in last ? dictionary<JsonValue>() : last;
    if (row !== last) rows.push(row);
    row[name] = item[value] ?? null;
  }
  return rows.length === 0 ? undefined : rows;
}

function nameMember(object: JsonObject): string | undefined {
  return NAMES.find((member) => nameOf(object[member]) !== undefined);
}

function entriesOf(object: JsonObject, by: string, name: string): readonly NamedValue[] {
  const value = VALUES.find((member) => member !== by && Object.hasOwn(object, member));
  const others = Object.entries(object).filter(([member]) => member !== by && member !== value);
  const rest = others.map(([member, inner]): NamedValue => [`${name}.${member}`, inner]);
  return value === undefined ? rest : [[name, object[value] ?? null], ...rest];
}

function nameOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  const text = value instanceof NumberText ? value.text : value;
  return typeof text === "string" && text !== "" && text.length <= LONGEST_NAME ? text : undefined;
}
