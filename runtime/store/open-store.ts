/** The configured store. Each kind is loaded only when used: their packages are large. */

import type { Settings, StoreSettings } from "../config/settings.ts";
import type { Log } from "../telemetry/log.ts";
import type { Store } from "./store.ts";

/** Nothing is opened yet: `open()` does that. */
export async function makeStore({ store, stores }: Pick<Settings, "store" | "stores">, log: Log): Promise<Store> {
  const main = await makeOne(store, log);
  if (stores === undefined) return main;
  const { openRoutedStore } = await import("./routed-store.ts");
  const routes = stores.map(async ({ name, databases, store: settings }) => {
    return { name, takes: takesOf(databases), store: await makeOne(settings, log) };
  });
  return openRoutedStore(main, await Promise.all(routes));
}

async function makeOne(settings: StoreSettings, log: Log): Promise<Store> {
  if (settings.kind === "duckdb") {
    const { openDuckdbStore } = await import("./duckdb/duckdb-store.ts");
    return openDuckdbStore({
      path: settings.path,
      ...(settings.parquet !== undefined && { parquet: settings.parquet }),
      onFinding: (sentence) => log.warn({ event: "store.finding" }, sentence),
    });
  }
  const { openInfluxStore } = await import("./influxdb/influx-store.ts");
  const line = (level: "info" | "warn") => (message: string) => log[level]({ event: "store.influxdb" }, message);
  return openInfluxStore(settings, { log: { info: line("info"), warn: line("warn") } });
}

/** @param patterns names, in which `*` is any text and `?` any character */
export function takesOf(patterns: readonly string[]): (name: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const text = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    return new RegExp(`^${text}$`, "su");
  });
  return (name) => expressions.some((expression) => expression.test(name));
}
