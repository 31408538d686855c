/** Error signals to MQTT. */

import type { ErrorSignal } from "../telemetry/error-signal.ts";
import type { Observable } from "../telemetry/part-status.ts";

export interface SignalPublisher extends Observable {
  /** Never throws and never waits; signals are queued (bounded) while the broker is away. */
  publish(topic: string, signal: ErrorSignal): void;
}
