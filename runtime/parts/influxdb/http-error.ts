/** Interprets errors of the InfluxDB client. */

import { HttpError } from "@influxdata/influxdb-client";
import { TelemetryError } from "../../model/error-signal.ts";

/** The client library's class; its `constructor.name` is minified. */
const CLIENT_ERROR_NAME = "HttpError";

/** The HTTP status; undefined if there was no answer. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof HttpError ? error.statusCode : undefined;
}

/** The database refused the lines: repeating them unchanged is useless. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return ((status === 400 || status === 422) && isDatabaseAnswer(error)) || isUnreadableAnswer(error);
}

/**
 * An answer that may concern the lines or the server: 500 for a line that crashes it, or 405 from a proxy. Excludes
 * answers that clearly mean that it is unavailable, or refuses this client.
 */
export function isOddAnswer(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && ![401, 408, 425, 429, 502, 503, 504].includes(status) && !isFullDisk(error);
}

/** Not caused by a line, though shorter ones may still fit. */
export function isFullDisk(error: unknown): boolean {
  return /no space left on device/.test(databaseText(error));
}

/** An answer of the database itself, not of a proxy that cannot reach it. */
export function isDatabaseAnswer(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  try {
    const answer: unknown = JSON.parse(error.body ?? "");
    return typeof answer === "object" && answer !== null && ("error" in answer || "message" in answer);
  } catch {
    return false;
  }
}

/**
 * 2.x also answers 401 to a valid token that lacks one permission; the text names it: `write:orgs/…/buckets is
 * unauthorized`.
 */
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

/** The delay in `Retry-After`, ms; limited to a minute. */
export function retryAfterMs(error: Error): number {
  return error instanceof HttpError ? Math.min(error.retryAfter(), 60) * 1000 : 0;
}

/** The database's status and text in the form of D32: `400: {"error":"…"}`. */
export function databaseText(error: unknown): string {
  if (error instanceof HttpError) return `${error.statusCode}: ${(error.body ?? error.statusMessage ?? "").trim()}`;
  if (isUnreadableAnswer(error)) return refusalText("the database refused the line; its answer cannot be read");
  return error instanceof Error ? connectionText(error) : String(error);
}

/** A refusal found before writing, in the database's format. */
export function refusalText(reason: string): string {
  return `400: ${JSON.stringify({ error: reason })}`;
}

export function refusal(message: string, code: "type-conflict" | "store-refused"): TelemetryError {
  return new TelemetryError(message, { name: CLIENT_ERROR_NAME, code });
}

// Errors of the system and of Node's network code have a `code`; our own and JavaScript's do not.
function isBrokenConnection(error: Error): boolean {
  if (error.name === "AbortError" || error.name === "RequestTimedOutError") return true;
  return "code" in error && typeof error.code === "string" && !isUnreadableAnswer(error);
}

// InfluxDB 1.x repeats a refused line unescaped in a header: control characters cause a parse error here.
function isUnreadableAnswer(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "HPE_INVALID_HEADER_TOKEN" || code === "HPE_HEADER_OVERFLOW";
}

function connectionText(error: Error): string {
  if (error.name === "AbortError") return "the database did not answer in time";
  // A host name with several addresses gives an AggregateError without a message.
  const first = error instanceof AggregateError ? error.errors[0] : undefined;
  return (first instanceof Error ? first.message : error.message) || error.name;
}
