/** Types of headers that a lab does not hand in: `<stdint.h>`, Arduino, AUTOSAR, FreeRTOS, CMSIS, the Linux kernel. */

import type { ByteOrder } from "../../target.ts";
import type { ArithmeticType, Target } from "../../targets/target.ts";

const FIXED_WIDTH: readonly ArithmeticType[] = [
  "uint8_t",
  "int8_t",
  "uint16_t",
  "int16_t",
  "uint32_t",
  "int32_t",
  "uint64_t",
  "int64_t",
];

/** Same on every target. */
const KNOWN: Readonly<Record<string, ArithmeticType>> = {
  // <stdint.h>, least and fast forms of one byte and 64 bits
  uint_least8_t: "uint8_t",
  int_least8_t: "int8_t",
  uint_least16_t: "uint16_t",
  int_least16_t: "int16_t",
  uint_least32_t: "uint32_t",
  int_least32_t: "int32_t",
  uint_least64_t: "uint64_t",
  int_least64_t: "int64_t",
  uint_fast64_t: "uint64_t",
  int_fast64_t: "int64_t",
  uintmax_t: "uint64_t",
  intmax_t: "int64_t",
  char8_t: "uint8_t",
  char16_t: "uint16_t",
  char32_t: "uint32_t",
  // Arduino.h
  byte: "uint8_t",
  boolean: "bool",
  // AUTOSAR Platform_Types.h
  uint8: "uint8_t",
  sint8: "int8_t",
  uint16: "uint16_t",
  sint16: "int16_t",
  uint32: "uint32_t",
  sint32: "int32_t",
  uint64: "uint64_t",
  sint64: "int64_t",
  int8: "int8_t",
  int16: "int16_t",
  int32: "int32_t",
  int64: "int64_t",
  float32: "float",
  float64: "double",
  // CMSIS-DSP arm_math.h
  float32_t: "float",
  float64_t: "double",
  q7_t: "int8_t",
  q15_t: "int16_t",
  q31_t: "int32_t",
  q63_t: "int64_t",
  // Linux kernel, old STM32 libraries
  u8: "uint8_t",
  s8: "int8_t",
  u16: "uint16_t",
  s16: "int16_t",
  u32: "uint32_t",
  s32: "int32_t",
  u64: "uint64_t",
  s64: "int64_t",
  __u8: "uint8_t",
  __s8: "int8_t",
  __u16: "uint16_t",
  __s16: "int16_t",
  __u32: "uint32_t",
  __s32: "int32_t",
  __u64: "uint64_t",
  __s64: "int64_t",
  __le16: "uint16_t",
  __le32: "uint32_t",
  __le64: "uint64_t",
  __be16: "uint16_t",
  __be32: "uint32_t",
  __be64: "uint64_t",
  __sum16: "uint16_t",
  __wsum: "uint32_t",
  __uint8_t: "uint8_t",
  __int8_t: "int8_t",
  __uint16_t: "uint16_t",
  __int16_t: "int16_t",
  __uint32_t: "uint32_t",
  __int32_t: "int32_t",
  __uint64_t: "uint64_t",
  __int64_t: "int64_t",
  in_port_t: "uint16_t",
  in_addr_t: "uint32_t",
  u_char: "unsigned char",
  u_short: "unsigned short",
  u_int: "unsigned int",
  u_long: "unsigned long",
  u_int8_t: "uint8_t",
  u_int16_t: "uint16_t",
  u_int32_t: "uint32_t",
  u_int64_t: "uint64_t",
  // BSD and Windows spellings
  uchar: "unsigned char",
  ushort: "unsigned short",
  uint: "unsigned int",
  ulong: "unsigned long",
  UCHAR: "unsigned char",
  UINT8: "uint8_t",
  INT8: "int8_t",
  UINT16: "uint16_t",
  INT16: "int16_t",
  UINT32: "uint32_t",
  INT32: "int32_t",
  UINT64: "uint64_t",
  INT64: "int64_t",
  BYTE: "uint8_t",
  WORD: "uint16_t",
  DWORD: "uint32_t",
  WCHAR: "uint16_t",
  CHAR: "char",
  SHORT: "short",
  USHORT: "unsigned short",
  QWORD: "uint64_t",
  LONGLONG: "int64_t",
  ULONGLONG: "uint64_t",
};

const ENDIAN_TYPE =
  /^(?:__(be|le)\d\d|(?:(?:boost::endian|etl)::)?(big|little)_u?int\d+(?:_buf)?_t|(?:etl::)?(be|le)_u?int\d+_t)$/;

/** The byte order that a type's name says: of the Linux kernel's, Boost's and ETL's types. */
export function orderOfType(name: string): ByteOrder | undefined {
  const [, kernel, boost, etl] = ENDIAN_TYPE.exec(name.replace(/^::/, "")) ?? [];
  const word = kernel ?? boost ?? etl;
  return word === undefined ? undefined : word.startsWith("b") ? "big" : "little";
}

/** @param name without `std::` */
export function knownType(name: string, { types }: Target): ArithmeticType | undefined {
  const fixed = FIXED_WIDTH.find((type) => type === name);
  if (fixed !== undefined) return fixed;
  if (Object.hasOwn(KNOWN, name)) return KNOWN[name];
  return Object.hasOwn(types, name) ? types[name] : undefined;
}

/** For "did you mean". */
export const COMMON_TYPE_NAMES: readonly string[] = [
  ...FIXED_WIDTH,
  "char",
  "short",
  "int",
  "long",
  "float",
  "double",
  "bool",
  "unsigned",
  "signed",
];
