/**
 * Reads numbered frames, which a board repeats until they are acknowledged, and writes their acknowledgement. For Node and browsers.
 *
 *     "SLA1"  device u32  boot u32  sequence u32  crc32 u32
 */

import {
  AGE_AT,
  crc32,
  type FrameNumbers,
  HEAD_BYTES,
  LENGTH_AT,
  NAME_AT,
  NAME_BYTES,
  NO_AGE,
  SUM_BYTES,
} from "./numbered-envelope.ts";

export interface NumberedFrame {
  /** Identifies the message in every repetition: the board, its start, and the sequence number since then. */
  readonly key: string;
  /** Time since the board stored it, ns; undefined if the board does not know. */
  readonly ageNs: bigint | undefined;
  readonly frame: Uint8Array;
  /** To be sent to the board once the frame is safe. */
  readonly acknowledgement: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();
export const NUMBERED = encoder.encode("SLN1");
const ACKNOWLEDGED = encoder.encode("SLA1");
const HEX = Array.from({ length: 256 }, (_none, byte) => byte.toString(16).padStart(2, "0"));
const ACKNOWLEDGEMENT_BYTES = 20;

/** Undefined if the bytes are not exactly one numbered frame. */
export function numberedFrame(bytes: Uint8Array): NumberedFrame | undefined {
  if (bytes.length < HEAD_BYTES + SUM_BYTES || !hasAt(bytes, 0, NUMBERED)) return undefined;
  const view = viewOf(bytes);
  const end = HEAD_BYTES + view.getUint16(LENGTH_AT, true);
  if (bytes.length !== end + SUM_BYTES || view.getUint32(end, true) !== crc32(bytes, end)) return undefined;
  const age = view.getUint32(AGE_AT, true);
  const name = bytes.subarray(NAME_AT, NAME_AT + NAME_BYTES);
  let key = "";
  for (const byte of name) key += HEX[byte];
  return {
    key,
    ageNs: age === NO_AGE ? undefined : BigInt(age) * 1_000_000n,
    frame: bytes.subarray(HEAD_BYTES, end),
    acknowledgement: acknowledgementOf(name),
  };
}

/** The numbers of a frame, from its acknowledgement. */
export function numbersIn(acknowledgement: Uint8Array): Omit<FrameNumbers, "ageMs"> {
  const view = viewOf(acknowledgement);
  const [device, boot, sequence] = [0, 4, 8].map((at) => view.getUint32(NAME_AT + at, true)) as [
    number,
    number,
    number,
  ];
  return { device, boot, sequence };
}

/**
 * Size of the numbered frame whose mark is at `at`; `unknown` if its head is incomplete, undefined if the size exceeds
 * the limit.
 */
export function numberedSize(bytes: Uint8Array, at: number, mostBytes: number): number | "unknown" | undefined {
  if (at + HEAD_BYTES > bytes.length) return "unknown";
  const length = viewOf(bytes).getUint16(at + LENGTH_AT, true);
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

function acknowledgementOf(name: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(ACKNOWLEDGEMENT_BYTES);
  bytes.set(ACKNOWLEDGED);
  bytes.set(name, NAME_AT);
  const end = ACKNOWLEDGEMENT_BYTES - SUM_BYTES;
  viewOf(bytes).setUint32(end, crc32(bytes, end), true);
  return bytes;
}

/**
 * An acknowledgement for no board. A board that holds a part of a lost acknowledgement waits for the rest: these bytes
 * end that part, and the board discards them.
 */
export const NO_ACKNOWLEDGEMENT = acknowledgementOf(new Uint8Array(NAME_BYTES).fill(0xff));

/** @param from of the mark, which may reach beyond the end */
export function hasAt(bytes: Uint8Array, from: number, mark: Uint8Array): boolean {
  for (let i = 0; i < mark.length; i++) if (bytes[from + i] !== mark[i]) return false;
  return true;
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}
