import assert from "node:assert/strict";
import { test } from "node:test";
import type { BucketSettings } from "../../../runtime/parts/s3/bucket-settings.ts";
import type { DuckdbSettings } from "../../../runtime/store/store-settings.ts";
import { problems, settings } from "../../support/read-settings.ts";

test("history in a bucket", () => {
  const ini =
    "[lab]\nchannels =\n[store]\nurl = parquet:s3://my-bucket/lab/a=1/\nendpoint = http://127.0.0.1:9000/\ncache = 2G\ncredentials = keys\nadopt = yes\n";
  const read = settings(ini, { AWS_REGION: "eu-north-1" }).store;
  const depot = {
    kind: "s3",
    bucket: "my-bucket",
    prefix: "lab/a=1",
    endpoint: "http://127.0.0.1:9000",
    region: "eu-north-1",
    isPathStyle: true,
    credentials: "/lab/keys",
    cacheBytes: 2 * 1024 ** 3,
  };
  const parquet = "/lab/data/history";
  assert.deepEqual(read, { kind: "duckdb", path: `${parquet}/head.duckdb`, parquet, depot, adopt: true });
  const { store } = settings("[lab]\nchannels =\n[store]\nurl = parquet:s3://my-bucket\ndirectory = /fast\n");
  const { path, depot: other } = store as DuckdbSettings;
  const { prefix, endpoint, region, isPathStyle } = other as BucketSettings;
  assert.deepEqual(
    [path, prefix, endpoint, region, isPathStyle],
    ["/fast/head.duckdb", "", undefined, "us-east-1", false],
  );
});

test("files in a bucket have no retention", () => {
  assert.match(
    problems("[lab]\nchannels =\n[store]\nurl = parquet:s3://my-bucket/a\nkeep = 90d\n"),
    /keep applies to url = duckdb:FILE only/,
  );
});

for (const [name, ini, message] of [
  [
    "a bucket's name that none can have",
    "[lab]\nchannels =\n[store]\nurl = parquet:s3://Bucket_1/prefix\n",
    "channels.ini:4: url: 'parquet:s3://Bucket_1/prefix' names no bucket; write parquet:s3://bucket/prefix",
  ],
  [
    "a prefix that leads elsewhere",
    "[lab]\nchannels =\n[store]\nurl = parquet:s3://bucket/a/../b\n",
    "channels.ini:4: url: 'a/../b' is not a prefix; write letters, digits, '.', '_', '=' and '-', and '/' between",
  ],
  [
    "a bucket's server for a store without a bucket",
    "[lab]\nchannels =\n[store]\nurl = parquet:data\nendpoint = http://minio:9000\n",
    "channels.ini:5: endpoint applies to url = parquet:s3://bucket/prefix only",
  ],
  [
    "a bucket of another protocol",
    "[lab]\nchannels =\n[store]\nurl = parquet:gs://bucket/prefix\n",
    "channels.ini:4: url: 'parquet:gs://bucket/prefix' names no folder; a bucket is parquet:s3://bucket/prefix",
  ],
] as const) {
  test(`refused: ${name}`, () => assert.equal(problems(ini), message));
}
