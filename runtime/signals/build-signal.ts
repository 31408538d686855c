/** Builds the texts of error signals, in this one place [D31]. Pure. */

import type { MessageKind } from "../intake/message-kind.ts";
import type { ErrorSignal, TelemetryError } from "../model/error-signal.ts";
import type { Message } from "../model/message.ts";

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

/** Escapes control and format characters: a signal must not move a terminal's cursor or hide text. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => ESCAPES[character] ?? escaped(character));
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}
