/** The interface of stores, implemented by the embedded DuckDB store, InfluxDB and PostgreSQL, with shared tests. */

import type { ColumnValue } from "../codec/struct-codec.ts";
import type { Asking } from "./asker.ts";
import type { Batch } from "./batch.ts";
import type { TelemetryError } from "./error-signal.ts";
import type { ExportRequest, SourceQuery } from "./export-request.ts";
import type { Keep } from "./keep.ts";
import type { Cursor, LogIdentity } from "./message-log.ts";
import type { Observable } from "./part-status.ts";
import type { FieldType, Point } from "./point.ts";

/**
 * Maximum number of measurements, since each takes memory here and in the database, and strangers can invent names.
 * Existing ones are always written; points of new ones are refused beyond this limit. Realms share it (`lib/owned-room.ts`): one
 * may have 250,000.
 */
export const MAX_MEASUREMENTS = 312_500;

/** The owner of a measurement's room. Stores know no realms, but a database's name begins with that of its realm. */
export function databaseOwner({ database }: Pick<MeasurementName, "database">): string {
  return database.split("_", 1)[0]!;
}

export interface RefusedPoint {
  readonly point: Point;
  /** In the database's own words [D32]. */
  readonly error: TelemetryError;
  /** The other fields of its row are stored [D42]. */
  readonly isPart?: true;
  /** With `isPart`: the original row. */
  readonly row?: Point;
}

export interface WriteOutcome {
  readonly stored: number;
  readonly refused: readonly RefusedPoint[];
  /** For each measurement of which rows were replaced; absent: none, or the store cannot tell. */
  readonly replaced?: readonly ReplacedRows[];
}

/** Rows of one time of one measurement are one row [D56]. */
export interface ReplacedRows {
  /** The batch's last point of the measurement that has a sender's time. */
  readonly point: Point;
  /** Number of values that differ from those they replaced, be they stored before or earlier in the batch. */
  readonly values: number;
}

/**
 * Called with a batch's refused points before its position counts as committed, so that they are kept durably first.
 */
export type BeforeCommit = (refused: readonly RefusedPoint[]) => Promise<void>;

/** New columns of a measurement. */
export interface NewColumns {
  readonly database: string;
  readonly measurement: string;
  readonly columns: ReadonlyMap<string, FieldType>;
}

export interface MeasurementInfo {
  readonly database: string;
  readonly measurement: string;
  readonly columns: ReadonlyMap<string, FieldType>;
  /** Text columns whose values tell its series apart; absent if the store does not know. */
  readonly tags?: ReadonlySet<string>;
}

export interface StatisticsQuery extends Asking {
  readonly database: string;
  readonly measurement: string;
  /** Requested numeric columns; absent: all. */
  readonly columns?: readonly string[];
  /** From inclusive, to exclusive, ns. */
  readonly fromNs: bigint;
  readonly toNs: bigint;
}

/** A bigint where a double would lose digits. */
export type ExactNumber = number | bigint;

/** @param value a text has the digits of an integer, or is a double */
export function exactNumber(value: ExactNumber | string): ExactNumber {
  const double = Number(value);
  if (typeof value === "number" || Number.isSafeInteger(double) || !/^-?\d+$/.test(String(value))) return double;
  return BigInt(value);
}

/** Statistics of one column over all rows of a range that have a value; booleans count as 0 and 1. */
export interface ColumnStatistics {
  readonly count: number;
  readonly min: ExactNumber;
  readonly max: ExactNumber;
  /** Null if the sum overflows a double. */
  readonly mean: number | null;
  /** Of the sample (n − 1); null for a single value, and if squares overflow a double. Answers: see `knownDeviation`. */
  readonly deviation: number | null;
  /** The oldest and the newest value. */
  readonly first: ExactNumber;
  readonly last: ExactNumber;
}

export interface StoredStatistics extends ColumnStatistics {
  /** Time of `last`; its minute's beginning if only the minute's summary is left. */
  readonly lastNs: bigint;
}

/** By column; a column without a value in the range is absent. */
export type Statistics = ReadonlyMap<string, StoredStatistics>;

/** The same columns and range of several measurements of a database. */
export interface ManyStatisticsQuery extends Omit<StatisticsQuery, "measurement"> {
  readonly measurements: readonly string[];
}

