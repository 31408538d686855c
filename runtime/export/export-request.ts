/** What is wanted of the store as a table, checked: plain data that passes from thread to thread. */

import type { TableColumn } from "../telemetry/batch.ts";

export const AGGREGATES = ["mean", "min", "max", "last", "first", "count", "sum"] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export const FORMATS = ["csv", "tsv", "json", "ndjson", "parquet", "arrow", "feather", "duckdb", "xlsx"] as const;
export type Format = (typeof FORMATS)[number];

export interface SourceColumn extends TableColumn {
  /** Its name in the answer. */
  readonly as: string;
}

export interface ExportSource {
  readonly database: string;
  readonly measurement: string;
  /** Those wanted, in order. */
  readonly columns: readonly SourceColumn[];
  /** `given`: rows without a value in any of them are left out. */
  readonly rows: "all" | "given";
}

/** One row for each stretch of time that has rows. */
export interface Resampling {
  readonly widthNs: bigint;
  readonly aggregates: readonly Aggregate[];
}

/** What stands where there is no value; with resampling also in a row for each stretch without rows, unless `none`. */
export type Fill = "none" | "null" | "previous" | "linear" | number;

export interface ExportRequest {
  /** At least one. */
  readonly sources: readonly ExportSource[];
  /** One row for each time, or one measurement below the other. */
  readonly combine: "join" | "stack";
  /** From inclusive, to exclusive, ns; `filled` where the range was given, so that filling begins and ends with it. */
  readonly fromNs: bigint;
  readonly toNs: bigint;
  readonly filled?: { readonly fromNs?: bigint; readonly toNs?: bigint };
  readonly every?: Resampling;
  readonly fill: Fill;
  /** IANA name: days begin in it, and times are written in it where a format has zones. */
  readonly timeZone: string;
  readonly format: Format;
}
