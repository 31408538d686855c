/** The configured store. Each kind is loaded only when used: their packages are large. */

import type { StoreSettings } from "../config/settings.ts";
import type { Log } from "../telemetry/log.ts";
import type { Store } from "./store.ts";

/** Nothing is opened yet: `open()` does that. */
export async function makeStore(settings: StoreSettings, log: Log): Promise<Store> {
  if (settings.kind === "duckdb") {
    const { openDuckdbStore } = await import("./duckdb/duckdb-store.ts");
    return openDuckdbStore({
      path: settings.path,
      onFinding: (sentence) => log.warn({ event: "store.finding" }, sentence),
    });
  }
  const { openInfluxStore } = await import("./influxdb/influx-store.ts");
  const line = (level: "info" | "warn") => (message: string) => log[level]({ event: "store.influxdb" }, message);
  return openInfluxStore(settings, { log: { info: line("info"), warn: line("warn") } });
}
