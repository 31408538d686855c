/** Errors for points that a database cannot store: a type conflict in the specification's words [D32], others in plain words. */

import { TelemetryError } from "../model/error-signal.ts";
import type { FieldType } from "../model/point.ts";

/** @param name of the errors, which error signals show */
export function refusalsOf(name: string) {
  return {
    typeConflict(measurement: string, field: string, is: FieldType, exists: FieldType): TelemetryError {
      const error = `field type conflict: input field "${field}" on measurement "${measurement}" is type ${is}, already exists as type ${exists}`;
      return new TelemetryError(`400: ${JSON.stringify({ error })}`, { name, code: "type-conflict" });
    },
    unstorable(measurement: string, reason: string): TelemetryError {
      const message = `Unable to store a point of measurement ${JSON.stringify(measurement)}: ${reason}`;
      return new TelemetryError(message, { name, code: "store-refused" });
    },
  };
}
