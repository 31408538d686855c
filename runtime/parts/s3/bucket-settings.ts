/** A bucket as configured. */

/** A bucket on S3 or a compatible server. */
export interface BucketSettings {
  readonly kind: "s3";
  readonly bucket: string;
  /** Prefix of its keys, without leading or trailing slashes; may be empty. */
  readonly prefix: string;
  /** Absent: Amazon's for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** The bucket is the first part of the path, not part of the host name. */
  readonly isPathStyle: boolean;
  /** Absolute path of a file with the keys; absent: the environment's. */
  readonly credentials: string | undefined;
  readonly cacheBytes: number;
}
