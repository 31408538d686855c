/** The one path from a raw message to journal, store and bus. */

import type { TelemetryError } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";
import type { Point } from "../telemetry/point.ts";

/** A message, or one row of it, that cannot be stored. */
export interface Rejection {
  readonly error: TelemetryError;
  /** What goes to the dead letters: the whole message, or one row of it as a message of its own. */
  readonly message: Message;
  /** Row number in the payload, from 0; absent when the whole message is rejected. */
  readonly row?: number;
  /** How the payload appears in the signal's description, where it is not the payload itself (a CSV row as a JSON object). */
  readonly shown?: string;
}

/** Decoding is pure and deterministic: a replay gives the same points. */
export interface Decoded {
  readonly points: readonly Omit<Point, "origin">[];
  readonly rejections: readonly Rejection[];
  /** Webhook events of a network server that carry no telemetry (`join_accept`): answered and counted, not stored [D29]. */
  readonly ignored?: readonly string[];
  /** What was noticed and is no reason to reject; absent where nothing was. */
  readonly noticed?: Noticed;
}

export interface Noticed {
  /** The `length` byte differs from the declaration [D13]. */
  readonly lengthByteDiffers: number;
  /** Values left out of the stored rows because there were none: not finite, null, empty [D12, D42]. */
  readonly missing: number;
}

export type Decoder = (message: Message) => Decoded;

export interface Acceptance {
  /** Rows kept. */
  readonly readings: number;
  /** Rejected rows (already signalled and kept as dead letters). */
  readonly rejected: readonly Rejection[];
}

export interface Intake {
  /**
   * Journals the message, decodes it, and hands its points to the store's writer and the bus.
   * Resolves when it is durable. A message of which nothing can be kept is rejected as a whole.
   * @throws TelemetryError the reason; it was already signalled and kept as a dead letter (`unavailable` is not kept: the sender has to repeat it)
   */
  accept(message: Message): Promise<Acceptance>;
  /** A problem that never became a message's decoding (no content type, too large, wrong method): signalled, and kept where there is a payload. */
  reject(message: Message, error: TelemetryError): void;
}
