/** Bit positions in the conventions of other formats, and bytes of initial values. */

import type { Locator } from "../../../runtime/frames/locator.ts";
import { type Field, isFloat } from "../../codec/model.ts";
import type { ByteOrder } from "../../plan/channel-plan.ts";

/** The part of a field in one byte. */
export interface BytePiece {
  readonly byte: number;
  /** Position of the piece's least significant bit in the byte. */
  readonly shift: number;
  readonly width: number;
  /** Position of the piece's least significant bit in the field's value. */
  readonly fieldShift: number;
}

/** The bits that a locator reads, counted from the number's least significant bit; absent if its mask has holes. */
export function locatedBits({
  mask,
  shift,
}: Pick<Locator, "mask" | "shift">): { shift: number; width: number } | undefined {
  const width = (mask / 2 ** shift).toString(2).length;
  return mask === (2 ** width - 1) * 2 ** shift ? { shift, width } : undefined;
}

/** Splits the field at byte boundaries, most significant piece first. */
export function bytePieces(field: Field, byteOrder: ByteOrder): BytePiece[] {
  const pieces: BytePiece[] = [];
  const end = field.bitOffset + field.bitWidth;
  for (let from = field.bitOffset; from < end; ) {
    const byte = Math.floor(from / 8);
    const to = Math.min(end, byte * 8 + 8);
    const width = to - from;
    const little = byteOrder === "little";
    pieces.push({
      byte,
      width,
      shift: little ? from - byte * 8 : byte * 8 + 8 - to,
      fieldShift: little ? from - field.bitOffset : end - to,
    });
    from = to;
  }
  return pieces.sort((a, b) => b.fieldShift - a.fieldShift);
}

/** Writes the field's initial value, if it has one, into the bytes of its struct. */
export function writeInitial(bytes: number[], field: Field): void {
  const { initial, bitOffset, bitWidth } = field;
  if (initial === undefined) return;
  if (typeof initial === "string") {
    bytes.splice(bitOffset / 8, bitWidth / 8, ...textBytes(initial, bitWidth / 8));
    return;
  }
  for (const { byte, shift, width, fieldShift } of bytePieces(field, field.byteOrder)) {
    const bits = Number((bitsOf(field, initial) >> BigInt(fieldShift)) & BigInt(2 ** width - 1));
    bytes[byte] = ((bytes[byte] ?? 0) & ~((2 ** width - 1) << shift)) | (bits << shift);
  }
}

function textBytes(text: string, size: number): number[] {
  const bytes = new Uint8Array(size);
  new TextEncoder().encodeInto(text, bytes);
  return [...bytes];
}

function bitsOf(field: Field, value: number | bigint | boolean): bigint {
  if (!isFloat(field)) return BigInt.asUintN(field.bitWidth, BigInt(value));
  const view = new DataView(new ArrayBuffer(8));
  if (field.bitWidth === 64) view.setFloat64(0, Number(value));
  else view.setFloat32(4, Number(value));
  return view.getBigUint64(0);
}
