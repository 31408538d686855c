/**
 * One message as a record of a block. [hot path: no closures, no allocation]
 *
 *   0 record bytes (u32)   4 source (u16)   6 address bytes (u16)   8 sender bytes (u16)
 *   10 content type bytes (u16)   12 time of receipt, ns (i64)   20 address, sender, content type,
 *   the layout's number (u32) where the source's bit 14 says so, the time by the sender's clock, ns (i64), where its bit 13
 *   does, payload
 *
 * The sender of a retry is followed by NUL and the time at which it came into the log, ns, in digits. A program that does
 * not know this shows it with the sender.
 *
 * A withdrawn message is a header only, without the name of a source. A program of this format that does not know
 * them makes a dead letter without a payload of it, and stores all others (docs/semver.md).
 */

import { isAscii, readInt64 } from "../lib/read-bytes.ts";
import { type Message, withMeasured, withSchema } from "../model/message.ts";

export const RECORD_HEADER_BYTES = 20;
const MAX_TEXT_BYTES = 0xffff;
/** The longest payload a record can hold, bytes. */
export const MAX_PAYLOAD_BYTES = 0x7fff_0000;

/** Sources with a code of their own. For other sources, the name precedes the address and ends with a NUL. */
const SOURCES: readonly string[] = ["udp", "http", "mqtt"];
const NAMED = 0x1fff;
/** Bit of the source: the layout's number precedes the payload. */
const SCHEMA = 0x4000;
const SCHEMA_BYTES = 4;
/** Bit of the source: the time of the sender's clock precedes the payload. */
const MEASURED = 0x2000;
const MEASURED_BYTES = 8;
/** Bit of the source: the message is a retry. */
const RETRY = 0x8000;

/** The longest `loggedNs` with its NUL. */
const LOGGED_BYTES = 20;
const SENDER_LOGGED = /^(.*)\0(\d{1,19})$/s;

/** An upper bound for the size of the message's record (a UTF-16 unit has at most three bytes in UTF-8). */
export function recordBytesAtMost(message: Message): number {
  const texts = message.source.length + 1 + message.address.length + message.sender.length + message.contentType.length;
  return RECORD_HEADER_BYTES + 3 * texts + SCHEMA_BYTES + MEASURED_BYTES + LOGGED_BYTES + message.payload.byteLength;
}

/** Whether every part fits its length field. */
export function fitsRecord(message: Message): boolean {
  return (
    textFits(addressText(message)) &&
    textFits(message.sender, LOGGED_BYTES) &&
    textFits(message.contentType) &&
    message.payload.byteLength <= MAX_PAYLOAD_BYTES
  );
}

/** Writes the record at `offset`, where `recordBytesAtMost` bytes are free, and returns the offset after it. */
export function writeRecord(bytes: Buffer, view: DataView, offset: number, message: Message): number {
  const addressAt = offset + RECORD_HEADER_BYTES;
  const code = SOURCES.indexOf(message.source);
  const senderAt = writeText(bytes, addressAt, code < 0 ? addressText(message) : message.address);
  const contentTypeAt = writeText(bytes, senderAt, senderText(message));
  const textsEnd = writeText(bytes, contentTypeAt, message.contentType);
  const { schema, measuredNs } = message;
  const measuredAt = schema === undefined ? textsEnd : textsEnd + SCHEMA_BYTES;
  if (schema !== undefined) view.setUint32(textsEnd, schema, true);
  const payloadAt = measuredNs === undefined ? measuredAt : measuredAt + MEASURED_BYTES;
  if (measuredNs !== undefined) view.setBigInt64(measuredAt, measuredNs, true);
  const end = payloadAt + message.payload.byteLength;
  bytes.set(message.payload, payloadAt);
  const marks = (schema === undefined ? 0 : SCHEMA) | (measuredNs === undefined ? 0 : MEASURED);
  view.setUint32(offset, end - offset, true);
  view.setUint16(offset + 4, (code < 0 ? NAMED : code) | marks | (message.isRetry === true ? RETRY : 0), true);
  view.setUint16(offset + 6, senderAt - addressAt, true);
  view.setUint16(offset + 8, contentTypeAt - senderAt, true);
  view.setUint16(offset + 10, textsEnd - contentTypeAt, true);
  view.setBigInt64(offset + 12, message.receivedNs, true);
  return end;
}

/** Writes the record of a withdrawn message, which keeps its position, and returns the offset after it. */
export function writeWithdrawn(bytes: Buffer, offset: number): number {
  const end = offset + RECORD_HEADER_BYTES;
  bytes.fill(0, offset, end);
  bytes.writeUInt32LE(RECORD_HEADER_BYTES, offset);
  bytes.writeUInt16LE(NAMED, offset + 4);
  return end;
}

export function isWithdrawn(bytes: Buffer, offset: number): boolean {
  return bytes.readUInt32LE(offset) === RECORD_HEADER_BYTES && bytes.readUInt16LE(offset + 4) === NAMED;
}

export interface ReadRecord {
  readonly message: Message;
  readonly end: number;
}

