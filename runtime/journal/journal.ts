/** The durable log between the sources and the store. Small enough for a distributed log to take its place. */

import type { Message } from "../telemetry/message.ts";
import type { Observable } from "../telemetry/part-status.ts";

/** Counts messages from 1 since the journal was made; a safe integer. */
export type JournalPosition = number;

export interface JournalEntry {
  readonly position: JournalPosition;
  readonly message: Message;
  /** Number of the decoding epoch that it came in; 0 where it belongs to none. */
  readonly epoch: number;
}

export interface Journal extends Observable {
  /** Position of the last appended message; 0 in a new journal. */
  readonly tail: JournalPosition;
  /** Everything up to here is confirmed by the store; in a journal that was opened again, everything that it had secured. */
  readonly committed: JournalPosition;
  /** More than half of its room is taken, or its disk refuses. */
  readonly isShort: boolean;
  /** True while the size limit or a failing disk makes `append` throw. */
  readonly full: boolean;
  /**
   * Adds the message to the open batch. Synchronous; durable only after `durable()`.
   * @param epoch number of the decoding epoch that it came in; 0 where it belongs to none
   * @throws TelemetryError (code `unavailable`) when the journal is at its size limit or its disk refuses
   */
  append(message: Message, epoch?: number): JournalPosition;
  /** Resolves when all that was appended before the call is on disk (group commit); rejects when it could not be. */
  durable(): Promise<void>;
  /**
   * The store has everything up to `position`, and cannot lose what lies up to `secured` (`position` where absent): that may be
   * deleted, or only what lies up to `released`. A position after the tail (the journal was lost or replaced, the store was not) makes counting go on behind it;
   * only before anything is appended.
   */
  commit(position: JournalPosition, secured?: JournalPosition, released?: JournalPosition): void;
  /** Durable entries after `position`, in order, up to the tail at the time of reading. */
  read(after: JournalPosition): AsyncIterable<JournalEntry>;
  close(): Promise<void>;
}
