/** Weather stations that upload to Weather Underground. [https://support.weather.com/s/article/PWS-Upload-Protocol] */

import type { JsonValue } from "../../lib/json-value.ts";
import { type Dialect, objectOf } from "./dialect.ts";

export const wunderground: Dialect = {
  name: "wunderground",
  meaning:
    "`GET <address>/wunderground?ID=…&PASSWORD=…&dateutc=…&tempf=…`: a column for each parameter; `-9999` is not a value. The password is a token of ours where access is restricted.",
  paths: { wunderground: { kind: "data", reading: "wunderground" } },
  readings: { wunderground: readStation },
  queries: { wunderground: { secrets: ["ID", "PASSWORD"], answer: "success\n" } },
};

/** Parameters for the service, not about the weather. */
const ORDERS = ["action", "realtime", "rtfreq"];
/** The value that stations send for a missing sensor. */
const NO_VALUE = /^-9999(?:\.0*)?$/;

function readStation(body: JsonValue): JsonValue {
  const given = Object.entries(objectOf(body));
  return Object.fromEntries(
    given.filter(([name, value]) => {
      if (name === "dateutc" && value === "now") return false;
      return !ORDERS.includes(name) && !NO_VALUE.test(String(value));
    }),
  );
}
