/** Converts rejections to error signals on the topics of their channel [D14, D20, D27]. */

import type { Rejection } from "../intake/intake.ts";
import type { Decoding } from "../intake/message-kind.ts";
import type { ErrorSignal } from "../model/error-signal.ts";
import { buildSignal } from "./build-signal.ts";
import { SignalLimiter } from "./signal-limiter.ts";

/** Never waits. */
export interface SignalPublisher {
  publish(topic: string, signal: ErrorSignal): void;
}

export class RejectionSignals {
  readonly #decoding: Decoding;
  readonly #publisher: SignalPublisher;
  readonly #limiter: SignalLimiter;

  constructor(decoding: Decoding, publisher: SignalPublisher) {
    this.#decoding = decoding;
    this.#publisher = publisher;
    this.#limiter = new SignalLimiter((topic, signal) => publisher.publish(topic, signal));
  }

  /** Publishes the signal, or holds it back if there are too many of its kind, and returns it. */
  report(rejection: Rejection): ErrorSignal {
    const { error, message } = rejection;
    const signal = this.describe(rejection);
    const kind = this.#decoding.now.of(message);
    for (const topic of kind.errorTopics(message)) {
      if (kind.signals === "each") this.#publisher.publish(topic, signal);
      else this.#limiter.signal(`${topic} ${message.address}/${error.code}`, topic, signal);
    }
    return signal;
  }

  /** Builds the signal without publishing it. */
  describe({ error, message, shown }: Rejection): ErrorSignal {
    return buildSignal(error, message, this.#decoding.now.of(message), shown);
  }

  stop(): void {
    this.#limiter.stop();
  }
}
