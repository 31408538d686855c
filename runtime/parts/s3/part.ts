/** Parquet files of past hours in a bucket of S3, or of a server that speaks its protocol. */

import type { PartKind } from "../part-kind.ts";
import { S3_DEPOT } from "./bucket-kind.ts";
import { BUCKET_KEYS } from "./keys.ts";

export const S3_PART: PartKind = { name: "s3", keys: [BUCKET_KEYS], depots: [S3_DEPOT] };
