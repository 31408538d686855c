/** Sections `[store]` and `[store-<name>]`. */

import { section } from "../config/part.ts";
import { nothing, parseList, parsePath, parseSize, size, url, yesOrNo } from "../config/values.ts";
import { parseKeep } from "../model/keep.ts";

export const STORE = section({
  section: "store",
  meaning: "The store of the rows.",
  keys: [
    {
      key: "url",
      absent: nothing,
      shown: "without secrets",
      default: "duckdb:data/telemetry.duckdb",
      meaning:
        "`duckdb:FILE`, [`parquet:FOLDER`](stores.md#parquet-files), [`parquet:s3://bucket/prefix`](stores.md#in-a-bucket), [`postgres://user:password@host:5432/database`](stores.md#postgresql), `influxdb://user:password@host:8086` (any version), `influxdb+v1://…`, `influxdb+v2://host:8086?org=NAME`, `influxdb+v3://…`; `influxdbs://` and `influxdb+v2s://` with TLS.",
    },
    {
      key: "token",
      shown: "never",
      meaning: "InfluxDB 2.x or 3.x token.",
    },
    {
      key: "directory",
      parse: parsePath,
      absent: (at) => at.data("history"),
      default: "data/history",
      meaning: "For a bucket: the local folder.",
    },
    {
      key: "endpoint",
      parse: url("http", "https"),
      absent: nothing,
      default: "Amazon's of the region",
      meaning: "The bucket's server, if not Amazon's.",
      example: "http://minio:9000",
    },
    {
      key: "region",
      parse: parseRegion,
      absent: ({ environment }) => environment["AWS_REGION"] || environment["AWS_DEFAULT_REGION"] || "us-east-1",
      default: "AWS_REGION, else us-east-1",
      meaning: "The bucket's region.",
    },
    {
      key: "path_style",
      parse: yesOrNo,
      absent: nothing,
      default: "yes with endpoint, else no",
      meaning: "`yes`: the bucket is in the path; `no`: in the host's name.",
    },
    {
      key: "credentials",
      parse: parsePath,
      absent: nothing,
      default: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment",
      meaning: "File with the bucket's keys in Amazon's format, section `[default]`.",
    },
    {
      key: "cache",
      parse: size("1M"),
      default: "10G",
      meaning: "The bucket's local cache. A query reads at most this much.",
    },
    {
      key: "adopt",
      parse: yesOrNo,
      default: "no",
      meaning: "`yes`, for one start: a new `head.duckdb` takes over the Parquet files of a lost one.",
    },
    {
      key: "keep",
      parse: parseKeep,
      absent: nothing,
      default: "everything for ever",
      reload: "applied",
      meaning: "[How long](stores.md#how-long-data-is-kept) DuckDB keeps rows, and summaries of minutes.",
      example: "90d, 1m:2y",
    },
    {
      key: "backlog",
      parse: parseSize,
      absent: nothing,
      default: "half of [journal] max_size, in a cluster of [cluster] max_size",
      meaning: "How much may wait for [one output](stores.md#one-of-them-is-away).",
    },
  ],
});

export const NAMED_STORE = section({
  section: "store-<name>",
  meaning: "An InfluxDB for some databases. The first section that matches applies, else `[store]`.",
  keys: [
    {
      key: "databases",
      parse: parseList,
      default: "required",
      meaning: "Names, with `*` for any text and `?` for any character.",
      example: "plant_a_*, mqttkit_1_testdrive",
    },
    {
      key: "url",
      shown: "without secrets",
      default: "required",
      meaning: "As in `[store]`; InfluxDB only.",
    },
    {
      key: "token",
      shown: "never",
      meaning: "InfluxDB 2.x or 3.x token.",
    },
    {
      key: "backlog",
      parse: parseSize,
      absent: nothing,
      default: "half of [journal] max_size, in a cluster of [cluster] max_size",
      meaning: "As in `[store]`.",
    },
  ],
});

function parseRegion(text: string): string {
  if (!/^[a-z0-9-]{1,40}$/i.test(text)) throw new Error(`'${text}' is not a region; write eu-central-1`);
  return text;
}
