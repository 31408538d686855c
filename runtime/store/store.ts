/** Where points end up. Implemented by the embedded DuckDB store and by InfluxDB; one test body serves both. */

import type { ColumnValue } from "../codec/struct-codec.ts";
import type { Keep } from "../config/keep.ts";
import type { ExportRequest } from "../export/export-request.ts";
import type { Cursor, LogIdentity, Marks } from "../journal/log.ts";
import type { Batch } from "../telemetry/batch.ts";
import type { TelemetryError } from "../telemetry/error-signal.ts";
import type { Observable } from "../telemetry/part-status.ts";
import type { FieldType, Point } from "../telemetry/point.ts";

/**
 * Each measurement takes memory, ours and the database's: names that strangers make up must not fill it. Those that are there
 * are always written; points of new ones are refused from so many on.
 */
export const MAX_MEASUREMENTS = 250_000;

export interface RefusedPoint {
  readonly point: Point;
  /** In the database's own words [D32]. */
  readonly error: TelemetryError;
  /** The other fields of its row are stored [D42]. */
  readonly isPart?: true;
  /** Then: the row as it was given. */
  readonly row?: Point;
}

export interface WriteOutcome {
  readonly stored: number;
  readonly refused: readonly RefusedPoint[];
}

/** Called with the refused points of a batch before its position counts as committed, so that they are kept durably first. */
export type BeforeCommit = (refused: readonly RefusedPoint[]) => Promise<void>;

/** A measurement with columns that had not been seen before. */
export interface NewColumns {
  readonly database: string;
  readonly measurement: string;
  readonly columns: ReadonlyMap<string, FieldType>;
}

export interface MeasurementInfo {
  readonly database: string;
  readonly measurement: string;
  readonly columns: ReadonlyMap<string, FieldType>;
}

export interface StatisticsQuery {
  readonly database: string;
  readonly measurement: string;
  /** Numeric columns wanted; all where absent. */
  readonly columns?: readonly string[];
  /** From inclusive, to exclusive, ns. */
  readonly fromNs: bigint;
  readonly toNs: bigint;
}

/** Of one column over all rows of a range that have a value in it; booleans count as 0 and 1. */
export interface ColumnStatistics {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  /** Null where the sum is too large for a double. */
  readonly mean: number | null;
  /** Of the sample (n − 1); null for a single value, and where squares are too large for a double. */
  readonly deviation: number | null;
  /** The oldest and the newest value. */
  readonly first: number;
  readonly last: number;
}

/** By column; a column without a value in the range is absent. */
export type Statistics = ReadonlyMap<string, ColumnStatistics>;

export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

export interface SeriesQuery extends StatisticsQuery {
  /** At most about this many points for each column; more are downsampled so that extremes survive. */
  readonly points: number;
}

/** Columns over time: `values[i][k]` belongs to `columns[i]` and `timesNs[k]`; null where absent. */
export interface Series {
  readonly columns: readonly string[];
  readonly timesNs: readonly bigint[];
  readonly values: readonly (readonly (number | null)[])[];
}

export interface Row {
  readonly timeNs: bigint;
  readonly values: Readonly<Record<string, ColumnValue | null>>;
}

export interface RowQuery {
  readonly database: string;
  readonly measurement: string;
  /** Only these, and only rows with a value in one of them; all where absent. */
  readonly columns?: readonly string[];
  readonly fromNs?: bigint;
  readonly toNs?: bigint;
  /** Newest last; with `limit` the newest ones. */
  readonly limit?: number;
}

/** Rows of a range that have a value in one of `columns`, or in any. */
export type ExtentQuery = Omit<RowQuery, "limit">;

export interface Extent {
  /** Of several columns InfluxDB tells only how many rows have the commonest. */
  readonly rows: number;
  /** Times of the first and the last row. */
  readonly firstNs: bigint;
  readonly lastNs: bigint;
}

/** Rows of a range that have times of receipt by one clock's era (`telemetry/clock-face.ts`). */
export interface ReceivedQuery {
  readonly database: string;
  readonly measurement: string;
  /** From inclusive, to exclusive, ns. */
  readonly fromNs: bigint;
  readonly toNs: bigint;
  readonly era: number;
  readonly nodes: number;
}

export interface RewriteOutcome {
  readonly rewritten: number;
  readonly refused: readonly RefusedPoint[];
}

export interface OpenedStore {
  /**
   * Cursor up to which the log's rows are known to be stored; `undefined` where the store does not keep it (then writing is
   * idempotent and the log's own counts).
   */
  readonly committed: Cursor | undefined;
  /** The store was filled from other logs so far, and knew nothing of this one. */
  readonly isStrange?: boolean;
  /** Of other logs that it was filled from; absent where there are none, or it does not keep that. */
  readonly marks?: Marks;
}

/** Of a store in which a write counts before the database's own pages have it: it is in a write-ahead log until a checkpoint. */
export interface Checkpoints {
  /** Rows up to here are in the database's own pages; what lies behind may be lost with the end of the write-ahead log. */
  readonly secured: Cursor;
  /** Makes a checkpoint now. Rejects when there cannot be one at the moment. */
  secure(): Promise<void>;
}

