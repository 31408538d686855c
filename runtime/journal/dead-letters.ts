/** Rejected messages and rows, kept until somebody retries or drops them. */

import type { ErrorSignal, RejectionCode } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";

export interface DeadLetter {
  /** Assigned by the log: 1, 2, 3 … */
  readonly id: number;
  /** What was rejected, ready to be accepted again: a whole datagram or body, or one row of it, with its original time of receipt. */
  readonly message: Message;
  readonly code: RejectionCode;
  readonly error: ErrorSignal;
  /** Names the rejection for good (`<journal position>/<row>`), so that a replay does not keep it twice; empty where it was never journaled. */
  readonly key: string;
  /** Which of several outputs could not store it. Its database says where it goes when it is tried again. */
  readonly output?: string;
}

export interface DeadLetterLog {
  /** Durable in the background; `durable()` waits. A `key` seen before is ignored. */
  add(letter: Omit<DeadLetter, "id">): void;
  durable(): Promise<void>;
  /** How many there are. */
  readonly size: number;
  /** Newest last. */
  list(filter?: {
    readonly address?: string;
    readonly code?: RejectionCode;
    readonly limit?: number;
  }): Promise<DeadLetter[]>;
  /** In this order, without those that are not there. */
  find(ids: readonly number[]): Promise<DeadLetter[]>;
  drop(ids: readonly number[]): Promise<number>;
  close(): Promise<void>;
}
