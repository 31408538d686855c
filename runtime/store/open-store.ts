/** Creates the configured stores. Each kind is loaded only when used, since their packages are large. */

import { dirname } from "node:path";
import type { Settings } from "../config/settings.ts";
import type { OutputNames } from "../journal/cursor-file.ts";
import type { Log } from "../telemetry/log.ts";
import type { Depot } from "./duckdb/depot.ts";
import type { Kind, StoreSettings } from "./kinds.ts";
import { MAIN_OUTPUT, type OutputStore } from "./routing.ts";
import type { Store } from "./store.ts";
import type { BucketSettings, DuckdbSettings } from "./store-settings.ts";

type Stores = Pick<Settings, "store" | "stores">;

/** The sections `[store]` and `[store-<name>]`, by name. */
export function outputNames({ stores = [] }: Stores): readonly OutputNames[] {
  return [
    { name: MAIN_OUTPUT },
    ...stores.map(({ name, databases }) => ({ name: `${MAIN_OUTPUT}-${name}`, databases })),
  ];
}

/** Each output's backlog; by default half of the log, so that the other half is left for the others. */
export function backlogsOf(
  settings: Stores & Pick<Settings, "storeBacklogBytes">,
  logBytes: number,
): readonly (OutputNames & { readonly backlogBytes: number })[] {
  const backlogs = [settings.storeBacklogBytes, ...(settings.stores ?? []).map(({ backlogBytes }) => backlogBytes)];
  return outputNames(settings).map((output, index) => ({ ...output, backlogBytes: backlogs[index] ?? logBytes / 2 }));
}

/** Opens nothing yet; `open()` does. */
export async function makeOutputs(settings: Stores, log: Log): Promise<readonly OutputStore[]> {
  const all = [settings.store, ...(settings.stores ?? []).map(({ store }) => store)];
  const stores = await Promise.all(all.map((one) => makeOne(one, log)));
  return outputNames(settings).map((names, index) => ({ ...names, store: stores[index]! }));
}

/** Combines all outputs into one store. */
export async function asOne(outputs: readonly OutputStore[]): Promise<Store> {
  if (outputs.length === 1) return outputs[0]!.store;
  const { openRoutedStore } = await import("./routed-store.ts");
  return openRoutedStore(outputs);
}

/** Opens nothing yet. */
export async function makeStore(settings: Stores, log: Log): Promise<Store> {
  return asOne(await makeOutputs(settings, log));
}

type Of<Name extends Kind> = Extract<StoreSettings, { readonly kind: Name }>;

const MAKERS: { readonly [Name in Kind]: (settings: Of<Name>, log: Log) => Promise<Store> } = {
  duckdb: makeDuckdb,
  influxdb: async (settings, log) =>
    (await import("./influxdb/influx-store.ts")).openInfluxStore(settings, {
      log: linesOf(log, { event: "store.influxdb" }),
    }),
  postgres: async (settings, log) =>
    (await import("./postgres/postgres-store.ts")).openPostgresStore(settings, {
      log: linesOf(log, { event: "store.postgres" }),
    }),
};

function makeOne<Name extends Kind>(settings: Of<Name>, log: Log): Promise<Store> {
  return MAKERS[settings.kind as Name](settings, log);
}

function linesOf(log: Log, as: { readonly event: string }) {
  const line = (level: "info" | "warn") => (message: string) => log[level](as, message);
  return { info: line("info"), warn: line("warn") };
}

async function makeDuckdb({ path, parquet, bucket, adopt, keep }: DuckdbSettings, log: Log): Promise<Store> {
  const { openDuckdbStore } = await import("./duckdb/duckdb-store.ts");
  const depot = bucket === undefined ? undefined : await makeDepot(bucket, dirname(path));
  return openDuckdbStore({
    path,
    ...(parquet !== undefined && { parquet }),
    ...(depot !== undefined && { depot }),
    ...(adopt !== undefined && { adopt }),
    ...(keep !== undefined && { keep }),
    onFinding: (sentence) => log.warn({ event: "store.finding" }, sentence),
  });
}

async function makeDepot(bucket: BucketSettings, directory: string): Promise<Depot> {
  const { BucketDepot } = await import("./bucket/bucket-depot.ts");
  const { S3 } = await import("./bucket/s3.ts");
  return new BucketDepot({ s3: new S3(bucket), directory, cacheBytes: bucket.cacheBytes });
}
