/** InfluxDB as a store, for all databases or some, and the import of what it has. */

import type { AddedKeys } from "../../config/key.ts";
import type { PartKind } from "../part-kind.ts";
import { INFLUXDB_STORE } from "./influx-kind.ts";

/** The key of InfluxDB in `[store]` and `[store-<name>]`. */
const TOKEN = { key: "token", shown: "never", meaning: "InfluxDB 2.x or 3.x token." } as const;

const STORE_KEYS: readonly AddedKeys[] = ["store", "store-<name>"].map((section) => ({
  section,
  keys: [TOKEN],
}));

export const INFLUXDB: PartKind = {
  name: "influxdb",
  keys: STORE_KEYS,
  stores: [INFLUXDB_STORE],
  actions: async () => [(await import("./import/import-action.ts")).importAction],
};
