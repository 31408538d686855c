/**
 * The durable log between the sources and the store. The interface is small, so that a distributed log can implement
 * it.
 */

import type { Message } from "../telemetry/message.ts";
import type { Observable } from "../telemetry/part-status.ts";

/** Counts messages from 1 since the journal was created; a safe integer. */
export type JournalPosition = number;

export interface JournalEntry {
  readonly position: JournalPosition;
  readonly message: Message;
  /** Number of the message's decoding epoch; 0 if it has none. */
  readonly epoch: number;
}

export interface Journal extends Observable {
  /** Position of the last appended message; 0 in a new journal. */
  readonly tail: JournalPosition;
  /** The store has everything up to here; after opening, everything that it had secured. */
  readonly committed: JournalPosition;
  /** Whether more than half of the room is taken, or the disk refuses. */
  readonly isShort: boolean;
  /** True while the size limit or a failing disk makes `append` throw. */
  readonly full: boolean;
  /**
   * Adds the message to the open batch. Synchronous; durable only after `durable()`.
   * @param epoch number of the message's decoding epoch; 0 if it has none
   * @throws TelemetryError (code `unavailable`) if the journal is at its size limit or its disk refuses
   */
  append(message: Message, epoch?: number): JournalPosition;
  /**
   * Resolves when all messages appended before the call are on disk (group commit); rejects if they could not be
   * written, although that is tried again.
   */
  durable(): Promise<void>;
  /** The same for one message, which is withdrawn if it could not be written: it stays unread for ever. */
  durableOrWithdrawn(position: JournalPosition): Promise<void>;
  /**
   * The store has everything up to `position` and cannot lose anything up to `secured` (default: `position`). That part
   * may be deleted, but only up to `released`. If `position` is after the tail (the journal was lost or replaced, the
   * store was not), counting continues after it; this is possible only before the first append.
   */
  commit(position: JournalPosition, secured?: JournalPosition, released?: JournalPosition): void;
  /** Durable entries after `position`, in order, up to the tail at the time of the call. */
  read(after: JournalPosition): AsyncIterable<JournalEntry>;
  close(): Promise<void>;
}
