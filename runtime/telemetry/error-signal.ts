/** Errors of the acquisition path and the signal they become [D31]. */

export type Stage = "receiving" | "decoding" | "storing" | "provisioning";

/** Bounded reasons, also the `reason` label of metrics and of dead letters. */
export type RejectionCode =
  | "unknown-id"
  | "wrong-length"
  | "too-short"
  | "checksum"
  | "skipped"
  | "bad-json"
  | "bad-csv"
  | "bad-form"
  | "bad-time"
  | "bad-value"
  | "empty"
  | "no-header"
  | "no-content-type"
  | "unknown-content-type"
  | "unknown-address"
  | "unknown-realm"
  | "unknown-topic"
  | "wrong-method"
  | "too-large"
  | "incomplete"
  | "forbidden"
  | "unavailable"
  | "type-conflict"
  | "store-refused"
  | "store-away";

/** The JSON object published on an error topic. Exactly these three. */
export interface ErrorSignal {
  readonly message: string;
  readonly type: string;
  readonly description: string;
}

/** Base of the errors a message can meet; `name` becomes the signal's `type`. */
export class TelemetryError extends Error {
  readonly stage: Stage;
  readonly code: RejectionCode;

  constructor(message: string, options: { name: string; stage: Stage; code: RejectionCode; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = options.name;
    this.stage = options.stage;
    this.code = options.code;
  }
}

/**
 * A message that could not be made durable in time, but is kept in memory and written as soon as that works again: a sender that
 * brings it a second time may wait for the first.
 */
export class NotYetDurable extends TelemetryError {
  /** Resolves when it is. @throws TelemetryError when it still cannot be */
  readonly durable: () => Promise<void>;
  /** Rows that are kept then. */
  readonly readings: number;

  constructor(cause: TelemetryError, readings: number, durable: () => Promise<void>) {
    super(cause.message, { name: cause.name, stage: cause.stage, code: cause.code, cause });
    this.durable = durable;
    this.readings = readings;
  }
}

/** A payload that cannot be read. */
export class ValueError extends TelemetryError {
  constructor(message: string, code: RejectionCode, cause?: unknown) {
    // The sender's mistake, not ours: a stack would say nothing, and cost more than the decoding in a flood of bad messages.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, { name: "ValueError", stage: "decoding", code, cause });
    Error.stackTraceLimit = limit;
  }
}
