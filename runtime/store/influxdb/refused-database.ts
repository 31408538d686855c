/** Errors that concern one database and leave the others usable. */

import type { TelemetryError } from "../../telemetry/error-signal.ts";
import { databaseText, isDatabaseAnswer, refusal, refusalText, statusOf } from "./http-error.ts";
import { QueryError } from "./query.ts";

/** This one cannot be made or written to; the others can, and must not wait for it. */
export function isDatabaseRefusal(error: unknown): boolean {
  if (error instanceof QueryError) return true;
  return (statusOf(error) === 403 || statusOf(error) === 404) && isDatabaseAnswer(error);
}

/** What each point for that database gets. */
export function databaseRefusal(error: unknown): TelemetryError {
  return refusal(error instanceof QueryError ? refusalText(error.message) : databaseText(error), "store-refused");
}
