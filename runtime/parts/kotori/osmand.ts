/** Positions of phones and trackers as OsmAnd and Traccar's client send them. [https://www.traccar.org/osmand/] */

import type { JsonValue } from "../../lib/json-value.ts";
import { type Dialect, objectOf } from "./dialect.ts";

export const osmand: Dialect = {
  name: "osmand",
  meaning:
    "`GET` or `POST <address>/osmand?id=…&timestamp=…&lat=…&lon=…`: a column for each parameter; `location=lat,lon` is two. The `id` is a token of ours where access is restricted.",
  paths: { osmand: { kind: "data", reading: "osmand" } },
  readings: { osmand: readPosition },
  queries: { osmand: { secrets: ["id", "deviceid", "device_id"], answer: "" } },
};

function readPosition(body: JsonValue): JsonValue {
  const { location, ...position } = objectOf(body);
  const [, lat, lon] = /^\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*$/.exec(String(location ?? "")) ?? [];
  if (lat === undefined || lon === undefined) return body;
  return { ...position, lat, lon };
}
