/** C types as Python's ctypes and struct modules name them. [ctypes, Fundamental data types; struct, Format characters] */

import type { FieldInfo } from "../../codec/struct-codec.ts";

const NAMES: Readonly<Record<FieldInfo["scalar"], readonly [decoder: string, symbol: string]>> = {
  uint8: ["c_ubyte", "B"],
  int8: ["c_byte", "b"],
  uint16: ["c_ushort", "H"],
  int16: ["c_short", "h"],
  uint32: ["c_uint", "I"],
  int32: ["c_int", "i"],
  uint64: ["c_ulong", "Q"],
  int64: ["c_long", "q"],
  float32: ["c_float", "f"],
  float64: ["c_double", "d"],
  bool: ["c_bool", "?"],
  text: ["c_char", "s"],
};

export function ctypesOf(field: FieldInfo): { decoder: string; symbol: string } {
  const [decoder, symbol] = NAMES[field.scalar];
  if (field.scalar !== "text") return { decoder, symbol };
  const length = field.bitWidth / 8;
  return { decoder: `${decoder}_Array_${length}`, symbol: `${length}${symbol}` };
}