/** `unsupported`: the database has no way to, but its own tools. */
export type RemovalOutcome = "removed" | "unknown" | "unsupported";

export interface Store extends Observable {
  /** Absent where all that is written is secured. */
  readonly checkpoints?: Checkpoints;
  /** Whether a rewritten row loses the columns that its point lacks. InfluxDB cannot delete a single field: there they stay. */
  readonly rewrites: "whole-rows" | "given-columns";
  /**
   * Opens or makes the database and loads the registry of field types. `log` is what will be written to it from; absent
   * where nothing will.
   */
  open(log?: LogIdentity): Promise<OpenedStore>;
  /**
   * Writes a batch, in order; `position` becomes the committed position together with the rows.
   * Resolves also when single points are refused; rejects when the store cannot be reached or is broken (then nothing of it
   * counts, and the same batch is to be written again). `beforeCommit` is awaited when points were refused, at least once
   * for each batch that is stored; when it rejects, nothing counts. `marks` are kept like the position, where writing is not
   * idempotent.
   */
  write(points: readonly Point[], position: Cursor, beforeCommit?: BeforeCommit, marks?: Marks): Promise<WriteOutcome>;
  /** Undefined where there is no such measurement. */
  fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined>;
  /**
   * Another text whenever a row of the measurement was written, changed or deleted, and after each start. Undefined where others
   * may write, too, or where there is no such measurement.
   */
  version(database: string, measurement: string): Promise<string | undefined>;
  /** Called for columns when they are first stored, and not again after a restart. */
  onNewColumns(listener: (columns: NewColumns) => void): void;
  /** Others have changed what there is to read: it is asked for when it is wanted next. Absent where there are no others. */
  refresh?(): Promise<void>;
  measurements(): Promise<readonly MeasurementInfo[]>;
  series(query: SeriesQuery): Promise<Series>;
  /** Over all rows, never downsampled ones. */
  statistics(query: StatisticsQuery): Promise<Statistics>;
  /** Column `time` first, then those asked for that are stored. */
  batches(query: RowQuery): AsyncIterable<Batch>;
  /** The same, row by row. */
  rows(query: RowQuery): AsyncIterable<Row>;
  /** Undefined where there is no such row. */
  extent(query: ExtentQuery): Promise<Extent | undefined>;
  /**
   * Gives the rows of the points' times the points' values, as `rewrites` says. A time without a row stays without one
   * (not so in InfluxDB, which cannot know). The committed position stays as it is.
   * Rejects when the store cannot be reached or is broken; doing the same again is right then.
   */
  rewrite(points: readonly Point[]): Promise<RewriteOutcome>;
  /** Deletes a measurement with all its rows and columns. What is in the log and not stored yet comes afterwards. */
  remove(database: string, measurement: string): Promise<RemovalOutcome>;
  /** From now on rows are kept as long; for ever where undefined. Absent where the database's own tools say so. */
  keep?(keep: Keep | undefined): void;
  /** How many rows there are. `unsupported`: the database has no way to tell. */
  countReceived(query: ReceivedQuery): Promise<number | "unsupported">;
  /** Moves them by `byNs`. @returns how many there were */
  moveReceived(query: ReceivedQuery, byNs: bigint): Promise<number | "unsupported">;
  /** Small facts that survive restarts (a channel's CSV header). Keys are free text. */
  remember(key: string, value: string): Promise<void>;
  remembered(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

/** Small facts that survive restarts, where all who need them find them. */
export interface Memory extends Pick<Store, "remember" | "remembered"> {
  /** The newest, also of what others remembered; absent where nobody else does. */
  recall?(key: string): Promise<string | undefined>;
}

/** What of a store can be asked; the log is brought to it elsewhere. */
export type AskedStore = Omit<Store, "open" | "write" | "close" | "checkpoints" | "keep"> & {
  /** Where the database is in another thread: writes an export there. */
  encodeExport?(request: ExportRequest): AsyncIterable<Uint8Array>;
  /** Some of `measurements`, in the order of their names; undefined where `after` is not in the list. Absent: all are asked for. */
  listed?(query: ListQuery): Promise<Listed | undefined>;
  /** Another text whenever `measurements` is another list; absent where that is not known. */
  catalogueState?(): Promise<string>;
};

type Place = Pick<MeasurementInfo, "database" | "measurement">;

/** So many behind one of them, whose `database/measurement` has the text in it. */
export interface ListQuery {
  readonly after?: string;
  readonly limit: number;
  readonly search?: string;
}

export interface Listed {
  readonly infos: readonly MeasurementInfo[];
  /** Which one `after` is. */
  readonly after?: Place;
}

/** The order of lists: by the database's name, then by the measurement's. */
export function byPlace(a: Place, b: Place): number {
  return compare(a.database, b.database) || compare(a.measurement, b.measurement);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
