/** What the two halves of the service say to each other: blocks of the log one way, cursors and what was refused the other. */

import type { Keep } from "../config/keep.ts";
import type { Settings } from "../config/settings.ts";
import type { ExportRequest } from "../export/export-request.ts";
import type { Handover } from "../journal/cursor-file.ts";
import type { NumberedText } from "../journal/epoch-texts.ts";
import type { Cursor, LogIdentity } from "../journal/log.ts";
import type { PositionRange } from "../journal/lost-positions.ts";
import type { RawBlock } from "../journal/raw-blocks.ts";
import type { PublishedPlace } from "../publish/home-assistant.ts";
import type { Outgoing } from "../publish/outbox.ts";
import type { PublishPlan } from "../publish/plan.ts";
import type {
  Extent,
  ExtentQuery,
  Listed,
  ListQuery,
  NewColumns,
  ReceivedQuery,
  RemovalOutcome,
  RowQuery,
  Series,
  SeriesQuery,
  Statistics,
  StatisticsQuery,
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
  /** Up to here the output is too far behind. */
  readonly overdue: Cursor;
}

/** What an output has to know of the log when it begins. */
export interface OutputLog {
  readonly name: string;
  readonly identity: LogIdentity;
  readonly state: LogState;
}

/**
 * What the thread is for: `store`, the journal is brought to the store; `forward`, to the cluster's log; `collect`, the
 * cluster's log is brought to the store.
 */
export type Task = "store" | "forward" | "collect";

export interface HalfOptions {
  readonly task: Task;
  readonly settings: Settings;
  /** In which messages come when the thread begins. */
  readonly epoch: NumberedText;
  /** The main one first. */
  readonly outputs: readonly OutputLog[];
  /** Set where databases have other outputs than before, until all is where it belongs. */
  readonly handover?: Handover;
  readonly idPrefix: string;
  /** Which rows are told of once they are stored. */
  readonly publish: PublishPlan;
  /** Messages of the journal that are not to be brought to the cluster. */
  readonly withdrawn: readonly PositionRange[];
  /** `at-once`: it is an error when the store cannot be opened. `patiently`: that is tried again, for as long as it takes. */
  readonly opening: "at-once" | "patiently";
}

/** A row that cannot be stored, on its way to the dead letters. */
export interface RefusedMessage {
  readonly message: Message;
  readonly error: PlainError;
  readonly shown?: string;
  readonly key: string;
  /** Which output could not store it. */
  readonly output?: string;
}

export interface OutputState {
  readonly store: PartStatus;
  readonly writer: WriterState;
}

/** What the store's half tells of itself. */
export interface HalfState {
  /** By name. */
  readonly outputs: Readonly<Record<string, OutputState>>;
  /** How long each write took since this was told last, s. */
  readonly writes: readonly number[];
  /** Of a log that the thread reads by itself: messages that wait in it, and how it is. */
  readonly waiting?: number;
  readonly log?: PartStatus;
}

/** Offered by the store's half. */
export type StoreHalf = {
  /** Resolves when the store is open, or its opening is tried. */
  start(options: HalfOptions): Promise<Store["rewrites"]>;
  /** Loads the epoch in which messages will come. @throws Error where its codecs are not there */
  prepare(epoch: NumberedText): Promise<void>;
  block(reading: number, block: RawBlock): void;
  /** There will be no more blocks: the log cannot be read. */
  unreadable(reading: number, reason: string): void;
  logState(states: Readonly<Record<string, LogState>>): void;
  hurry(): void;
  /** Tells of rows that wait for their topic's turn. */
  flushRows(): Promise<void>;
  /** From now on these rows are told of. */
  publish(plan: PublishPlan): void;
  /** From now on rows are kept as long; for ever where undefined. */
  keep(keep: Keep | undefined): void;
  /** Has a message of the journal not brought to the cluster. False where that was begun. */
  withdraw(position: Cursor): boolean;
  /** Of a log that the thread reads by itself. */
  settled(timeoutMs: number): Promise<boolean>;
  /** Ends writing, then closes the store. */
  stop(): Promise<void>;
  /** Ends the thread as soon as no call of the database is under way. */
  end(): void;
  /** Others have changed what there is to read. */
  refresh(): Promise<void>;
  /** Another text whenever a measurement or a column came or went. */
  catalogueState(): string;
  /** @returns by what `next` knows its pieces, in the order of their names: a list of thousands at once would hold up the other side */
  openMeasurements(): number;
  listed(query: ListQuery): Promise<Listed | undefined>;
  fieldTypes(database: string, measurement: string): Promise<ReadonlyMap<string, FieldType> | undefined>;
  version(database: string, measurement: string): Promise<string | undefined>;
  series(query: SeriesQuery): Promise<Series>;
  statistics(query: StatisticsQuery): Promise<Statistics>;
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
  countReceived(query: ReceivedQuery): Promise<number | "unsupported">;
  moveReceived(query: ReceivedQuery, byNs: bigint): Promise<number | "unsupported">;
  remember(key: string, value: string): Promise<void>;
  remembered(): Promise<ReadonlyMap<string, string>>;
};

/** Offered by the half that has the log. */
export type LogHalf = {
  read(output: string, reading: number, after: Cursor | undefined): void;
  endReading(reading: number): void;
  /** So many bytes of blocks were worked off: there is room for others. */
  worked(reading: number, bytes: number): void;
  commit(output: string, cursor: Cursor, secured: Cursor, state: HalfState | undefined): void;
  settled(output: string, timeoutMs: number): Promise<boolean>;
  /** Tells and keeps what the store refused; resolves when that is durable. */
  refused(rows: readonly RefusedMessage[]): Promise<void>;
  /** Keeps what was rejected, and told, when it came. */
  rejected(rows: readonly RefusedMessage[]): void;
  /** Tells and keeps messages that had rows when they came, and have none now. */
  decodedOtherwise(rows: readonly RefusedMessage[]): void;
  /** What the log keeps of a decoding epoch; undefined where it was lost. */
  epochText(number: number): Promise<string | undefined>;
  /** Afterwards all readers of the cluster's log have the text. */
  shareEpoch(number: number): Promise<void>;
  /** What subscribers are to have of rows that are stored; and of which measurements there were none before. */
  rows(messages: readonly Outgoing[], places: readonly PublishedPlace[]): void;
  /** The number of this run in the cluster, once it is granted. */
  incarnation(): Promise<number>;
  newColumns(ofBatch: readonly NewColumns[]): void;
  state(state: HalfState): void;
  log(level: "info" | "warn", event: string, sentence: string): void;
};
