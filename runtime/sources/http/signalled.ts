/** Marks an error that intake has already signalled and kept. */

import type { TelemetryError } from "../../telemetry/error-signal.ts";

export class Signalled extends Error {
  readonly reason: TelemetryError;

  constructor(reason: TelemetryError) {
    super(reason.message, { cause: reason });
    this.name = "Signalled";
    this.reason = reason;
  }
}
