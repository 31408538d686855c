/** Stores as configured, where other parts than their own folder read it. */

import type { Keep } from "../model/keep.ts";

/** A bucket on S3 or a compatible server. */
export interface BucketSettings {
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

export interface DuckdbSettings {
  readonly kind: "duckdb";
  /** Absolute path, or `:memory:`. */
  readonly path: string;
  /** Absolute path of the folder for Parquet files of past hours. */
  readonly parquet?: string;
  /** The bucket for these files; the folder is its cache. */
  readonly bucket?: BucketSettings;
  /** A new database takes over the files of a lost one. */
  readonly adopt?: boolean;
  /** Absent: everything is kept. */
  readonly keep?: Keep;
}

export interface InfluxSettings {
  readonly kind: "influxdb";
  /** `auto` detects it. */
  readonly version: "auto" | "1" | "2" | "3";
  /** `http://host:8086` */
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly token: string | undefined;
  readonly org: string | undefined;
}

/** `[store-<name>]`: an InfluxDB that stores the databases with these names. */
export interface NamedStore {
  readonly name: string;
  /** Patterns with `*` and `?`. */
  readonly databases: readonly string[];
  readonly store: InfluxSettings;
  /** Absent: half of the journal. */
  readonly backlogBytes?: number;
}
