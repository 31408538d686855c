/** Refusals in the words of the database that dashboards and devices know [D32]. */

import { TelemetryError } from "../../telemetry/error-signal.ts";
import type { FieldType } from "../../telemetry/point.ts";

export function typeConflict(measurement: string, field: string, is: FieldType, exists: FieldType): TelemetryError {
  const conflict = `input field "${field}" on measurement "${measurement}" is type ${is}, already exists as type ${exists}`;
  return refusal(`partial write: field type conflict: ${conflict} dropped=1`, "type-conflict");
}

/** A point that this database cannot take, for the reason given. */
export function unstorable(measurement: string, reason: string): TelemetryError {
  return refusal(
    `partial write: unable to store point of measurement "${measurement}": ${reason} dropped=1`,
    "store-refused",
  );
}

function refusal(error: string, code: "type-conflict" | "store-refused"): TelemetryError {
  return new TelemetryError(`400: ${JSON.stringify({ error })}`, { name: "DuckDBClientError", stage: "storing", code });
}
