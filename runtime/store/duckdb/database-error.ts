/** Refusals: a type conflict in the specification's words [D32], others in plain words. */

import { TelemetryError } from "../../telemetry/error-signal.ts";
import type { FieldType } from "../../telemetry/point.ts";

export function typeConflict(measurement: string, field: string, is: FieldType, exists: FieldType): TelemetryError {
  const error = `field type conflict: input field "${field}" on measurement "${measurement}" is type ${is}, already exists as type ${exists}`;
  return refusal(`400: ${JSON.stringify({ error })}`, "type-conflict");
}

/** The error for a point that this database cannot store. */
export function unstorable(measurement: string, reason: string): TelemetryError {
  return refusal(`Unable to store a point of measurement ${JSON.stringify(measurement)}: ${reason}`, "store-refused");
}

/** Something that the database needs is unavailable: the operation may succeed later. */
export class Outage extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "Outage";
  }
}

function refusal(message: string, code: "type-conflict" | "store-refused"): TelemetryError {
  return new TelemetryError(message, { name: "DuckDBClientError", stage: "storing", code });
}
