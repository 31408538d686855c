/** The single path of a raw message to journal, store and bus. */

import type { TelemetryError } from "../model/error-signal.ts";
import type { Message } from "../model/message.ts";
import type { Point } from "../model/point.ts";

/** A message, or one row of it, that cannot be stored. */
export interface Rejection {
  readonly error: TelemetryError;
  /** The dead letter: the whole message, or one of its rows as a message. */
  readonly message: Message;
  /** Row number in the payload, from 0; absent when the whole message is rejected. */
  readonly row?: number;
  /** Number of rows, if it is several together. */
  readonly rows?: number;
  /** The payload in the signal's description, if it differs from the payload itself (a CSV row as a JSON object). */
  readonly shown?: string;
  /** The output that could not store it, if there are several. */
  readonly output?: string;
}

/** Decoding is pure and deterministic: a replay gives the same points. */
export interface Decoded {
  readonly points: readonly Omit<Point, "origin">[];
  readonly rejections: readonly Rejection[];
  /** Webhook events of a network server that carry no telemetry (`join_accept`): answered and counted, not stored [D29]. */
  readonly ignored?: readonly string[];
  /** Number of the layout of all binary frames in the message; absent if there are none, or several layouts. */
  readonly schema?: number;
  /** Units that a table names for the columns of a measurement. */
  readonly units?: ColumnUnits;
  /** Irregularities that do not cause a rejection; absent if there are none. */
  readonly noticed?: Noticed;
}

export interface ColumnUnits {
  readonly database: string;
  readonly measurement: string;
  readonly byColumn: ReadonlyMap<string, string>;
}

export interface Noticed {
  /**
   * Frames whose length field is wrong: it differs from the declared length [D13], or from the actual one if the
   * channel configures its position.
   */
  readonly lengthByteDiffers: number;
  /** Values left out of the stored rows: not finite, null, empty [D12, D42]. */
  readonly missing: number;
  /** Rows stored at their time of receipt although a field looks like a time, and that field in the last such row. */
  readonly unusedTimes?: number;
  readonly unusedTime?: string;
  /** The column of a table that is the rows' time by its place. */
  readonly guessedTime?: string;
  /** Rows stored at their time of receipt since their own cannot be right [D54], and the last such time as sent. */
  readonly unsetClocks?: number;
  readonly unsetClock?: string;
}

export interface Acceptance {
  /** Rows kept. */
  readonly readings: number;
  /** Rejected rows (already signalled and kept as dead letters). */
  readonly rejected: readonly Rejection[];
  /** Values that a later row of the same time replaced [D56]; absent if there are none. */
  readonly replaced?: number;
  readonly noticed?: Noticed;
}

/**
 * A message whose sender may wait for an answer: exactly one of both callbacks is called, once. Both are absent if the
 * transport has no answers.
 */
export interface Delivery {
  readonly message: Message;
  /** The sender's key for it: a message with the same key is a repetition, and gets the time of the first. */
  readonly key?: string | undefined;
  /** The message is durable, and its rejected rows were signalled and kept. */
  readonly acknowledge?: (acceptance: Acceptance) => void;
  /**
   * Nothing of the message is kept, except perhaps a dead letter; the reason was signalled. A TelemetryError with code
   * `unavailable`: the sender must repeat it. Any other class of error is an internal error.
   */
  readonly refuse?: (reason: Error) => void;
}

export interface Intake {
  /** Decodes the message, appends it to the log and publishes it on the bus; answers when it is durable. */
  take(delivery: Delivery): void;
  /**
   * Rejects a message before decoding (no content type, too large, wrong method): signals the problem, and keeps the
   * payload if there is one.
   */
  reject(message: Message, error: TelemetryError): void;
  /**
   * The same, if the sender then may forget the message: resolves when its dead letter is durable.
   * @throws TelemetryError `unavailable` if it cannot be kept at the moment
   */
  rejectDurably(message: Message, error: TelemetryError): Promise<void>;
}

/** `take` as a promise: resolves with the acceptance. @throws the reason of the refusal */
export function accepted(intake: Pick<Intake, "take">, message: Message, key?: string): Promise<Acceptance> {
  return new Promise((acknowledge, refuse) => intake.take({ message, key, acknowledge, refuse }));
}

/** The number of rows in them. */
export function rowsRefused(rejections: readonly Rejection[]): number {
  return rejections.reduce((sum, { rows = 1 }) => sum + rows, 0);
}