/** By measurement; one without a value in the range is absent. */
export type ManyStatistics = ReadonlyMap<string, Statistics>;

export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

export interface SeriesQuery extends StatisticsQuery {
  /** Approximate maximum number of points for each column; more are downsampled so that extremes survive. */
  readonly points: number;
}

/** Columns over time: `values[i][k]` belongs to `columns[i]` and `timesNs[k]`; null where absent. */
export interface Series {
  readonly columns: readonly string[];
  readonly timesNs: readonly bigint[];
  readonly values: readonly (readonly (ExactNumber | null)[])[];
}

export interface Row {
  readonly timeNs: bigint;
  readonly values: Readonly<Record<string, ColumnValue | null>>;
}

export interface RowQuery extends Asking {
  readonly database: string;
  readonly measurement: string;
  /** Only these columns, and only rows with a value in any of them; absent: all. */
  readonly columns?: readonly string[];
  readonly fromNs?: bigint;
  readonly toNs?: bigint;
  /** Newest last; with `limit` the newest ones. */
  readonly limit?: number;
}

/** The newest rows of each of several measurements: an array, oldest first. */
export interface NewestQuery extends Omit<RowQuery, keyof MeasurementName> {
  readonly places: readonly MeasurementName[];
  readonly limit: number;
}

/** What the newest rows of a measurement say of it. */
export interface Newest {
  /** Their times, ms since 1970, oldest first. */
  readonly timesMs: readonly number[];
  readonly columns: readonly { readonly name: string }[];
  /** The last value of each column, at least in these rows; an integer is a bigint only if a number cannot hold it. */
  readonly values: readonly (ColumnValue | undefined)[];
  /** When each of these came, as the times. */
  readonly valuedMs: readonly (number | undefined)[];
}

/** The series of each of several measurements (`series-json.ts`). */
export interface ManySeriesQuery extends Omit<SeriesQuery, keyof MeasurementName> {
  readonly places: readonly MeasurementName[];
  /** How times are written. */
  readonly times: "ms" | "ns";
}

/** JSON by default; undefined if there is no such measurement. */
export type PlaceAnswer<Answer = string> = Answer | undefined | { readonly error: string };

/** For each place; `too-many`: values for one answer. */
export type PlaceAnswers<Answer = string> = readonly PlaceAnswer<Answer>[] | "too-many";

/** Rows of a range with a value in any of `columns`, or in any column. */
export interface ExtentQuery extends Omit<RowQuery, "limit"> {
  /** A minute of deleted rows that has statistics counts as a row at its start. */
  readonly withMinutes?: true;
}

/** Statistics of a column's values within a minute whose rows were deleted; booleans count as 0 and 1. */
export interface MinuteFigures extends Readonly<Record<"count" | "min" | "max" | "first" | "last", number>> {
  readonly column: string;
  /** Its start. */
  readonly timeNs: bigint;
  readonly mean: number;
}

/** Everything that is known of a range, in one state: each value is either in a row or in a minute. */
export interface Stretch {
  readonly batches: readonly Batch[];
  /** Minutes that begin in the range, oldest first. */
  readonly minutes: readonly MinuteFigures[];
}

export interface Extent {
  /** For several columns, InfluxDB returns only the number of rows of the most frequent one. */
  readonly rows: number;
  /** Times of the first and the last row. */
  readonly firstNs: bigint;
  readonly lastNs: bigint;
}

/** Rows of a range with times of receipt of one clock's era (`model/clock-face.ts`). */
export interface ReceivedQuery {
  readonly database: string;
  readonly measurement: string;
  /** From inclusive, to exclusive, ns. */
  readonly fromNs: bigint;
  readonly toNs: bigint;
  readonly era: number;
  readonly nodes: number;
}

/** A column of texts. */
export interface ColumnQuery extends MeasurementName {
  readonly column: string;
  /** A comma in a number is decimal, where it may also be a thousand. */
  readonly decimal?: "comma";
  /** Other texts are deleted; absent: nothing is changed while the column has one. */
  readonly drop?: true;
}

/**
 * Number of values. `has-texts`: nothing was changed, since other texts are among them. `unsupported`: only the database's own
 * tools can do that, or the column has another type.
 */
export type ToNumbersOutcome = number | "has-texts" | "unsupported";

