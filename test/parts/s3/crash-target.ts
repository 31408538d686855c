/** The process that is killed, with files in a bucket. Its last argument: settings of the bucket. */

import { BucketDepot } from "../../../runtime/parts/s3/bucket-depot.ts";
import { S3 } from "../../../runtime/parts/s3/s3.ts";
import { runCrashTarget } from "../../support/crash-target.ts";

/** Files that are in the bucket are removed from the folder at once, unless a query needs them. */
const CACHE_BYTES = 2 ** 24;

await runCrashTarget((directory, [bucket = ""]) => {
  return new BucketDepot({ s3: new S3(JSON.parse(bucket)), directory, cacheBytes: CACHE_BYTES });
});