/** The record at `offset`; undefined if its lengths are inconsistent. The payload is a view of `bytes`. */
export function readRecord(bytes: Buffer, offset: number): ReadRecord | undefined {
  if (bytes.length - offset < RECORD_HEADER_BYTES) return undefined;
  const end = offset + bytes.readUInt32LE(offset);
  const marked = bytes.readUInt16LE(offset + 4);
  const code = marked & ~(RETRY | SCHEMA | MEASURED);
  if (code >= SOURCES.length && code !== NAMED) return undefined;
  const senderAt = offset + RECORD_HEADER_BYTES + bytes.readUInt16LE(offset + 6);
  const contentTypeAt = senderAt + bytes.readUInt16LE(offset + 8);
  const textsEnd = contentTypeAt + bytes.readUInt16LE(offset + 10);
  const measuredAt = (marked & SCHEMA) === 0 ? textsEnd : textsEnd + SCHEMA_BYTES;
  const payloadAt = (marked & MEASURED) === 0 ? measuredAt : measuredAt + MEASURED_BYTES;
  if (payloadAt > end || end > bytes.length) return undefined;
  const named = bytes.toString("utf8", offset + RECORD_HEADER_BYTES, senderAt);
  const nameEnd = code === NAMED ? named.indexOf("\0") : -1;
  let message: Message = {
    source: SOURCES[code] ?? named.slice(0, nameEnd),
    address: nameEnd < 0 ? named : named.slice(nameEnd + 1),
    sender: bytes.toString("utf8", senderAt, contentTypeAt),
    contentType: bytes.toString("utf8", contentTypeAt, textsEnd),
    receivedNs: readInt64(bytes, offset + 12),
    payload: bytes.subarray(payloadAt, end),
  };
  if ((marked & MEASURED) !== 0) message = withMeasured(message, readInt64(bytes, measuredAt));
  if ((marked & SCHEMA) !== 0) message = withSchema(message, bytes.readUInt32LE(textsEnd));
  if ((marked & RETRY) !== 0) message = { ...message, ...loggedIn(message.sender), isRetry: true };
  return { message, end };
}

/** What decoding a frame needs of a record, without a message. */
export interface RecordHead {
  source: string;
  address: string;
  schema: number;
  receivedNs: bigint;
  measuredNs: bigint | undefined;
  payloadAt: number;
  end: number;
}

const HEAD: RecordHead = {
  source: "",
  address: "",
  schema: 0,
  receivedNs: 0n,
  measuredNs: undefined,
  payloadAt: 0,
  end: 0,
};

/** The address of the last head, with the name of its source where it has one. */
let headText = "";

/**
 * The record's head if its layout was recorded and it is not a retry; the next call replaces the result. `offset` is the
 * beginning of a sound record.
 */
export function readHead(bytes: Buffer, offset: number): RecordHead | undefined {
  const marked = bytes.readUInt16LE(offset + 4);
  if ((marked & SCHEMA) === 0 || (marked & RETRY) !== 0) return undefined;
  const senderAt = offset + RECORD_HEADER_BYTES + bytes.readUInt16LE(offset + 6);
  const textsEnd = senderAt + bytes.readUInt16LE(offset + 8) + bytes.readUInt16LE(offset + 10);
  // Consecutive messages nearly always have one address.
  if (!isAscii(headText, bytes, offset + RECORD_HEADER_BYTES, senderAt))
    headText = bytes.toString("utf8", offset + RECORD_HEADER_BYTES, senderAt);
  const named = headText;
  const code = marked & ~(SCHEMA | MEASURED);
  const nameEnd = code === NAMED ? named.indexOf("\0") : -1;
  HEAD.source = SOURCES[code] ?? named.slice(0, nameEnd);
  HEAD.address = nameEnd < 0 ? named : named.slice(nameEnd + 1);
  HEAD.receivedNs = readInt64(bytes, offset + 12);
  HEAD.schema = bytes.readUInt32LE(textsEnd);
  const measuredAt = textsEnd + SCHEMA_BYTES;
  const isMeasured = (marked & MEASURED) !== 0;
  HEAD.measuredNs = isMeasured ? readInt64(bytes, measuredAt) : undefined;
  HEAD.payloadAt = isMeasured ? measuredAt + MEASURED_BYTES : measuredAt;
  HEAD.end = offset + bytes.readUInt32LE(offset);
  return HEAD;
}

// Addresses are nearly always short ASCII, for which a loop is faster than a call into the runtime.
function writeText(bytes: Buffer, offset: number, text: string): number {
  const length = text.length;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return offset + bytes.write(text, offset, "utf8");
    bytes[offset + i] = unit;
  }
  return offset + length;
}

function addressText({ source, address }: Message): string {
  return SOURCES.includes(source) ? address : `${source}\0${address}`;
}

function senderText({ sender, loggedNs }: Message): string {
  return loggedNs === undefined ? sender : `${sender}\0${loggedNs}`;
}

function loggedIn(text: string): Pick<Message, "sender" | "loggedNs"> {
  const [, sender, digits] = SENDER_LOGGED.exec(text) ?? [];
  return sender === undefined ? { sender: text } : { sender, loggedNs: BigInt(digits!) };
}

function textFits(text: string, besideBytes = 0): boolean {
  const most = MAX_TEXT_BYTES - besideBytes;
  return text.length * 3 <= most || Buffer.byteLength(text) <= most;
}
