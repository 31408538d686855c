/**
 * Sensor.Community's firmware: a list of values with names. [https://github.com/opendata-stuttgart/sensors-software]
 */

import { isObject, type JsonValue } from "../../lib/json-value.ts";
import { ValueError } from "../../model/error-signal.ts";
import type { Dialect } from "./dialect.ts";

export const airrohr: Dialect = {
  name: "airrohr",
  meaning:
    "`POST <address>/custom/airrohr` and `<address>/custom/airrohr.json`: a column for each `value_type`; the station's own fields are left out.",
  topics: { "custom/airrohr.json": { kind: "data", reading: "airrohr" } },
  paths: {
    "custom/airrohr": { kind: "data", reading: "airrohr" },
    "custom/airrohr.json": { kind: "data", reading: "airrohr" },
  },
  readings: { airrohr: readAirrohr },
};

function readAirrohr(body: JsonValue): JsonValue {
  const values = isObject(body) ? body["sensordatavalues"] : undefined;
  if (!Array.isArray(values)) throw new ValueError("Body has no list 'sensordatavalues'", "bad-value");
  const entries = values.filter(isObject).flatMap(({ value_type: name, value }): [string, JsonValue][] => {
    return typeof name === "string" && value !== undefined ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}
