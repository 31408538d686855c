/**
 * The log between ingest and store, as two ports: one side appends messages, the other reads them and says how far the store
 * has them. Nothing else passes between the two. The file journal implements both; a distributed log could.
 */

import type { Message } from "../telemetry/message.ts";
import type { JournalPosition } from "./journal.ts";

/** A place in a log: an integer that a store can keep. Only the log that gave it can tell what lies before and after it. */
export type Cursor = JournalPosition;

/** Before the first message of any log. */
export const BEGINNING: Cursor = 0;
/** Of several logs (or parts of one), by name, up to where a store has each. */
export type Marks = ReadonlyMap<string, Cursor>;

export interface Append {
  /** Names the message for good; its entry has the same. */
  readonly id: string;
  /** Resolves when the message is on disk; rejects when it could not be, although that is tried again. */
  durable(): Promise<void>;
}

export interface LogWriter {
  /**
   * Takes the message over. Synchronous; to be acknowledged only when it is durable.
   * @param epoch number of the decoding epoch that it was decoded in, which was recorded before
   * @throws TelemetryError (code `unavailable`) when the log is full or its disk refuses
   */
  append(message: Message, epoch: number): Append;
}

export interface LogEntry {
  /** Names the message for good: what is read again after a crash is known by it. */
  readonly id: string;
  readonly message: Message;
  /** Of this message: the store has it, and all before it. */
  readonly cursor: Cursor;
  /** Number of the decoding epoch that it came in. */
  readonly epoch: number;
  /** The message as the log has encoded it, where it has. */
  readonly record?: Uint8Array;
  /** Of a log in parts: the one that it is in, where a message with rows of several is in each. */
  readonly partition?: number;
  /** How many parts there are. */
  readonly partitions?: number;
}

/** Durable messages that follow one another. */
export interface LogBlock {
  /** To be gone through once. */
  readonly entries: Iterable<LogEntry>;
  /** Of the whole block, which may go beyond its last entry: what lies between was lost. */
  readonly cursor: Cursor;
  /** Read from disk, because the reader is behind what memory holds. */
  readonly behind: boolean;
  /** Of all its entries. */
  readonly epoch: number;
}

/** Which log it is: cursors of another one mean nothing. */
export interface LogIdentity {
  readonly uuid: string;
  /** It began under a version to 0.1, when neither logs nor stores had an identity: a store without one is its own. */
  readonly predatesIdentities: boolean;
  /** What a store secured of it by the time it was opened. */
  readonly committed: Cursor;
}

export interface LogReader {
  readonly identity: LogIdentity;
  /**
   * What is durable after `after`, then what becomes durable, until `stop` is aborted. `after` is what the store has;
   * absent: what was committed to the log. One that the log has not reached (the log was lost or replaced, the store was not)
   * makes it count on from there, as long as nothing was appended. Nothing is deleted before it is committed again.
   */
  read(after: Cursor | undefined, stop: AbortSignal): AsyncIterable<LogBlock>;
  /** The store has everything up to `cursor`; and cannot lose what lies up to it and `secured`: that may be deleted. */
  commit(cursor: Cursor, secured?: Cursor): void;
  /** Of a log of many writers: what the store has of each; told before the log is read. */
  resume?(marks: Marks): void;
  /** What the store has of each once it has everything up to `cursor`; to be kept with the rows. */
  marks?(cursor: Cursor): Marks;
  /** Whether `cursor` lies behind `other`. */
  isAfter(cursor: Cursor, other: Cursor): boolean;
  /** More than half of the room is taken: what the store has is to be secured now. */
  readonly isShort: boolean;
  /** Up to here the reader is too far behind: it is to give up, not to wait. Absent where it never has to. */
  readonly overdue?: Cursor;
  /** Messages that were appended and are not committed. */
  readonly waiting: number;
  /** Resolves to true when all that was appended before the call is committed; to false after `timeoutMs`. */
  settled(timeoutMs: number): Promise<boolean>;
}
