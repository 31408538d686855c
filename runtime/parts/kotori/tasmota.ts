/** Tasmota's telemetry messages. [https://tasmota.github.io/docs/MQTT/] */

import { isObject, type JsonObject, type JsonValue } from "../../lib/json-value.ts";
import { type Dialect, objectOf } from "./dialect.ts";

const STATE = ["Vcc", "Sleep", "LoadAvg"];
const WIFI = ["Channel", "RSSI", "LinkCount"];

export const tasmota: Dialect = {
  name: "tasmota",
  meaning:
    "`<address>/tele/SENSOR`: `<Sensor>.<Field>` of each sensor; `<address>/tele/STATE`: `Device.Vcc`, `.Sleep`, `.LoadAvg` and `Device.Wifi.Channel`, `.RSSI`, `.LinkCount`.",
  topics: {
    "tele/SENSOR": { kind: "data", reading: "tasmota-sensor" },
    "tele/STATE": { kind: "data", reading: "tasmota-state" },
  },
  readings: { "tasmota-sensor": readSensor, "tasmota-state": readState },
};

/** Scalars beside the sensors (`TempUnit`) are not readings. */
function readSensor(body: JsonValue): JsonValue {
  const message = objectOf(body);
  const readings = Object.entries(message).flatMap(([sensor, fields]) =>
    isObject(fields) ? Object.entries(fields).flatMap(([field, value]) => fieldsOf(`${sensor}.${field}`, value)) : [],
  );
  return Object.fromEntries([...timeOf(message), ...readings]);
}

/** Several sensors on one bus have an object each, which contains their type. */
function fieldsOf(name: string, value: JsonValue): readonly [string, JsonValue][] {
  if (!isObject(value)) return [[name, value]];
  if (!Object.hasOwn(value, "Type")) return [];
  const readings = Object.entries(value).filter(([field]) => field !== "Type" && field !== "Address");
  return readings.map(([field, inner]) => [`${name}.${field}`, inner]);
}

function readState(body: JsonValue): JsonValue {
  const message = objectOf(body);
  const wifi = isObject(message["Wifi"]) ? message["Wifi"] : {};
  return Object.fromEntries([
    ...timeOf(message),
    ...pick(message, STATE).map(([name, value]): [string, JsonValue] => [`Device.${name}`, value]),
    ...pick(wifi, WIFI).map(([name, value]): [string, JsonValue] => [`Device.Wifi.${name}`, value]),
  ]);
}

function pick(object: JsonObject, names: readonly string[]): [string, JsonValue][] {
  return names.flatMap((name): [string, JsonValue][] => {
    const value = object[name];
    return value === undefined ? [] : [[name, value]];
  });
}

function timeOf(message: JsonObject): [string, JsonValue][] {
  return pick(message, ["Time"]);
}
