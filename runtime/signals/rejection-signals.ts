/** Rejections → error signals on the topics of their channel [D14, D20, D27]. */

import type { RealmSettings } from "../config/settings.ts";
import type { Rejection } from "../intake/intake.ts";
import { addressOf } from "../telemetry/address.ts";
import type { ErrorSignal } from "../telemetry/error-signal.ts";
import { errorTopics, udpErrorTopic } from "../telemetry/error-topics.ts";
import { buildSignal } from "./build-signal.ts";
import { SignalLimiter } from "./signal-limiter.ts";
import type { SignalPublisher } from "./signals.ts";

export interface RejectionSignalsOptions {
  readonly publisher: Pick<SignalPublisher, "publish">;
  readonly realms: () => readonly RealmSettings[];
  /** WAMP topic of a UDP channel, while it is configured. */
  readonly wampTopic: (channel: string) => string | undefined;
}

export class RejectionSignals {
  readonly #options: RejectionSignalsOptions;
  readonly #limiter: SignalLimiter;

  constructor(options: RejectionSignalsOptions) {
    this.#options = options;
    this.#limiter = new SignalLimiter((topic, signal) => options.publisher.publish(topic, signal));
  }

  /** Publishes the signal, for UDP at most one a second for each channel and reason, and returns it. */
  report(rejection: Rejection): ErrorSignal {
    const signal = this.describe(rejection);
    if (rejection.message.source === "udp") this.#reportDatagram(rejection, signal);
    else this.#reportDevice(rejection, signal);
    return signal;
  }

  /** The signal alone. */
  describe({ error, message, shown }: Rejection): ErrorSignal {
    return buildSignal(error, message, shown);
  }

  /** UDP signals that were held back. */
  get heldBack(): number {
    return this.#limiter.heldBack;
  }

  stop(): void {
    this.#limiter.stop();
  }

  #reportDatagram({ error, message }: Rejection, signal: ErrorSignal): void {
    const wampTopic = this.#options.wampTopic(message.address);
    if (wampTopic === undefined) return;
    this.#limiter.signal(`${message.address}/${error.code}`, udpErrorTopic(wampTopic), signal);
  }

  #reportDevice({ message }: Rejection, signal: ErrorSignal): void {
    for (const topic of errorTopics(addressOf(message, this.#options.realms()))) {
      this.#options.publisher.publish(topic, signal);
    }
  }
}
