/** Rejected messages and rows, kept until a user retries or drops them. */

import type { ErrorSignal, RejectionCode } from "../model/error-signal.ts";
import type { Message } from "../model/message.ts";

export interface DeadLetter {
  /** Assigned by the log: 1, 2, 3 … */
  readonly id: number;
  /**
   * The rejected message in a form that can be retried: a whole datagram or body, or one row of it, with its original
   * time of receipt.
   */
  readonly message: Message;
  readonly code: RejectionCode;
  readonly error: ErrorSignal;
  /**
   * A permanent name of the rejection (`<journal position>/<row>`), so that a replay does not keep it twice; empty if
   * the message was never journaled.
   */
  readonly key: string;
  /** The output that could not store it, if there are several. A retry chooses the output by the database. */
  readonly output?: string;
}

/** The newest of an address or a code. */
export interface DeadLetterFilter {
  readonly address?: string;
  readonly code?: RejectionCode;
  readonly limit?: number;
}
