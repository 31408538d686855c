/** Parameters that several routes have. Examples are requests that the sample lab answers. */

import { FORMATS } from "../formats/formats.ts";
import { count, durationNs, interval, needed, oneOf, query, several, textOf } from "../http/parameters.ts";
import { listOf, mapOf, VALUE } from "../http/schema.ts";

export const JSON_TYPE = "application/json";
export const DATABASE = query("database", "Database, as `/read/measurements` lists it", "mqttkit_1_testdrive");
export const MEASUREMENT = query("measurement", "Measurement", "area_42_node_1_sensors");
export const PLACE = [needed(DATABASE), needed(MEASUREMENT)];
/** With `database` once, or once for each `measurement`. */
export const PLACES = [
  needed(several(DATABASE, ["mqttkit_1_testdrive"])),
  needed(several(MEASUREMENT, ["area_42_node_1_sensors"])),
];
export const COLUMN = several(query("column", "Only this column", []), ["temperature"]);
const FROM = query(
  "from",
  "Rows from this time on: ISO 8601, epoch (s, ms, µs, ns), `now-2h30m`, `-15m`, `today`, `yesterday`",
  "now-1d",
);
const TO = query("to", "Rows before this time", "now");
export const RANGE = [FROM, TO];
const RECENTLY = "15m";
/** As `RANGE`, with a default. */
export const RECENT = [
  { ...FROM, schema: { ...textOf(), default: `now-${RECENTLY}` } },
  { ...TO, schema: { ...textOf(), default: "now" } },
];
export const ZONE = query("tz", "IANA time zone of times without one, of days, and of written times", "Europe/Berlin");
export const SEARCH = query("search", "Only names that contain this, in any case", "area_42", textOf(200));
export const AFTER = query("after", "`next` of the page before", "mqttkit_1_testdrive/area_42_node_1_sensors");
export const POINTS = count("points", "At most about so many for each column", 100, {
  minimum: 2,
  maximum: 10_000,
  default: 1000,
});
export const TIMES = oneOf("time", "Times as epoch ms with a fraction, or as exact ns", ["ms", "ns"], "ns");
export const WAIT = oneOf(
  "wait",
  "Whether to wait until all that was received is stored: an answer that waits too long says `complete: false`, an export 503",
  ["no", "stored"],
  "stored",
);
/** Content types of exported tables. */
export const EXPORTED = [...new Set(FORMATS.map(({ contentType }) => contentType.split(";")[0]!))];

/** An exported table in JSON: an object for each row. */
export const TABLE = listOf(mapOf(VALUE));

export function limit<const Default extends number>(maximum: number, otherwise: Default) {
  const range = { minimum: 1, maximum, default: otherwise };
  return count("limit", "At most so many", 10, range);
}

/** The range of `RECENT`'s parameters. */
export function recent(parameters: URLSearchParams, nowNs: bigint, timeZone?: string): ReturnType<typeof interval> {
  return interval(parameters, nowNs, { fromNs: nowNs - durationNs(RECENTLY)!, toNs: nowNs + 1n }, timeZone);
}
