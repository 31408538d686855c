/**
 * The protocol between the two halves of the service: blocks of the log in one direction, cursors and refused rows in
 * the other.
 */

import type { ConfiguredChannels } from "../channels/channel-settings.ts";
import type { Handover } from "../journal/cursor-file.ts";
import type { NumberedText } from "../journal/epoch-texts.ts";
import type { RawBlock } from "../journal/raw-blocks.ts";
import type { ExportRequest } from "../model/export-request.ts";
import type { Keep } from "../model/keep.ts";
import type { Message } from "../model/message.ts";
import type { Cursor, LogIdentity, LogReader } from "../model/message-log.ts";
import type { PartStatus } from "../model/part-status.ts";
import type { Point } from "../model/point.ts";
import type { Removed } from "../model/removal.ts";
import type { SharedLogSettings } from "../model/shared-log.ts";
import type { NewColumns, RemovalOutcome, RowQuery, Store, StoreAccess } from "../model/store.ts";
import type { PlainError } from "../model/thread-link.ts";
import type { ConfiguredStores } from "../store/open-store.ts";
import type { WriterState } from "../store/store-writer.ts";

/** State of the log for its reader, besides its blocks. */
export type LogState = Required<Pick<LogReader, "waiting" | "isShort" | "overdue">>;

/** State of the log for an output at its start. */
export interface OutputLog {
  readonly name: string;
  readonly identity: LogIdentity;
  readonly state: LogState;
}

/** What the thread needs of the configuration. */
export interface StoringSettings
  extends ConfiguredStores,
    Pick<ConfiguredChannels, "channels" | "file" | "generatedDirectory"> {
  /** Absent: one process. */
  readonly cluster?: SharedLogSettings;
}

export interface WorkerOptions {
  /** The log that is brought to the store: this process's own, or the one that several share. */
  readonly reads: "journal" | "shared";
  readonly settings: StoringSettings;
  /** The epoch of new messages at the thread's start. */
  readonly epoch: NumberedText;
  /** The main one first. */
  readonly outputs: readonly OutputLog[];
  /** Set while databases that moved to other outputs are not complete there. */
  readonly handover?: Handover;
  readonly idPrefix: string;
  /** What the parts' followers are configured with, by the parts' names. */
  readonly followers: Readonly<Record<string, unknown>>;
  /** `at-once`: fails if the store cannot be opened; `patiently`: tries for as long as necessary. */
  readonly opening: "at-once" | "patiently";
}

/** Values that rows of a message, or of those before it, replaced in the store. */
export interface ReplacedOf {
  /** Without its payload. */
  readonly message: Message;
  readonly values: number;
}

/** A row that cannot be stored, for the dead letters. */
export interface RefusedMessage {
  readonly message: Message;
  readonly error: PlainError;
  readonly shown?: string;
  readonly key: string;
  /** The output that could not store it. */
  readonly output?: string;
}

export interface OutputState {
  readonly store: PartStatus;
  readonly writer: WriterState;
  /** Number of messages that wait for it in the log, as far as the thread knows. */
  readonly waiting: number;
}

/** Status of the store's half. */
export interface WorkerState {
  /** By name. */
  readonly outputs: Readonly<Record<string, OutputState>>;
  /** Durations of writes since the last report, s. */
  readonly writes: readonly number[];
  /** Status of a log that the thread reads itself. */
  readonly log?: PartStatus;
}

/** What the store's half answers under the name, and with the arguments, of a store's method. */
export const QUESTIONS = [
  "refresh",
  "catalogueState",
  "listed",
  "fieldTypes",
  "version",
  "series",
  "statistics",
  "statisticsOfMany",
  "statisticsPage",
  "stretch",
  "extent",
  "newestRows",
  "newest",
  "manySeries",
  "remove",
  "countReceived",
  "moveReceived",
  "toNumbers",
  "remember",
  "remembered",
] as const satisfies readonly (keyof StoreAccess)[];
export type Questions = Required<Pick<StoreAccess, (typeof QUESTIONS)[number]>>;

/** Functions of the store's half. */
export type StoreRequests = Questions & {
  /** Loads what stores of these kinds need, before `start`. */
  expect(kinds: readonly string[]): void;
  /** Resolves when the store is open, or when opening it is being retried. */
  start(options: WorkerOptions): Promise<Store["rewrites"]>;
  /** Loads the epoch of future messages. @throws Error if its codecs are missing */
  prepare(epoch: NumberedText): Promise<void>;
  block(reading: number, block: RawBlock): void;
  /** The log cannot be read: no more blocks will follow. */
  unreadable(reading: number, reason: string): void;
  logState(states: Readonly<Record<string, LogState>>): void;
  hurry(): void;
  /** Somebody waits until what arrived is stored. */
  awaited(): void;
  /** Followers tell what they hold back. */
  flushFollowers(): Promise<void>;
  /** Configures the follower of a part. */
  follow(part: string, configured: unknown): void;
  /** The outcome of a deletion in the log; undefined: it was not carried out yet, or long ago. */
  removed(id: string): Promise<RemovalOutcome | undefined>;
  /** Changes the retention; undefined: forever. */
  keep(keep: Keep | undefined): void;
  /** For a log that the thread reads itself. */
  settled(output: string, timeoutMs: number): Promise<boolean>;
  /** Stops writing, then closes the store. */
  stop(): Promise<void>;
  /** Ends the thread as soon as no database call is running. */
  end(): void;
  /**
   * @returns the ID for `next`, which returns pieces in the order of names: a list of thousands at once would block the
   * other side
   */
  openMeasurements(): number;
  /** @returns the ID for `next` */
  openBatches(query: RowQuery): number;
  openExport(request: ExportRequest): number;
  /** The next batch, or the next bytes of an export; undefined at the end. */
  next(id: number): Promise<unknown>;
  close(id: number): Promise<void>;
  /** @returns indices of the refused points */
  rewrite(points: readonly Point[]): Promise<{
    readonly rewritten: number;
    readonly refused: readonly { readonly index: number; readonly error: PlainError }[];
  }>;
};

/** Functions of the half that has the log. */
export type LogRequests = {
  read(output: string, reading: number, after: Cursor | undefined): void;
  endReading(reading: number): void;
  /** This number of bytes was processed: there is room for further blocks. */
  worked(reading: number, bytes: number): void;
  commit(output: string, cursor: Cursor, checkpointed: Cursor, state: WorkerState): void;
  settled(output: string, timeoutMs: number): Promise<boolean>;
  /** Signals and keeps rows that the store refused; resolves when they are durable. A crash may repeat the call. */
  refused(rows: readonly RefusedMessage[]): Promise<void>;
  /** Keeps rows whose rejection was signalled on arrival. */
  rejected(rows: readonly RefusedMessage[]): void;
  /** Signals and keeps messages that had rows on arrival but have none now. */
  decodedOtherwise(rows: readonly RefusedMessage[]): void;
  /** Counts values that rows of the same time replaced. */
  replaced(rows: readonly ReplacedOf[]): void;
  /** The log's text of a decoding epoch; undefined if it was lost. @throws Error if it cannot be read now */
  epochText(number: number): Promise<string | undefined>;
  /** What the follower of a part tells. */
  followed(part: string, said: unknown): void;
  removed(removed: Removed): void;
  newColumns(ofBatch: readonly NewColumns[]): void;
  state(state: WorkerState): void;
  log(level: "info" | "warn", event: string, sentence: string): void;
};
