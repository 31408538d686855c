/** `[store]`: a database, hourly files in a folder or a bucket, or InfluxDB. */

import type { SectionReader } from "./section-reader.ts";
import type { BucketSettings, StoreSettings } from "./settings.ts";
import { parseChoice, parseSize, parseStoreUrl, parseUrl } from "./values.ts";

const BUCKET = "parquet:s3:";
const BUCKET_KEYS = ["directory", "endpoint", "region", "path_style", "credentials", "cache"];
const CACHE_BYTES = 10 * 1024 ** 3;

/** @param data makes a path of a name in the folder for data @param environment has Amazon's usual variables */
export function readStore(
  section: SectionReader,
  path: (text: string) => string,
  data: (name: string) => string,
  environment: Readonly<Record<string, string | undefined>>,
): StoreSettings {
  const place = section.value("url", (text) => (text.startsWith(BUCKET) ? parseBucketUrl(text) : undefined));
  const mayAdopt = section.value("adopt", (text) => parseChoice(text, ["yes", "no"])) === "yes";
  const adopt = mayAdopt && { adopt: true };
  if (place !== undefined) {
    const directory = section.value("directory", path) ?? data("history");
    const bucket = { ...place, ...readBucket(section, path, environment) };
    return { kind: "duckdb", path: `${directory}/head.duckdb`, parquet: directory, bucket, ...adopt };
  }
  const store = section.value("url", (text) => parseStoreUrl(text, section.text("token"), path));
  for (const key of BUCKET_KEYS) {
    if (section.text(key) !== undefined) section.problem(key, `${key} is of url = parquet:s3://bucket/prefix only`);
  }
  if (store?.kind !== "duckdb" || store.parquet === undefined) {
    if (mayAdopt) section.problem("adopt", "adopt is of url = parquet:… only");
    return store ?? { kind: "duckdb", path: data("telemetry.duckdb") };
  }
  return { ...store, ...adopt };
}

function readBucket(
  section: SectionReader,
  path: (text: string) => string,
  environment: Readonly<Record<string, string | undefined>>,
): Omit<BucketSettings, "bucket" | "prefix"> {
  const endpoint = section.value("endpoint", (text) => parseUrl(text, ["http", "https"]));
  const style = section.value("path_style", (text) => parseChoice(text, ["yes", "no"]));
  const { AWS_REGION, AWS_DEFAULT_REGION } = environment;
  return {
    endpoint,
    region: section.value("region", parseRegion) ?? (AWS_REGION || AWS_DEFAULT_REGION || "us-east-1"),
    // Amazon wants it in the host's name, most others take it there only where somebody set up names for it.
    isPathStyle: style === undefined ? endpoint !== undefined : style === "yes",
    credentials: section.value("credentials", path),
    cacheBytes: section.value("cache", parseSize) ?? CACHE_BYTES,
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

function parseRegion(text: string): string {
  if (!/^[a-z0-9-]{1,40}$/i.test(text)) throw new Error(`'${text}' is not a region; write eu-central-1`);
  return text;
}