export interface RewriteOutcome {
  readonly rewritten: number;
  readonly refused: readonly RefusedPoint[];
}

export interface OpenedStore {
  /**
   * Cursor up to which the log's rows are known to be stored; `undefined` if the store does not keep it (writing is
   * then idempotent, and the log's own cursor applies).
   */
  readonly committed: Cursor | undefined;
  /** The store was filled from other logs and did not know this one. */
  readonly isStrange?: boolean;
  /** Other logs whose rows the database has; absent if there are none, or if the store does not keep them. */
  readonly otherLogs?: ReadonlySet<string>;
}

/** For a store in which a write first goes to a write-ahead log, until a checkpoint. */
export interface Checkpoints {
  /** Rows up to here are in the database's own pages; later ones may be lost with the end of the write-ahead log. */
  readonly checkpointed: Cursor;
  /** Makes a checkpoint. Rejects if that is not possible at the moment. */
  secure(): Promise<void>;
}

/** `unsupported`: only the database's own tools can delete. */
export type RemovalOutcome = "removed" | "unknown" | "unsupported";

/** The database itself, for the code that owns it. */
export interface StoreConnection extends Observable {
  /**
   * Opens or creates the database and loads the field types. `log` is the log whose messages will be written; absent:
   * only for reading. If the store is not DuckDB, reads may come before this has ended, and have to wait for it.
   */
  open(log?: LogIdentity): Promise<OpenedStore>;
  /** Sets the retention; undefined: forever. Without effect if only the database's own tools can set it. */
  keep(keep: Keep | undefined): void;
  /** Gives memory back to the system that nobody uses any more. Absent: it holds none. */
  giveBack?(): Promise<void>;
  close(): Promise<void>;
}

/** Takes the rows of a log. */
export interface BatchWriter extends StoreConnection {
  /** Absent if every write is checkpointed at once. */
  readonly checkpoints?: Checkpoints;
  /**
   * Writes a batch, in order; `position` is committed together with the rows. Also resolves if single points are
   * refused. Rejects if the store is unavailable or broken; then nothing of the batch counts, and it must be written
   * again. If points were refused, `beforeCommit` is awaited at least once for each stored batch; if it rejects,
   * nothing counts. Points may not be read once it has resolved.
   */
  write(points: readonly Point[], position: Cursor, beforeCommit?: BeforeCommit): Promise<WriteOutcome>;
  /**
   * Rows of this other log follow: `otherLogs` has it from the next commit on. Without effect if the store does not
   * keep them.
   */
  receives(log: string): void;
}

/** What can be asked of a store. Changes nothing. */
export interface StoreReader extends Observable {
  /** Undefined if there is no such measurement. */
  fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined>;
  /**
   * Changes whenever a row of the measurement is written, changed or deleted, and after each start. Undefined if others
   * may write, too, or if there is no such measurement.
   */
  version(database: string, measurement: string): Promise<string | undefined>;
  /** Called for columns when they are first stored, and not again after a restart. */
  onNewColumns(listener: (columns: NewColumns) => void): void;
  /** Others have changed the data: it is loaded again on next use. Without effect if there are no other writers. */
  refresh(): Promise<void>;
  measurements(): Promise<readonly MeasurementInfo[]>;
  /** Changes whenever `measurements` changes; absent if that is not known. */
  catalogueState?(): Promise<string>;
  /** Some of `measurements`, in the order of their names; undefined if `after` is not in the list. */
  listed(query: ListQuery): Promise<Listed | undefined>;
  series(query: SeriesQuery): Promise<Series>;
  manySeries(query: ManySeriesQuery): Promise<PlaceAnswers>;
  /** Over all rows, without downsampling. */
  statistics(query: StatisticsQuery): Promise<Statistics>;
  statisticsOfMany(query: ManyStatisticsQuery): Promise<ManyStatistics>;
  /** Undefined if there is no such page or database. */
  statisticsPage(query: StatisticsPageQuery): Promise<StatisticsPage | undefined>;
  /** Column `time` first, then the requested columns that are stored. */
  batches(query: RowQuery): AsyncIterable<Batch>;
  stretch(query: RowQuery): Promise<Stretch>;
  /**
   * All of a range at once, if it has at most `limit` rows. Undefined if it has more, which is found out by reading at most that many.
   * Absent if `extent` is as fast.
   */
  few?(query: RowQuery & { readonly limit: number }): Promise<Stretch | undefined>;
  /** The same as `batches`, row by row. */
  rows(query: RowQuery): AsyncIterable<Row>;
  newestRows(query: NewestQuery): Promise<PlaceAnswers>;
  /** The same rows, told shortly. */
  newest(query: Omit<NewestQuery, "columns">): Promise<PlaceAnswers<Newest>>;
  /** Undefined if there is no such row. */
  extent(query: ExtentQuery): Promise<Extent | undefined>;
  /**
   * Has the database write rows as a Parquet file, oldest first. Returns false, and yields no bytes, where it cannot, or only with more
   * memory than a page of rows takes. Absent: it never can.
   */
  parquet?(query: SourceQuery): AsyncGenerator<Uint8Array, boolean>;
  /** Writes an export in the database's thread; absent if that is the caller's. */
  encodeExport?(request: ExportRequest): AsyncIterable<Uint8Array>;
}

