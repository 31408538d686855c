/** Errors of the acquisition path, and the signals that report them [D31]. */

/** The set of reasons; also the label `reason` of metrics and dead letters. */
export type RejectionCode =
  | "unknown-id"
  | "wrong-length"
  | "too-short"
  | "checksum"
  | "unexpected"
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

/** The JSON object published on an error topic, with exactly these three members. */
export interface ErrorSignal {
  readonly message: string;
  readonly type: string;
  readonly description: string;
}

/** Base class of errors about a message; `name` becomes the signal's `type`. */
export class TelemetryError extends Error {
  readonly code: RejectionCode;
  /** Rows of a message that were all rejected; the error is that of the first. */
  readonly rows: number;

  constructor(message: string, options: { name: string; code: RejectionCode; cause?: unknown; rows?: number }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = options.name;
    this.code = options.code;
    this.rows = options.rows ?? 1;
  }
}

/** A payload that cannot be read. */
export class ValueError extends TelemetryError {
  constructor(message: string, code: RejectionCode, cause?: unknown) {
    // A stack is useless for a sender's mistake, and would cost more than decoding in a flood of bad messages.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, { name: "ValueError", code, cause });
    Error.stackTraceLimit = limit;
  }
}

/** The name of errors by access control, whatever the source: the sender lacks the right to write there. */
export const ACCESS_ERROR = "AccessError";

/** What nobody expected while a message was read: a defect of structline. The message is a dead letter for a later version. */
export function unexpectedError(cause: unknown): TelemetryError {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new TelemetryError(`structline failed to read the message: ${reason}`, {
    name: "DecodingError",
    code: "bad-value",
    cause,
  });
}
