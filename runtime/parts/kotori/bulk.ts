/** Several readings in one body, by their times: `{"1611082554": {"temperature": 45.2}, …}`. */

import { isObject, type JsonValue } from "../../lib/json-value.ts";
import { ValueError } from "../../model/error-signal.ts";
import type { Dialect } from "./dialect.ts";

export const bulk: Dialect = {
  name: "bulk",
  meaning:
    "`tc.json` over MQTT, `POST <address>/tc`: an object of times to readings, a row for each. JSON bodies of several lines: a row a line.",
  topics: { "tc.json": { kind: "data", reading: "bulk" } },
  paths: { tc: { kind: "data", reading: "bulk" }, "tc.json": { kind: "data", reading: "bulk" } },
  readings: { bulk: readBulk },
};

function readBulk(body: JsonValue): JsonValue {
  if (!isObject(body)) throw new ValueError("Expected a JSON object of times to readings", "bad-value");
  return Object.entries(body).map(([time, reading]) => (isObject(reading) ? { ...reading, time } : { time, reading }));
}
