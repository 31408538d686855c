/** Errors that concern one database and leave the others usable. */

import type { TelemetryError } from "../../model/error-signal.ts";
import { databaseText, isDatabaseAnswer, lacksPermission, refusal, refusalText, statusOf } from "./http-error.ts";
import { QueryError } from "./query.ts";

/** Whether only this database cannot be created, or not written to. Writes to other databases must not wait for it. */
export function isDatabaseRefusal(error: unknown): boolean {
  if (error instanceof QueryError) return true;
  return ([403, 404].includes(statusOf(error) ?? 0) && isDatabaseAnswer(error)) || lacksPermission(error);
}

/** The error for each point of that database. */
export function databaseRefusal(error: unknown): TelemetryError {
  const text = error instanceof QueryError ? refusalText(error.message) : databaseText(error);
  return refusal(text, "store-refused");
}
