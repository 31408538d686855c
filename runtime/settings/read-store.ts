/** Reads `[store]` and `[store-<name>]`: a database, hourly files in a folder or a bucket, or InfluxDB. */

import { CLUSTER } from "../cluster/keys.ts";
import type { Surroundings } from "../config/key.ts";
import { partOf } from "../config/part.ts";
import type { Reading } from "../config/reading.ts";
import type { SectionReader } from "../config/section-reader.ts";
import { parseSize } from "../config/values.ts";
import { JOURNAL } from "../journal/keys.ts";
import { NAMED_STORE, STORE } from "../store/keys.ts";
import { KINDS, parseStoreUrl, type StoreSettings } from "../store/kinds.ts";
import type { BucketSettings, NamedStore } from "../store/store-settings.ts";

const BUCKET = "parquet:s3:";
const BUCKET_KEYS = ["directory", "endpoint", "region", "path_style", "credentials", "cache"] as const;

const FILES_STAY = "keep applies to url = duckdb:FILE only; Parquet files stay until their measurement is deleted";

/** The stores, and how much may wait for the main one if there are others, bytes; absent: half of the log. */
export const STORES = partOf([STORE, NAMED_STORE], (file) => {
  const cluster = file.part(CLUSTER);
  const room: Room =
    cluster === undefined
      ? { of: "journal", maxBytes: file.part(JOURNAL).maxBytes }
      : { of: "cluster", maxBytes: cluster.maxBytes };
  const stores = namedStores(file, room);
  const storeBacklogBytes = file.section(STORE).value("backlog", (text) => backlogOf(text, room));
  return {
    store: readStore(file.section(STORE), file.surroundings),
    /** Stores for some databases; the first match applies. */
    ...(stores.length > 0 && { stores }),
    ...(storeBacklogBytes !== undefined && { storeBacklogBytes }),
  };
});

function readStore(section: SectionReader<typeof STORE>, { path, data }: Surroundings): StoreSettings {
  const store = readBucket(section) ?? section.value("url", (text) => parseStoreUrl(text, section.get("token"), path));
  const keep = section.get("keep");
  const mayAdopt = section.get("adopt") === "yes";
  const isInBucket = store?.kind === "duckdb" && store.bucket !== undefined;
  for (const key of BUCKET_KEYS.filter((each) => !isInBucket && section.text(each) !== undefined))
    section.problem(key, `${key} applies to url = parquet:s3://bucket/prefix only`);
  if (store?.kind === "duckdb" && store.parquet !== undefined) {
    if (keep !== undefined) section.problem("keep", FILES_STAY);
    return { ...store, ...(mayAdopt && { adopt: true }) };
  }
  if (mayAdopt) section.problem("adopt", "adopt applies to url = parquet:… only");
  if (store === undefined || store.kind === "duckdb")
    return { ...(store ?? { kind: "duckdb", path: data("telemetry.duckdb") }), ...(keep && { keep }) };
  const why = KINDS[store.kind].keep;
  if (keep !== undefined && why !== undefined) section.problem("keep", why);
  return store;
}

/** Undefined if the store is not in a bucket. */
function readBucket(section: SectionReader<typeof STORE>): StoreSettings | undefined {
  const place = section.value("url", (text) => (text.startsWith(BUCKET) ? parseBucketUrl(text) : undefined));
  if (place === undefined) return undefined;
  const directory = section.get("directory");
  const endpoint = section.get("endpoint");
  const style = section.get("path_style");
  const bucket = {
    ...place,
    endpoint,
    region: section.get("region"),
    // Amazon wants the bucket in the host name; other servers support that only with special DNS entries.
    isPathStyle: style === undefined ? endpoint !== undefined : style === "yes",
    credentials: section.get("credentials"),
    cacheBytes: section.get("cache"),
  };
  return { kind: "duckdb", path: `${directory}/head.duckdb`, parquet: directory, bucket };
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

function namedStores(file: Reading, room: Room): NamedStore[] {
  return file.names("store-").flatMap((name) => {
    const reader = file.section(NAMED_STORE, name);
    const databases = reader.get("databases") ?? [];
    reader.get("url");
    const store = reader.value("url", (text) => {
      const parsed = parseStoreUrl(text, reader.get("token"), (path) => path);
      if (parsed.kind === "influxdb") return parsed;
      throw new Error("only InfluxDB can store a part of the databases; write influxdb://host:8086");
    });
    const backlogBytes = reader.value("backlog", (text) => backlogOf(text, room));
    if (store === undefined) return [];
    return [
      { name: name.slice("store-".length), databases, store, ...(backlogBytes !== undefined && { backlogBytes }) },
    ];
  });
}

/** The log that the outputs share. */
interface Room {
  readonly of: "journal" | "cluster";
  readonly maxBytes: number;
}

/** @throws Error */
function backlogOf(text: string, { of, maxBytes }: Room): number {
  const bytes = parseSize(text);
  if (bytes < maxBytes) return bytes;
  throw new Error(`backlog must be less than [${of}] max_size (${maxBytes} bytes): other stores need room, too`);
}
