/** HDF5's datatypes. [HDF5 File Format Specification, version 3.0, IV.A.2.d] */

import { type Bytes, join, u16, u32, zeroEnded } from "./bytes.ts";

/** A datatype message, and the size of a value. */
export interface Type {
  readonly message: Bytes;
  readonly size: number;
}

export const I8 = integer(1, "signed");
export const I32 = integer(4, "signed");
export const I64 = integer(8, "signed");
const U8 = integer(1, "unsigned");
export const U32 = integer(4, "unsigned");
export const U64 = integer(8, "unsigned");
/** An eight-bit bit-field: PyTables stores booleans this way. */
export const B8: Type = { size: 1, message: typeMessage(4, 0, 1, u16(0), u16(8)) };
// Little-endian, normalised, sign at 63; then exponent and mantissa: places and sizes, and the bias.
export const F64: Type = {
  size: 8,
  message: typeMessage(1, 0x3f20, 8, u16(0), u16(64), Uint8Array.of(52, 11, 0, 52), u32(1023)),
};
/** A reference to one object. */
export const REFERENCE: Type = { size: 8, message: typeMessage(7, 0, 8) };
/** UTF-8 in the global heap. */
export const LONG_TEXT: Type = { size: 16, message: typeMessage(9, 0x0101, 16, U8.message) };

/** Zero-padded. */
export function text(size: number, charset: "ascii" | "utf8"): Type {
  return { size, message: typeMessage(3, 1 | (charset === "utf8" ? 0x10 : 0), size) };
}

/** ASCII with a terminating zero, which counts towards the size. */
export function endedText(size: number): Type {
  return { size, message: typeMessage(3, 0, size) };
}

/** A variable-length sequence in the global heap. */
export function sequence(base: Type): Type {
  return { size: 16, message: typeMessage(9, 0, 16, base.message) };
}

export function array(base: Type, length: number): Type {
  const message = typeMessage(10, 0, base.size * length, Uint8Array.of(1), u32(length), base.message);
  return { size: base.size * length, message };
}

export function compound(members: readonly { readonly name: string; readonly type: Type }[], size?: number): Type {
  const total = size ?? members.reduce((sum, { type }) => sum + type.size, 0);
  const width = total < 256 ? 1 : total < 65_536 ? 2 : total < 16_777_216 ? 3 : 4;
  let offset = 0;
  const parts = members.flatMap(({ name, type }) => {
    const at = u32(offset).subarray(0, width);
    offset += type.size;
    return [zeroEnded(name), at, type.message];
  });
  return { size: total, message: typeMessage(6, members.length, total, ...parts) };
}

function integer(size: number, sign: "signed" | "unsigned"): Type {
  return { size, message: typeMessage(0, sign === "signed" ? 8 : 0, size, u16(0), u16(size * 8)) };
}

/** @param bits the class's 24 flag bits */
function typeMessage(kind: number, bits: number, size: number, ...properties: readonly Bytes[]): Bytes {
  const version = kind === 6 || kind === 10 ? 3 : 1;
  return join(Uint8Array.of((version << 4) | kind), u32(bits).subarray(0, 3), u32(size), ...properties);
}
