/**
 * The log between ingest and store, as two interfaces: one side appends messages, the other reads them and reports the
 * store's progress. The two sides share nothing else. There are two logs, with a reader for each output:
 *
 * - a process's journal: `FileLog` writes, `LogCursor` reads (in the store's thread through `RemoteLog`);
 * - a cluster's log: the `ReplicatedLog` of each node writes, the `OutputReader` of each store worker reads.
 *
 * What holds for both:
 *
 * 1. A message that `durable()` has confirmed survives a crash of the process, and of the machine.
 * 2. A reader sees only durable messages, in the order of its cursors, and each at least once.
 * 3. A reader's cursors only grow. A message of the journal has its cursor for good: a store that saves a cursor with its
 *    rows stores each message exactly once. A cluster's log counts what it delivers. A message that it delivers again,
 *    or that other logs may have delivered, is marked (`isRetry`): its rows replace rows with the same times.
 * 4. A message keeps its `id`, its epoch and its time of receipt when it is read again.
 * 5. Nothing is deleted before each output's store has committed it, unless the output is `overdue`. The journal also
 *    waits until the store has checkpointed it. The cluster's log does not, but the nodes' journals keep it for a while.
 * 6. A cursor has a meaning only for a reader of the same output, in the log with the same UUID.
 */

import type { JournalIdentity, JournalPosition } from "./journal-entry.ts";
import type { Message } from "./message.ts";

/** A position in a log: an integer that a store can save. */
export type Cursor = JournalPosition;

/** The position before the first message of any log. */
export const BEGINNING: Cursor = 0;

export interface Append {
  /** A permanent name of the message. The journal's entry has the same, a cluster's entry another one. */
  readonly id: string;
  /**
   * Resolves when the message is on disk, and, if the cluster acknowledges, at its servers. If it could not be written,
   * it is withdrawn, and this rejects.
   */
  durable(): Promise<void>;
}

export interface LogWriter {
  /**
   * Accepts the message. Synchronous; acknowledge it only when it is durable.
   * @param epoch number of the decoding epoch that decoded it, which must be recorded before
   * @throws TelemetryError (code `unavailable`) if the log is full, its disk refuses, or the cluster does not take it
   */
  append(message: Message, epoch: number): Append;
}

export interface LogEntry {
  /** A permanent name of the message, which identifies it when it is read again after a crash. */
  readonly id: string;
  readonly message: Message;
  /** Position of this message: if the store has reached it, it has this message and all before it. */
  readonly cursor: Cursor;
  /** Number of the message's decoding epoch. */
  readonly epoch: number;
  /** The encoded message, if the log has it. */
  readonly record?: Uint8Array;
  /** Which of the message's rows this entry is for: the log has it once more for the others. Absent: all. */
  readonly has?: (database: string, measurement: string) => boolean;
  /** Which of the message's rows were deleted since it was first in the log. Absent: none. */
  readonly isGone?: (database: string, measurement: string) => boolean;
}

/** An entry whose encoded message lies in a block of a journal. */
export interface RecordedEntry extends LogEntry {
  readonly block: Buffer;
  readonly at: number;
}

export function isRecorded(entry: LogEntry): entry is RecordedEntry {
  return (entry as Partial<RecordedEntry>).block !== undefined;
}

/** Consecutive durable messages. */
export interface LogBlock {
  /** May be iterated only once. */
  readonly entries: Iterable<LogEntry>;
  /** Position after the whole block. It may be after the last entry if messages were lost. */
  readonly cursor: Cursor;
  /** The block was read from disk, because the reader is too far behind for the copy in memory. */
  readonly behind: boolean;
  /** Epoch of all its entries. */
  readonly epoch: number;
}

/** Identifies the log: cursors of another log are meaningless. */
export interface LogIdentity extends JournalIdentity {
  /** What the store had, as far as the log knows. */
  readonly committed: Cursor;
}

export interface LogReader {
  readonly identity: LogIdentity;
  /**
   * Yields durable messages after `after`, and new ones as they become durable, until `stop` is aborted. `after` is the
   * store's position; if absent, the log's committed position. A cluster's log continues counting from there. So does a
   * journal that has not reached `after` (it was lost or replaced, the store was not), provided nothing was appended.
   */
  read(after: Cursor | undefined, stop: AbortSignal): AsyncIterable<LogBlock>;
  /**
   * The store has everything up to `cursor`, and cannot lose anything up to `cursor` and `checkpointed`: that part may be
   * deleted.
   */
  commit(cursor: Cursor, checkpointed?: Cursor): void;
  /** More than half of the room is taken: the store should secure its rows now. */
  readonly isShort: boolean;
  /**
   * The reader is too far behind: it must give up messages up to here instead of waiting. Absent if that never happens.
   */
  readonly overdue?: Cursor;
  /** Number of messages that were appended but not committed. */
  readonly waiting: number;
  /**
   * Resolves to true when all messages appended before the call are committed (of a cluster's log: those delivered
   * here); to false after `timeoutMs`.
   */
  settled(timeoutMs: number): Promise<boolean>;
}
