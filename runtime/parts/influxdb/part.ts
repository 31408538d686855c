/** InfluxDB as a store, for all databases or some, and the import of what it has. */

import type { PartKind } from "../part-kind.ts";
import { INFLUXDB_STORE } from "./influx-kind.ts";
import { STORE_KEYS } from "./keys.ts";

export const INFLUXDB: PartKind = {
  name: "influxdb",
  keys: STORE_KEYS,
  stores: [INFLUXDB_STORE],
  actions: async () => [(await import("./import/import-action.ts")).importAction],
};
