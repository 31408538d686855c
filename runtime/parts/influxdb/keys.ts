/** The key of InfluxDB in `[store]` and `[store-<name>]`. */

import type { AddedKeys } from "../../config/key.ts";

const TOKEN = { key: "token", shown: "never", meaning: "InfluxDB 2.x or 3.x token." } as const;

export const STORE_KEYS: readonly AddedKeys[] = ["store", "store-<name>"].map((section) => ({
  section,
  keys: [TOKEN],
}));
