/** What an error of the InfluxDB client means for the request that met it. */

import { HttpError } from "@influxdata/influxdb-client";
import { TelemetryError } from "../../telemetry/error-signal.ts";

/** The client library's class; its `constructor.name` is minified. */
export const CLIENT_ERROR_NAME = "HttpError";

/** The HTTP status, or undefined where no answer came. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof HttpError ? error.statusCode : undefined;
}

/** The database looked at the lines and will not have them: repeating them as they are is useless. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return ((status === 400 || status === 422) && isDatabaseAnswer(error)) || isUnreadableAnswer(error);
}

/**
 * An answer of which nobody knows whether it is about the lines or about the server: 500 for a line that it chokes on, 405 of
 * somebody in between. Not those that say clearly that it cannot be reached at the moment, or not by us.
 */
export function isOddAnswer(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && ![401, 408, 425, 429, 502, 503, 504].includes(status) && !isFullDisk(error);
}

/** No line's fault, though shorter ones may still find room. */
export function isFullDisk(error: unknown): boolean {
  return /no space left on device/.test(databaseText(error));
}

/** Said by the database itself, not by a proxy in front of it that has lost it. */
export function isDatabaseAnswer(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  try {
    const answer: unknown = JSON.parse(error.body ?? "");
    return typeof answer === "object" && answer !== null && ("error" in answer || "message" in answer);
  } catch {
    return false;
  }
}

/** 2.x answers 401 to a good token, too, that may not do this one thing; then it names it: `write:orgs/…/buckets is unauthorized`. */
export function lacksPermission(error: unknown): boolean {
  return (
    statusOf(error) === 401 &&
    isDatabaseAnswer(error) &&
    /"(?:read|write):\S+ is unauthorized/.test(databaseText(error))
  );
}

/** Whether the same request may succeed later. */
export function isRetriable(error: Error): boolean {
  const status = statusOf(error);
  if (status === undefined) return isBrokenConnection(error);
  return status >= 500 || status === 429 || status === 408 || status === 425;
}

/** What the server asked for in `Retry-After`, ms; at most a minute is taken on trust. */
export function retryAfterMs(error: Error): number {
  return error instanceof HttpError ? Math.min(error.retryAfter(), 60) * 1000 : 0;
}

/** The database's status and text, as D32 words it: `400: {"error":"…"}`. */
export function databaseText(error: unknown): string {
  if (error instanceof HttpError) return `${error.statusCode}: ${(error.body ?? error.statusMessage ?? "").trim()}`;
  if (isUnreadableAnswer(error)) return refusalText("the database refused the line; its answer cannot be read");
  return error instanceof Error ? connectionText(error) : String(error);
}

/** A refusal found before writing, in the form of the database's own. */
export function refusalText(reason: string): string {
  return `400: ${JSON.stringify({ error: reason })}`;
}

export function refusal(message: string, code: "type-conflict" | "store-refused"): TelemetryError {
  return new TelemetryError(message, { name: CLIENT_ERROR_NAME, stage: "storing", code });
}

// Errors of the system and of Node's network code carry a `code`; ours and the language's do not.
function isBrokenConnection(error: Error): boolean {
  if (error.name === "AbortError" || error.name === "RequestTimedOutError") return true;
  return "code" in error && typeof error.code === "string" && !isUnreadableAnswer(error);
}

// InfluxDB 1.x echoes a refused line in a header without cleaning it: control characters end in a parse error here.
function isUnreadableAnswer(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "HPE_INVALID_HEADER_TOKEN" || code === "HPE_HEADER_OVERFLOW";
}

function connectionText(error: Error): string {
  if (error.name === "AbortError") return "the database did not answer in time";
  // A name with several addresses gives an AggregateError without a message of its own.
  const first = error instanceof AggregateError ? error.errors[0] : undefined;
  return (first instanceof Error ? first.message : error.message) || error.name;
}
