/** Types of headers that a lab does not hand in: `<stdint.h>`, Arduino, AUTOSAR, FreeRTOS, CMSIS, the Linux kernel. */

import type { AbiName } from "../../target.ts";
import type { ArithmeticType } from "../declarations.ts";

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
  uint_fast8_t: "uint8_t",
  int_fast8_t: "int8_t",
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
  word: "unsigned int",
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
  // FreeRTOS portmacro.h
  BaseType_t: "long",
  UBaseType_t: "unsigned long",
};

/** [SysV ABI x86-64] [AAPCS32] [avr-libc stdint.h, FreeRTOS configuration of each port] */
const BY_TARGET: Readonly<Record<AbiName, Readonly<Record<string, ArithmeticType>>>> = {
  "x86-64": {
    size_t: "unsigned long",
    ssize_t: "long",
    ptrdiff_t: "long",
    intptr_t: "int64_t",
    uintptr_t: "uint64_t",
    wchar_t: "int",
    time_t: "long",
    uint_fast16_t: "uint64_t",
    int_fast16_t: "int64_t",
    uint_fast32_t: "uint64_t",
    int_fast32_t: "int64_t",
    TickType_t: "uint32_t",
  },
  "arm-eabi": {
    size_t: "unsigned int",
    ssize_t: "int",
    ptrdiff_t: "int",
    intptr_t: "int32_t",
    uintptr_t: "uint32_t",
    wchar_t: "unsigned int",
    time_t: "int64_t",
    uint_fast16_t: "uint32_t",
    int_fast16_t: "int32_t",
    uint_fast32_t: "uint32_t",
    int_fast32_t: "int32_t",
    TickType_t: "uint32_t",
  },
  avr: {
    size_t: "unsigned int",
    ssize_t: "int",
    ptrdiff_t: "int",
    intptr_t: "int16_t",
    uintptr_t: "uint16_t",
    wchar_t: "int",
    time_t: "uint32_t",
    uint_fast16_t: "uint16_t",
    int_fast16_t: "int16_t",
    uint_fast32_t: "uint32_t",
    int_fast32_t: "int32_t",
    TickType_t: "uint16_t",
  },
};

/** @param name without `std::` */
export function knownType(name: string, abi: AbiName): ArithmeticType | undefined {
  const fixed = FIXED_WIDTH.find((type) => type === name);
  if (fixed !== undefined) return fixed;
  if (Object.hasOwn(KNOWN, name)) return KNOWN[name];
  return Object.hasOwn(BY_TARGET[abi], name) ? BY_TARGET[abi][name] : undefined;
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

/** Constants of `<limits.h>`, `<stdint.h>` and `<stdbool.h>`. */
export const KNOWN_CONSTANTS: ReadonlyMap<string, bigint> = new Map([
  ["true", 1n],
  ["false", 0n],
  ["CHAR_BIT", 8n],
  ["UINT8_MAX", 0xffn],
  ["INT8_MAX", 0x7fn],
  ["INT8_MIN", -0x80n],
  ["UINT16_MAX", 0xffffn],
  ["INT16_MAX", 0x7fffn],
  ["INT16_MIN", -0x8000n],
  ["UINT32_MAX", 0xffffffffn],
  ["INT32_MAX", 0x7fffffffn],
  ["INT32_MIN", -0x80000000n],
]);
