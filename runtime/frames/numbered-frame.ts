/**
 * Reads numbered frames, which a board repeats until they are acknowledged, and writes their acknowledgement.
 *
 *     "SLA1"  device u32  boot u32  sequence u32  crc32 u32
 */

import { AGE_AT, crc32, HEAD_BYTES, LENGTH_AT, NAME_AT, NAME_BYTES, NO_AGE, SUM_BYTES } from "./numbered-envelope.ts";

export interface NumberedFrame {
  /** Identifies the message in every repetition: the board, its start, and the sequence number since then. */
  readonly key: string;
  /** Time since the board stored it, ns; undefined if the board does not know. */
  readonly ageNs: bigint | undefined;
  readonly frame: Uint8Array;
  /** To be sent to the board once the frame is safe. */
  readonly acknowledgement: Uint8Array;
}

const NUMBERED = Buffer.from("SLN1");
const ACKNOWLEDGED = Buffer.from("SLA1");
const ACKNOWLEDGEMENT_BYTES = 20;

/** Undefined if the bytes are not exactly one numbered frame. */
export function numberedFrame(bytes: Uint8Array): NumberedFrame | undefined {
  if (bytes.length < HEAD_BYTES + SUM_BYTES || bytes[0] !== NUMBERED[0]) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = HEAD_BYTES + buffer.readUInt16LE(LENGTH_AT);
  if (!isMarked(buffer, NUMBERED) || buffer.length !== end + SUM_BYTES) return undefined;
  if (buffer.readUInt32LE(end) !== crc32(buffer, end)) return undefined;
  const age = buffer.readUInt32LE(AGE_AT);
  return {
    key: buffer.toString("hex", NAME_AT, NAME_AT + NAME_BYTES),
    ageNs: age === NO_AGE ? undefined : BigInt(age) * 1_000_000n,
    frame: buffer.subarray(HEAD_BYTES, end),
    acknowledgement: acknowledgementOf(buffer.subarray(NAME_AT, NAME_AT + NAME_BYTES)),
  };
}

/**
 * Size of the numbered frame whose mark is at `at`; `unknown` if its head is incomplete, undefined if the size exceeds
 * the limit.
 */
export function numberedSize(bytes: Buffer, at: number, mostBytes: number): number | "unknown" | undefined {
  if (at + HEAD_BYTES > bytes.length) return "unknown";
  const length = bytes.readUInt16LE(at + LENGTH_AT);
  return length > mostBytes ? undefined : HEAD_BYTES + length + SUM_BYTES;
}

/** The message without its envelope, at the time at which the board stored it. */
export function unwrapped<Of extends { readonly receivedNs: bigint; readonly payload: Uint8Array }>(
  message: Of,
  { frame, ageNs }: NumberedFrame,
): Of & { readonly measuredNs?: bigint } {
  const measured = ageNs === undefined ? {} : { measuredNs: message.receivedNs - ageNs };
  return { ...message, payload: frame, ...measured };
}

function acknowledgementOf(name: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(ACKNOWLEDGEMENT_BYTES);
  ACKNOWLEDGED.copy(bytes);
  bytes.set(name, NAME_AT);
  const end = ACKNOWLEDGEMENT_BYTES - SUM_BYTES;
  bytes.writeUInt32LE(crc32(bytes, end), end);
  return bytes;
}

/**
 * An acknowledgement for no board. A board that holds a part of a lost acknowledgement waits for the rest: these bytes
 * end that part, and the board discards them.
 */
export const NO_ACKNOWLEDGEMENT = acknowledgementOf(new Uint8Array(NAME_BYTES).fill(0xff));

function isMarked(buffer: Buffer, mark: Buffer): boolean {
  return buffer.compare(mark, 0, mark.length, 0, mark.length) === 0;
}
