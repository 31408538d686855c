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
  /** Which of several outputs could not store it. */
  readonly output?: string;
}

/** Decoding is pure and deterministic: a replay gives the same points. */
export interface Decoded {
  readonly points: readonly Omit<Point, "origin">[];
  readonly rejections: readonly Rejection[];
  /** Webhook events of a network server that carry no telemetry (`join_accept`): answered and counted, not stored [D29]. */
  readonly ignored?: readonly string[];
  /** Number of the layout that all binary frames of the message were decoded with; absent where there are none, or several. */
  readonly schema?: number;
  /** What was noticed and is not a reason to reject; absent where nothing was. */
  readonly noticed?: Noticed;
}

export interface Noticed {
  /** The length that a frame says differs: from the declared one [D13], or from its own where the channel says where it stands. */
  readonly lengthByteDiffers: number;
  /** Values left out of the stored rows because there were none: not finite, null, empty [D12, D42]. */
  readonly missing: number;
  /** Rows stored at their time of receipt, though a field of theirs looks like a time; and the field of the last one. */
  readonly unusedTimes?: number;
  readonly unusedTime?: string;
}

export interface Acceptance {
  /** Rows kept. */
  readonly readings: number;
  /** Rejected rows (already signalled and kept as dead letters). */
  readonly rejected: readonly Rejection[];
}

/**
 * A message with somebody who may wait for an answer; exactly one of both is called, once. Where the transport knows no
 * answer both are absent.
 */
export interface Delivery {
  readonly message: Message;
  /** The sender's own name for it: what comes again under the same one is the same message, at its first time. */
  readonly key?: string | undefined;
  /** The message is durable, and what was rejected of it was signalled and kept. */
  readonly acknowledge?: (acceptance: Acceptance) => void;
  /**
   * Nothing of the message is kept but perhaps a dead letter; the reason was signalled. A TelemetryError with code
   * `unavailable`: the sender has to repeat it. Anything else than a TelemetryError is a fault of ours.
   */
  readonly refuse?: (reason: Error) => void;
}

export interface Intake {
  /** Decodes the message, appends it to the log and tells the bus; answers when that is durable. */
  take(delivery: Delivery): void;
  /** A problem that never became a message's decoding (no content type, too large, wrong method): signalled, and kept where there is a payload. */
  reject(message: Message, error: TelemetryError): void;
}

/** `take` for those who wait: resolves with what is acknowledged. @throws what is refused with */
export function accepted(intake: Pick<Intake, "take">, message: Message, key?: string): Promise<Acceptance> {
  return new Promise((acknowledge, refuse) => intake.take({ message, key, acknowledge, refuse }));
}