/** What people, and replays, change in what is stored. */
export interface StoreAdmin {
  /**
   * Whether a rewritten row loses the columns that its point lacks. InfluxDB cannot delete a single field and keeps
   * them.
   */
  readonly rewrites: "whole-rows" | "given-columns";
  /**
   * Gives the rows at the points' times the points' values, as `rewrites` describes. Adds no rows (except in InfluxDB,
   * which cannot know). Does not change the committed position. Rejects if the store is unavailable or broken; then
   * repeat the call.
   */
  rewrite(points: readonly Point[]): Promise<RewriteOutcome>;
  /**
   * Deletes a measurement with all its rows and columns. Messages in the log that are not stored yet follow afterwards.
   */
  remove(database: string, measurement: string): Promise<RemovalOutcome>;
  /** The number of rows. `unsupported`: the database cannot tell. */
  countReceived(query: ReceivedQuery): Promise<number | "unsupported">;
  /** Moves the rows by `byNs`. @returns their number */
  moveReceived(query: ReceivedQuery, byNs: bigint): Promise<number | "unsupported">;
  /** Makes a column of texts one of floats. */
  toNumbers(query: ColumnQuery): Promise<ToNumbersOutcome>;
  /** Small facts that survive restarts (a channel's CSV header). Keys are free text. */
  remember(key: string, value: string): Promise<void>;
  /** At least those whose keys begin with the prefix. */
  remembered(prefix?: string): Promise<ReadonlyMap<string, string>>;
}

/** A store that somebody else opens and writes to. */
export interface StoreAccess extends StoreReader, StoreAdmin {}

/** Several stores as one. Each is written by its own writer. */
export interface CombinedStore extends StoreConnection, StoreAccess {}

/** What a kind of store is: extend `BaseStore` (`store/base-store.ts`), which has most of it. */
export interface Store extends BatchWriter, StoreAccess {}

/** Small facts that survive restarts, available to all parts that need them. */
export interface Facts extends Pick<StoreAdmin, "remember" | "remembered"> {
  /** The newest value, also of other writers; absent if there are none. */
  recall?(key: string): Promise<string | undefined>;
}

export type MeasurementName = Pick<MeasurementInfo, "database" | "measurement">;

/**
 * A page of the list after one measurement; only those whose `database/measurement` contains the text, or, with a
 * database, those of it whose name contains the text.
 */
export interface ListQuery {
  readonly database?: string;
  /** Only these. */
  readonly measurements?: readonly string[];
  readonly after?: string;
  readonly limit: number;
  readonly search?: string;
}

/** Some columns of all measurements on a page of a database's list. */
export interface StatisticsPageQuery extends Pick<StatisticsQuery, "fromNs" | "toNs">, Asking {
  readonly page: ListQuery & { readonly database: string };
  readonly columns: readonly string[];
}

export interface StatisticsPage {
  /** An array: each measurement that has a value in the range, with its columns. */
  readonly json: string;
  /** `after` of the next page; absent if this is the last one. */
  readonly next?: string;
}

export interface Listed {
  readonly infos: readonly MeasurementInfo[];
  /** The place of `after`. */
  readonly after?: MeasurementName;
}

/** The order of lists: by database name, then by measurement name. */
export function byPlace(a: MeasurementName, b: MeasurementName): number {
  return compare(a.database, b.database) || compare(a.measurement, b.measurement);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
