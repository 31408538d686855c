/** Keys of `[store]` for a bucket. */

import { addedKeys } from "../../config/part.ts";
import { nothing, parsePath, size, url, yesOrNo } from "../../config/values.ts";

export const BUCKET_KEYS = addedKeys({
  section: "store",
  keys: [
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
  ],
});

function parseRegion(text: string): string {
  if (!/^[a-z0-9-]{1,40}$/i.test(text)) throw new Error(`'${text}' is not a region; write eu-central-1`);
  return text;
}
