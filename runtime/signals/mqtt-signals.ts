/** Publishes error signals over the MQTT source's connection to its broker. */

import { Outbox } from "../publish/outbox.ts";
import type { ErrorSignal } from "../telemetry/error-signal.ts";
import type { PartStatus } from "../telemetry/part-status.ts";
import type { AlarmSignal } from "./limit-alarms.ts";
import type { SignalPublisher, SignalTransport } from "./signals.ts";

const MAX_IN_FLIGHT = 20;

export class MqttSignals implements SignalPublisher {
  readonly #outbox = new Outbox({ bound: "mqtt-signals", inFlight: MAX_IN_FLIGHT });

  /** Before this, signals are queued. */
  useTransport(transport: SignalTransport): void {
    this.#outbox.useTransport(transport);
  }

  publish(topic: string, { message, type, description }: ErrorSignal): void {
    this.#outbox.put({ topic, payload: JSON.stringify({ message, type, description }) });
  }

  /** Like an error signal: never throws, never waits. */
  publishAlarm(topic: string, signal: AlarmSignal): void {
    this.#outbox.put({ topic, payload: JSON.stringify(signal) });
  }

  /** Publishes a signal of another node. */
  pass(topic: string, payload: string): void {
    this.#outbox.put({ topic, payload });
  }

  flush(patienceMs: number): Promise<void> {
    return this.#outbox.flush(patienceMs);
  }

  status(): PartStatus {
    return this.#outbox.status("error signals");
  }
}
