/** Errors that concern one database and leave the others usable. */

import type { TelemetryError } from "../../telemetry/error-signal.ts";
import { databaseText, isDatabaseAnswer, lacksPermission, refusal, refusalText, statusOf } from "./http-error.ts";
import { QueryError } from "./query.ts";

/** A database that is not there, and cannot be made. */
export class UnmadeDatabase extends Error {}

/** This one cannot be made, or not be written to by us. Where others can be, they must not wait for it. */
export function isDatabaseRefusal(error: unknown): boolean {
  if (error instanceof QueryError || error instanceof UnmadeDatabase) return true;
  return ([403, 404].includes(statusOf(error) ?? 0) && isDatabaseAnswer(error)) || lacksPermission(error);
}

/** What each point for that database gets. */
export function databaseRefusal(error: unknown): TelemetryError {
  const isText = error instanceof QueryError || error instanceof UnmadeDatabase;
  return refusal(isText ? refusalText(error.message) : databaseText(error), "store-refused");
}
