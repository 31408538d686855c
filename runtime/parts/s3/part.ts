/** Parquet files of past hours in a bucket of S3, or of a server that speaks its protocol. */

import type { SectionReader } from "../../config/section-reader.ts";
import { trimmedEnd } from "../../lib/trimmed-end.ts";
import type { DepotKind } from "../../store/duckdb/depot-kind.ts";
import type { PartKind } from "../part-kind.ts";
import type { BucketSettings } from "./bucket-settings.ts";
import { BUCKET_KEYS } from "./keys.ts";

const SCHEME = "parquet:s3:";

const S3_DEPOT: DepotKind<BucketSettings> = {
  name: "s3",
  form: "parquet:s3://bucket/prefix",
  meaning: "[`parquet:s3://bucket/prefix`](stores.md#in-a-bucket)",
  keys: BUCKET_KEYS.keys.map(({ key }) => key),
  parse: (text, section) => {
    if (!text.startsWith(SCHEME)) return undefined;
    const place = parseBucketUrl(text);
    const keys = section as unknown as SectionReader<typeof BUCKET_KEYS>;
    const endpoint = keys.get("endpoint");
    const style = keys.get("path_style");
    const settings = {
      kind: "s3" as const,
      ...place,
      endpoint,
      region: keys.get("region"),
      // Amazon wants the bucket in the host name; other servers support that only with special DNS entries.
      isPathStyle: style === undefined ? endpoint !== undefined : style === "yes",
      credentials: keys.get("credentials"),
      cacheBytes: keys.get("cache"),
    };
    return { directory: keys.get("directory"), settings };
  },
  make: async (settings, directory) => {
    const [{ BucketDepot }, { S3 }] = await Promise.all([import("./bucket-depot.ts"), import("./s3.ts")]);
    return new BucketDepot({ s3: new S3(settings), directory, cacheBytes: settings.cacheBytes });
  },
};

export const S3_PART: PartKind = { name: "s3", keys: [BUCKET_KEYS], depots: [S3_DEPOT] };

/** @throws Error */
function parseBucketUrl(text: string): Pick<BucketSettings, "bucket" | "prefix"> {
  const [, bucket = "", path = ""] = /^parquet:s3:\/\/([^/]*)(?:\/(.*))?$/.exec(text) ?? [];
  const prefix = trimmedEnd(path, "/");
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
