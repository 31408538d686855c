/** What the two halves of the service say to each other: blocks of the log one way, cursors and what was refused the other. */

import type { Settings } from "../config/settings.ts";
import type { ExportRequest } from "../export/export-request.ts";
import type { Cursor, LogIdentity } from "../journal/log.ts";
import type { RawBlock } from "../journal/raw-blocks.ts";
import type {
  Extent,
  ExtentQuery,
  MeasurementInfo,
  NewColumns,
  RemovalOutcome,
  RowQuery,
  Series,
  SeriesQuery,
  Store,
} from "../store/store.ts";
import type { WriterState } from "../store/store-writer.ts";
import type { Message } from "../telemetry/message.ts";
import type { PartStatus } from "../telemetry/part-status.ts";
import type { FieldType, Point } from "../telemetry/point.ts";
import type { PlainError } from "../telemetry/thread-link.ts";

/** What a reader of the log has to know of it besides its blocks. */
export interface LogState {
  readonly waiting: number;
  readonly isShort: boolean;
}

/**
 * What the thread is for: `store`, the journal is brought to the store; `forward`, to the cluster's log; `collect`, the
 * cluster's log is brought to the store.
 */
export type Task = "store" | "forward" | "collect";

export interface HalfOptions {
  readonly task: Task;
  readonly settings: Settings;
  readonly log: LogIdentity;
  readonly idPrefix: string;
  readonly state: LogState;
  /** `at-once`: it is an error when the store cannot be opened. `patiently`: that is tried again, for as long as it takes. */
  readonly opening: "at-once" | "patiently";
}

/** A row that cannot be stored, on its way to the dead letters. */
export interface RefusedMessage {
  readonly message: Message;
  readonly error: PlainError;
  readonly shown?: string;
  readonly key: string;
}

/** What the store's half tells of itself. */
export interface HalfState {
  readonly store: PartStatus;
  readonly writer: WriterState;
  /** How long each write took since this was told last, s. */
  readonly writes: readonly number[];
  /** Of a log that the thread reads by itself: messages that wait in it. */
  readonly waiting?: number;
}

/** Offered by the store's half. */
export type StoreHalf = {
  /** Resolves when the store is open, or its opening is tried. */
  start(options: HalfOptions): Promise<Store["rewrites"]>;
  /** Loads what a changed configuration needs. */
  prepare(settings: Settings): Promise<void>;
  /** What was prepared last holds for messages after `from`. */
  useFrom(from: Cursor): void;
  block(reading: number, block: RawBlock): void;
  /** There will be no more blocks: the log cannot be read. */
  unreadable(reading: number, reason: string): void;
  logState(state: LogState): void;
  hurry(): void;
  /** Of a log that the thread reads by itself. */
  settled(timeoutMs: number): Promise<boolean>;
  /** Ends writing, then closes the store. */
  stop(): Promise<void>;
  measurements(): Promise<readonly MeasurementInfo[]>;
  fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined>;
  version(database: string, measurement: string): Promise<string | undefined>;
  series(query: SeriesQuery): Promise<Series>;
  extent(query: ExtentQuery): Promise<Extent | undefined>;
  /** @returns by what `next` knows it */
  openBatches(query: RowQuery): number;
  openExport(request: ExportRequest): number;
  /** The next batch, or the next bytes of an export; undefined at the end. */
  next(id: number): Promise<unknown>;
  close(id: number): Promise<void>;
  /** @returns of the points refused, their places */
  rewrite(points: readonly Point[]): Promise<{
    readonly rewritten: number;
    readonly refused: readonly { readonly index: number; readonly error: PlainError }[];
  }>;
  remove(database: string, measurement: string): Promise<RemovalOutcome>;
  remember(key: string, value: string): Promise<void>;
  remembered(): Promise<ReadonlyMap<string, string>>;
};

/** Offered by the half that has the log. */
export type LogHalf = {
  read(reading: number, after: Cursor | undefined): void;
  endReading(reading: number): void;
  /** So many bytes of blocks were worked off: there is room for others. */
  worked(reading: number, bytes: number): void;
  commit(cursor: Cursor, secured: Cursor, state: HalfState): void;
  settled(timeoutMs: number): Promise<boolean>;
  /** Tells and keeps what the store refused; resolves when that is durable. */
  refused(rows: readonly RefusedMessage[]): Promise<void>;
  /** Keeps what was rejected, and told, when it came. */
  rejected(rows: readonly RefusedMessage[]): void;
  newColumns(ofBatch: readonly NewColumns[]): void;
  state(state: HalfState): void;
  log(level: "info" | "warn", event: string, sentence: string): void;
};
