/** A checked request for a table: plain data that can be passed between threads. */

import type { Asking } from "./asker.ts";
import type { TableColumn } from "./batch.ts";
import type { RowCondition } from "./row-condition.ts";

export const AGGREGATES = ["mean", "min", "max", "last", "first", "count", "sum"] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** When a bucket's least, greatest, first and last value was; of equal values, when the first of them was. */
export const MOMENTS = ["min_time", "max_time", "first_time", "last_time"] as const;
export type Moment = (typeof MOMENTS)[number];

export interface SourceColumn extends TableColumn {
  /** Its name in the result. */
  readonly as: string;
}

export interface ExportSource {
  readonly database: string;
  readonly measurement: string;
  /** The requested columns, in order. */
  readonly columns: readonly SourceColumn[];
  /** `given`: leaves out rows without a value in any of them. */
  readonly rows: "all" | "given";
  /** Only rows that meet it. Its columns are among `columns`. Statistics of deleted rows meet none. */
  readonly where?: RowCondition;
}

/** Rows of one source, as they are. */
export interface SourceQuery extends Pick<ExportRequest, "fromNs" | "toNs" | "for">, Asking {
  readonly source: ExportSource;
}

/** One row for each bucket that has rows. */
export interface Resampling {
  readonly widthNs: bigint;
  readonly aggregates: readonly (Aggregate | Moment)[];
  /** Where buckets begin; absent: in the zone's calendar (`buckets.ts`). */
  readonly origin?: EpochOrigin;
  /** Columns whose values make groups: a bucket has a row for each. They stand behind `time`. */
  readonly by?: readonly string[];
}

/** Buckets begin at multiples of their width since 1970 in the zone's clock, and so much later. */
export interface EpochOrigin {
  readonly laterNs: bigint;
}

/**
 * The replacement for missing values. With resampling, every option but `none` also adds a row for each empty bucket.
 */
export type Fill = "none" | "null" | "previous" | "linear" | number;

export interface ExportRequest extends Asking {
  /** At least one. */
  readonly sources: readonly ExportSource[];
  /** `join`: one row for each time; `stack`: one measurement below the other. */
  readonly combine: "join" | "stack";
  /** From inclusive, to exclusive, ns. `filled`: the range was given, and filling covers all of it. */
  readonly fromNs: bigint;
  readonly toNs: bigint;
  readonly filled?: { readonly fromNs?: bigint; readonly toNs?: bigint };
  readonly every?: Resampling;
  readonly fill: Fill;
  /** IANA name: days begin in this zone, and formats with zones write times in it. */
  readonly timeZone: string;
  /** A name of `formats/formats.ts`. */
  readonly format: string;
  /** One of the format's `readers`. */
  readonly for?: string;
  /** An answer by a device's address, which is written as Kotori writes it: names in files that have some. */
  readonly byAddress?: AddressNames;
  readonly limit?: TimeLimit;
}

export interface AddressNames {
  /** The name of a worksheet: `<gateway>_<node>`. */
  readonly sheet: string;
  /** The name of a table or group: `<network>_<gateway>_<node>`. */
  readonly name: string;
}

/** Reading ends with an error at this time of `process.hrtime`, which all threads of a process share. */
export interface TimeLimit {
  readonly endNs: bigint;
  readonly sentence: string;
}

/** @throws RangeError with the limit's sentence when its time is over */
export function insistOnTime(limit: TimeLimit | undefined): void {
  if (limit !== undefined && process.hrtime.bigint() > limit.endNs) throw new RangeError(limit.sentence);
}
