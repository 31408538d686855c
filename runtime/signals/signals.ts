/** Error signals to MQTT. */

import type { ErrorSignal } from "../telemetry/error-signal.ts";
import type { Observable } from "../telemetry/part-status.ts";

export interface SignalPublisher extends Observable {
  /** Never throws and never waits; signals are queued (bounded) while the broker is away. */
  publish(topic: string, signal: ErrorSignal): void;
}

/** What of a broker is needed to publish; the MQTT source is one. */
export interface SignalTransport {
  readonly connected: boolean;
  /** QoS 1; resolves when the broker has it. */
  publish(topic: string, payload: string): Promise<void>;
  /** Called whenever the broker can be reached again. */
  onConnected(listener: () => void): void;
}
