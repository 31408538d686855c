/** `duckdb:FILE`, and `parquet:FOLDER` for files of past hours, which may be in a bucket. */

import { dirname } from "node:path";
import { redact } from "../../config/values.ts";
import type { StoreKind } from "../kind.ts";
import type { BucketSettings, DuckdbSettings } from "../store-settings.ts";
import type { Depot } from "./depot.ts";

export const DUCKDB: StoreKind<DuckdbSettings> = {
  forms: ["duckdb:FILE", "parquet:FOLDER", "parquet:s3://bucket/prefix"],
  tellsReplaced: true,
  parse: (text, { resolvePath }) => {
    if (text.startsWith("duckdb:")) return parseFile(text, resolvePath);
    return text.startsWith("parquet:") ? parseFolder(text, resolvePath) : undefined;
  },
  make: async ({ kind: _, bucket, ...settings }, log) => {
    const { openDuckdbStore } = await import("./duckdb-store.ts");
    return openDuckdbStore({
      ...settings,
      depot: bucket && (await makeDepot(bucket, dirname(settings.path))),
      onFinding: (sentence) => log.warn({ event: "store.finding" }, sentence),
    });
  },
};

function parseFile(text: string, resolvePath: (path: string) => string): DuckdbSettings {
  const path = text.slice("duckdb:".length).replace(/^\/\/(?=\/)/, "");
  if (path === "") throw new Error("'duckdb:' names no file; write duckdb:data/telemetry.duckdb");
  // DuckDB names a file's catalog by its name up to the first dot; that name is taken by the schema of the store's
  // own tables.
  if (/(^|[\\/])structline(\.[^\\/]*)?$/i.test(path))
    throw new Error("a database file cannot be named 'structline'; write duckdb:data/telemetry.duckdb");
  return { kind: "duckdb", path: path === ":memory:" ? path : resolvePath(path) };
}

function parseFolder(text: string, resolvePath: (path: string) => string): DuckdbSettings {
  const path = text.slice("parquet:".length).replace(/^\/\/(?=\/)/, "");
  if (/^(gs|gcs|az|https?):/i.test(path)) {
    throw new Error(
      `'${redact(text)}' names no folder; a bucket needs S3's protocol: parquet:s3://bucket/prefix with its 'endpoint'`,
    );
  }
  if (path === "" || /[*?[]/.test(path)) throw new Error(`'${text}' names no folder; write parquet:data/history`);
  const parquet = resolvePath(path);
  return { kind: "duckdb", path: `${parquet}/head.duckdb`, parquet };
}

async function makeDepot(bucket: BucketSettings, directory: string): Promise<Depot> {
  const { BucketDepot } = await import("../bucket/bucket-depot.ts");
  const { S3 } = await import("../bucket/s3.ts");
  return new BucketDepot({ s3: new S3(bucket), directory, cacheBytes: bucket.cacheBytes });
}
