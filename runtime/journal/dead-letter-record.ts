/**
 * Record format of the dead-letter log, stored as messages of its own journal. A letter's record is the rejected
 * message; its payload is preceded by the length (u32, little-endian) and the text of a JSON object with the letter's
 * other properties. Other records have only the JSON object.
 */

import { type Message, withPayload } from "../model/message.ts";
import type { DeadLetter } from "./dead-letters.ts";

export type DeadLetterRecord =
  | { readonly kind: "letter"; readonly letter: DeadLetter }
  | { readonly kind: "drop"; readonly ids: readonly number[] }
  /** IDs below this one were used, even if their letters are gone. */
  | { readonly kind: "next"; readonly id: number };

type LetterFacts =
  | ({ readonly kind: "letter" } & Omit<DeadLetter, "message">)
  | Exclude<DeadLetterRecord, { kind: "letter" }>;

const NO_MESSAGE: Message = {
  source: "udp",
  address: "",
  sender: "",
  contentType: "",
  receivedNs: 0n,
  payload: new Uint8Array(0),
};

export function encodeRecord(record: DeadLetterRecord): Message {
  if (record.kind !== "letter") return join(record, NO_MESSAGE);
  // A literal: a rest would cost more than the text.
  const { id, code, error, key, output, message } = record.letter;
  const facts = { kind: "letter" as const, id, code, error, key };
  return join(output === undefined ? facts : { ...facts, output }, message);
}

export function decodeRecord(stored: Message): DeadLetterRecord {
  const bytes = Buffer.from(stored.payload.buffer, stored.payload.byteOffset, stored.payload.byteLength);
  const payloadAt = 4 + bytes.readUInt32LE(0);
  const facts = JSON.parse(bytes.toString("utf8", 4, payloadAt)) as LetterFacts;
  if (facts.kind !== "letter") return facts;
  // A copy: a view would keep the whole block in memory.
  const message = { ...stored, payload: Uint8Array.from(bytes.subarray(payloadAt)) };
  const { kind, ...rest } = facts;
  return { kind, letter: { ...rest, message } };
}

// Without the recorded layout: a retry is decoded with the current epoch.
function join(facts: LetterFacts, message: Message): Message {
  const payload = joined(JSON.stringify(facts), message.payload);
  if (message.schema === undefined) return withPayload(message, payload);
  const { schema: _schema, ...others } = message;
  return { ...others, payload };
}

function joined(text: string, payload: Uint8Array): Uint8Array {
  const length = Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafe(4 + length + payload.byteLength);
  bytes.writeUInt32LE(length);
  bytes.write(text, 4);
  bytes.set(payload, 4 + length);
  return bytes;
}
