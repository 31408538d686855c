/** Publishes error signals over the connection that the MQTT source has to its broker. */

import type { ErrorSignal } from "../telemetry/error-signal.ts";
import type { PartStatus } from "../telemetry/part-status.ts";
import type { AlarmSignal } from "./limit-alarms.ts";
import type { SignalPublisher, SignalTransport } from "./signals.ts";

/** Signals that wait while the broker is away; then the oldest go first. */
const MAX_QUEUED = 10_000;
const MAX_IN_FLIGHT = 20;

export class MqttSignals implements SignalPublisher {
  #transport: SignalTransport | undefined;
  #queue: { readonly topic: string; readonly payload: string }[] = [];
  #inFlight = 0;
  #published = 0;
  #dropped = 0;
  #lastError: PartStatus["lastError"];
  #lastSuccess: string | undefined;

  /** Signals are kept until there is one. */
  useTransport(transport: SignalTransport): void {
    this.#transport = transport;
    transport.onConnected(() => this.#drain());
    this.#drain();
  }

  publish(topic: string, { message, type, description }: ErrorSignal): void {
    this.#enqueue(topic, JSON.stringify({ message, type, description }));
  }

  /** As an error signal: never throws, never waits. */
  publishAlarm(topic: string, signal: AlarmSignal): void {
    this.#enqueue(topic, JSON.stringify(signal));
  }

  /** One that another node has made. */
  pass(topic: string, payload: string): void {
    this.#enqueue(topic, payload);
  }

  #enqueue(topic: string, payload: string): void {
    if (this.#queue.length >= MAX_QUEUED) {
      this.#queue.shift();
      this.#dropped++;
    }
    this.#queue.push({ topic, payload });
    this.#drain();
  }

  /** Resolves when nothing waits any more, or when none has gone out for `patienceMs`. */
  async flush(patienceMs: number): Promise<void> {
    let published = this.#published;
    let deadline = Date.now() + patienceMs;
    while ((this.#queue.length > 0 || this.#inFlight > 0) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      if (published !== this.#published) deadline = Date.now() + patienceMs;
      published = this.#published;
    }
  }

  status(): PartStatus {
    const waiting = this.#queue.length;
    const isConnected = this.#transport?.connected === true;
    return {
      state: isConnected ? "ok" : "degraded",
      detail: isConnected ? "error signals are published" : `${waiting} error signals wait for the broker`,
      ...(this.#lastError === undefined ? {} : { lastError: this.#lastError }),
      ...(this.#lastSuccess === undefined ? {} : { lastSuccess: this.#lastSuccess }),
      counts: { published: this.#published, waiting, dropped: this.#dropped },
    };
  }

  #drain(): void {
    const transport = this.#transport;
    while (transport?.connected === true && this.#inFlight < MAX_IN_FLIGHT) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#inFlight++;
      // Never rejects: a failure is kept for the status, and the signal goes back to the queue.
      void this.#send(transport, next);
    }
  }

  async #send(transport: SignalTransport, next: { readonly topic: string; readonly payload: string }): Promise<void> {
    try {
      await transport.publish(next.topic, next.payload);
      this.#published++;
      this.#lastSuccess = new Date().toISOString();
      this.#inFlight--;
      this.#drain();
    } catch (error) {
      this.#inFlight--;
      this.#lastError = { message: String(error), time: new Date().toISOString() };
      // Tried again with the next signal or connection, not at once: a broker that refuses must not be asked in a loop.
      if (this.#queue.length < MAX_QUEUED) this.#queue.unshift(next);
      else this.#dropped++;
    }
  }
}
