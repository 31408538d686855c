/**
 * The envelope of a numbered frame, for Node and browsers. Numbers are little-endian. docs/frames.md has the same for
 * people; `generator/emitters/shared/foreign/keep.h` is the board's side.
 *
 *     "SLN1"  device u32  boot u32  sequence u32  age u32  length u16  <frame>  crc32 u32
 */

import { checksumOf } from "./checksum.ts";

export const HEAD_BYTES = 22;
export const SUM_BYTES = 4;
/** Device, boot and sequence. */
export const NAME_AT = 4;
export const NAME_BYTES = 12;
export const AGE_AT = 16;
export const LENGTH_AT = 20;
/** The age is not known. */
export const NO_AGE = 0xffff_ffff;

export interface FrameNumbers {
  readonly device: number;
  readonly boot: number;
  readonly sequence: number;
  readonly ageMs: number;
}

export function numbered(frame: Uint8Array, { device, boot, sequence, ageMs }: FrameNumbers): Uint8Array<ArrayBuffer> {
  const end = HEAD_BYTES + frame.length;
  const bytes = new Uint8Array(end + SUM_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set([..."SLN1"].map((letter) => letter.charCodeAt(0)));
  for (const [index, number] of [device, boot, sequence].entries()) view.setUint32(NAME_AT + 4 * index, number, true);
  view.setUint32(AGE_AT, Math.min(ageMs, NO_AGE - 1), true);
  view.setUint16(LENGTH_AT, frame.length, true);
  bytes.set(frame, HEAD_BYTES);
  view.setUint32(end, crc32(bytes, end), true);
  return bytes;
}

export function crc32(bytes: Uint8Array, end: number): number {
  return checksumOf("crc32")!.of(bytes, 0, end);
}
