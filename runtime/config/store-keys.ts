/** Reads `[store]`: a database, hourly files in a folder or a bucket, or InfluxDB. */

import type { Places } from "./key.ts";
import type { SectionReader } from "./section-reader.ts";
import type { BucketSettings, StoreSettings } from "./settings.ts";
import { parseStoreUrl } from "./values.ts";

const BUCKET = "parquet:s3:";
const BUCKET_KEYS = ["directory", "endpoint", "region", "path_style", "credentials", "cache"] as const;

const INFLUX_KEEPS =
  "keep applies to the embedded store only: InfluxDB keeps data as long as the retention of its bucket or database says; set it there";
const POSTGRES_KEEPS =
  "keep applies to the embedded store only: in PostgreSQL delete rows by their time_ns, or drop partitions";
const FILES_STAY = "keep applies to url = duckdb:FILE only; Parquet files stay until their measurement is deleted";

export function readStore(section: SectionReader<"store">, { path, data }: Places): StoreSettings {
  const place = section.value("url", (text) => (text.startsWith(BUCKET) ? parseBucketUrl(text) : undefined));
  const mayAdopt = section.get("adopt") === "yes";
  const adopt = mayAdopt && { adopt: true };
  if (place !== undefined) {
    const directory = section.get("directory");
    const bucket = { ...place, ...readBucket(section) };
    if (section.get("keep") !== undefined) section.problem("keep", FILES_STAY);
    return { kind: "duckdb", path: `${directory}/head.duckdb`, parquet: directory, bucket, ...adopt };
  }
  const store = section.value("url", (text) => parseStoreUrl(text, section.get("token"), path));
  const keep = section.get("keep");
  for (const key of BUCKET_KEYS) {
    if (section.text(key) !== undefined)
      section.problem(key, `${key} applies to url = parquet:s3://bucket/prefix only`);
  }
  if (store?.kind !== "duckdb" || store.parquet === undefined) {
    if (mayAdopt) section.problem("adopt", "adopt applies to url = parquet:… only");
    if (store !== undefined && store.kind !== "duckdb") {
      if (keep !== undefined) section.problem("keep", store.kind === "influxdb" ? INFLUX_KEEPS : POSTGRES_KEEPS);
      return store;
    }
    return { ...(store ?? { kind: "duckdb", path: data("telemetry.duckdb") }), ...(keep && { keep }) };
  }
  if (keep !== undefined) section.problem("keep", FILES_STAY);
  return { ...store, ...adopt };
}

function readBucket(section: SectionReader<"store">): Omit<BucketSettings, "bucket" | "prefix"> {
  const endpoint = section.get("endpoint");
  const style = section.get("path_style");
  return {
    endpoint,
    region: section.get("region"),
    // Amazon wants the bucket in the host name; other servers support that only with special DNS entries.
    isPathStyle: style === undefined ? endpoint !== undefined : style === "yes",
    credentials: section.get("credentials"),
    cacheBytes: section.get("cache"),
  };
}

/** @throws Error */
function parseBucketUrl(text: string): Pick<BucketSettings, "bucket" | "prefix"> {
  const [, bucket = "", prefix = ""] = /^parquet:s3:\/\/([^/]*)\/?(.*?)\/*$/.exec(text) ?? [];
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || bucket.includes("..")) {
    throw new Error(`'${text}' names no bucket; write parquet:s3://bucket/prefix`);
  }
  const parts = prefix === "" ? [] : prefix.split("/");
  const isPlain = (part: string) => /^[\w.=-]+$/.test(part) && part !== "." && part !== "..";
  if (!parts.every(isPlain) || prefix.length > 500) {
    throw new Error(`'${prefix}' is not a prefix; write letters, digits, '.', '_', '=' and '-', and '/' between`);
  }
  return { bucket, prefix };
}
