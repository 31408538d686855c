/** Converts rejections to error signals on the topics of their channel [D14, D20, D27]. */

import type { Rejection } from "../intake/intake.ts";
import type { Decoding, MessageKind } from "../intake/message-kind.ts";
import { dictionary } from "../lib/dictionary.ts";
import type { ErrorSignal, TelemetryError } from "../model/error-signal.ts";
import type { Message } from "../model/message.ts";
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

/** Maximum number of characters that a signal shows of a payload or an error. */
const MAX_SHOWN = 1000;
const MAX_MESSAGE = 4000;

/** `shown` replaces the payload if that is not readable (a CSV row is shown as a JSON object). */
export function buildSignal(error: TelemetryError, message: Message, kind: MessageKind, shown?: string): ErrorSignal {
  const payload = shorten(printable(shown ?? kind.show(message.payload, MAX_SHOWN)), MAX_SHOWN);
  const { transport, kind: what, name, sender = "" } = kind.place(message);
  const by = sender === "" ? "" : ` (sent by ${printable(sender)})`;
  return {
    message: shorten(printable(error.message), MAX_MESSAGE),
    type: error.name,
    description: `Error processing ${transport} message "${payload}" from ${what} "${printable(name)}"${by}.`,
  };
}

const PLAIN = /^[ -~]*$/;

/** Escapes control and format characters: a signal must not move a terminal's cursor or hide text. */
function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => ESCAPES[character] ?? escaped(character));
}

const ESCAPES: Readonly<Record<string, string>> = dictionary({ "\n": "\\n", "\r": "\\r", "\t": "\\t" });

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}
