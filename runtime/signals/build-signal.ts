/** The one place where error signals get their words [D31]. Pure. */

import { isUtf8 } from "node:buffer";
import { dataTopic } from "../telemetry/address.ts";
import type { ErrorSignal, TelemetryError } from "../telemetry/error-signal.ts";
import type { Message } from "../telemetry/message.ts";

/** Characters of a payload, or of an error's text, that a signal shows at most. */
const MAX_SHOWN = 1000;
const MAX_MESSAGE = 4000;

/** `shown` stands for the payload where it is not the payload itself (a CSV row as a JSON object). */
export function buildSignal(error: TelemetryError, message: Message, shown?: string): ErrorSignal {
  return {
    message: shorten(printable(error.message), MAX_MESSAGE),
    type: error.name,
    description: describe(message, shorten(shown === undefined ? showPayload(message) : printable(shown), MAX_SHOWN)),
  };
}

// HTTP data is named like MQTT data: by the topic it would have come by.
function describe(message: Message, payload: string): string {
  if (message.source !== "udp") {
    return `Error processing MQTT message "${payload}" from topic "${printable(dataTopic(message))}".`;
  }
  const sender = message.sender === "" ? "" : ` (sent by ${printable(message.sender)})`;
  return `Error processing UDP message "${payload}" from channel "${printable(message.address)}"${sender}.`;
}

function showPayload(message: Message): string {
  // Four bytes are the longest character: more cannot be shown.
  const beginning = message.payload.subarray(0, MAX_SHOWN * 4 + 4);
  const buffer = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.length);
  if (message.source === "udp" || !isUtf8(message.payload)) return `0x${buffer.toString("hex")}`;
  return printable(buffer.toString());
}

/** Nothing in a signal may move a terminal's cursor or hide text: control and format characters are escaped. */
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
