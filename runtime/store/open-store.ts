/** The configured store. Each kind is loaded only when used: their packages are large. */

import { dirname } from "node:path";
import type { BucketSettings, Settings, StoreSettings } from "../config/settings.ts";
import type { Log } from "../telemetry/log.ts";
import type { Depot } from "./duckdb/depot.ts";
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
    const { path, parquet, bucket, adopt } = settings;
    const depot = bucket === undefined ? undefined : await makeDepot(bucket, dirname(path));
    return openDuckdbStore({
      path,
      ...(parquet !== undefined && { parquet }),
      ...(depot !== undefined && { depot }),
      ...(adopt !== undefined && { adopt }),
      onFinding: (sentence) => log.warn({ event: "store.finding" }, sentence),
    });
  }
  const { openInfluxStore } = await import("./influxdb/influx-store.ts");
  const line = (level: "info" | "warn") => (message: string) => log[level]({ event: "store.influxdb" }, message);
  return openInfluxStore(settings, { log: { info: line("info"), warn: line("warn") } });
}

async function makeDepot(bucket: BucketSettings, directory: string): Promise<Depot> {
  const { BucketDepot } = await import("./bucket/bucket-depot.ts");
  const { S3 } = await import("./bucket/s3.ts");
  return new BucketDepot({ s3: new S3(bucket), directory, cacheBytes: bucket.cacheBytes });
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
