/** What a journal counts and returns. */

import type { Message } from "./message.ts";

/** Counts messages from 1 since the journal was created; a safe integer. */
export type JournalPosition = number;

export interface JournalEntry {
  readonly position: JournalPosition;
  readonly message: Message;
  /** Number of the message's decoding epoch; 0 if it has none. */
  readonly epoch: number;
}

export interface JournalIdentity {
  readonly uuid: string;
  /**
   * Created by version 0.1 or earlier, when neither journals nor stores had an identity: a store without one belongs to
   * it.
   */
  readonly predatesIdentities: boolean;
}
