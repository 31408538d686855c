/** Bit positions in the conventions of other formats. */

import type { Locator } from "../../runtime/frames/locator.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Field } from "./model.ts";

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
