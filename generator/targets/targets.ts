/** All targets by their `abi` name. The facts come from `-dM -E` and the ABI documents. */

import type { AbiName } from "../../runtime/channels/abi-names.ts";
import type { CompilerName } from "../../runtime/channels/compiler-names.ts";
import { type Compiler, completeTarget, type Target, type TargetFacts } from "./target.ts";

/** Common values: GCC for a 32-bit processor. */
const GNU_32 = {
  sizes: { int: 4, long: 4, double: 8, pointer: 4 },
  mostAlignment: 8,
  biggestAlignment: 16,
  longDouble: "double",
  charSigned: false,
  bitFieldsSigned: true,
  signedIntTypes: false,
  enumWidth: "int",
  compiler: { family: "gcc" },
  bitFields: "gnu",
  bitFieldsKeepToUnits: true,
  unnamedBitFieldsAlign: false,
} as const satisfies Partial<TargetFacts>;

/** x87's extended format, and binary128. */
const WIDE_DOUBLE = { longDouble: { size: 16, alignment: 16 } } as const;

const GNU_64 = { ...GNU_32, ...WIDE_DOUBLE, sizes: { int: 4, long: 8, double: 8, pointer: 8 } } as const;

/** `<stddef.h>` and `<stdint.h>` if pointers are as wide as int. */
const TYPES_32 = {
  size_t: "unsigned int",
  ssize_t: "int",
  ptrdiff_t: "int",
  intptr_t: "int32_t",
  uintptr_t: "uint32_t",
  uint_fast16_t: "uint32_t",
  int_fast16_t: "int32_t",
  uint_fast32_t: "uint32_t",
  int_fast32_t: "int32_t",
  wint_t: "unsigned int",
} as const;

const TYPES_64 = {
  size_t: "unsigned long",
  ssize_t: "long",
  ptrdiff_t: "long",
  intptr_t: "int64_t",
  uintptr_t: "uint64_t",
  wint_t: "unsigned int",
} as const;

/** In newlib, `int_fast8_t` is int. [newlib stdint.h] */
const NEWLIB_FAST = {
  uint_fast8_t: "uint32_t",
  int_fast8_t: "int32_t",
  uint_fast16_t: "uint32_t",
  int_fast16_t: "int32_t",
  uint_fast32_t: "uint32_t",
  int_fast32_t: "int32_t",
} as const;

const BYTE_FAST = { uint_fast8_t: "uint8_t", int_fast8_t: "int8_t" } as const;

const GLIBC_FAST_64 = {
  ...BYTE_FAST,
  uint_fast16_t: "uint64_t",
  int_fast16_t: "int64_t",
  uint_fast32_t: "uint64_t",
  int_fast32_t: "int64_t",
} as const;

/** avr-libc and msp430's newlib. [avr-libc stdint.h] */
const TYPES_16 = {
  size_t: "unsigned int",
  ssize_t: "int",
  ptrdiff_t: "int",
  intptr_t: "int16_t",
  uintptr_t: "uint16_t",
  wchar_t: "int",
  uint_fast16_t: "uint16_t",
  int_fast16_t: "int16_t",
  uint_fast32_t: "uint32_t",
  int_fast32_t: "int32_t",
  ...BYTE_FAST,
} as const;

/** glibc's <sys/types.h> with 64-bit long. With 32-bit long, `off_t` has two possible sizes. */
const POSIX_64 = {
  off_t: "long",
  clock_t: "long",
  pid_t: "int",
  uid_t: "unsigned int",
  gid_t: "unsigned int",
  mode_t: "unsigned int",
} as const;

/** newlib for arm-none-eabi. */
const POSIX_NEWLIB = {
  off_t: "long",
  clock_t: "unsigned long",
  pid_t: "int",
  uid_t: "unsigned short",
  gid_t: "unsigned short",
  mode_t: "unsigned int",
} as const;

/** FreeRTOS ports with word-sized stacks. [FreeRTOS portmacro.h] */
const RTOS_LONG = { BaseType_t: "long", UBaseType_t: "unsigned long", TickType_t: "uint32_t" } as const;
const RTOS_INT = { BaseType_t: "int", UBaseType_t: "unsigned int", TickType_t: "uint32_t" } as const;

const LINUX = {
  __linux__: "1",
  __linux: "1",
  linux: "1",
  __gnu_linux__: "1",
  __unix__: "1",
  __unix: "1",
  unix: "1",
  __ELF__: "1",
};

const ARM_EABI: TargetFacts = {
  ...GNU_32,
  name: "arm-eabi",
  mostVectorAlignment: 8,
  biggestAlignment: 8,
  enumWidth: "smallest",
  unnamedBitFieldsAlign: true,
  types: {
    ...TYPES_32,
    ...NEWLIB_FAST,
    ...POSIX_NEWLIB,
    wchar_t: "unsigned int",
    time_t: "int64_t",
    suseconds_t: "long",
    ...RTOS_LONG,
  },
  macros: {
    __arm__: "1",
    __arm: "1",
    __ARM_EABI__: "1",
    __ARM_32BIT_STATE: "1",
    __ARM_SIZEOF_MINIMAL_ENUM: "1",
    __ELF__: "1",
  },
};

/** Windows on x64, whose `long` has 32 bits. */
const TYPES_WINDOWS = {
  size_t: "uint64_t",
  ssize_t: "int64_t",
  ptrdiff_t: "int64_t",
  intptr_t: "int64_t",
  uintptr_t: "uint64_t",
  wchar_t: "uint16_t",
  wint_t: "unsigned short",
  time_t: "int64_t",
  ...BYTE_FAST,
  BOOL: "int",
  LONG: "long",
  ULONG: "unsigned long",
} as const;

const FACTS: Readonly<Record<AbiName, TargetFacts>> = {
  /** [System V ABI, AMD64 supplement, 3.1.2] gcc and clang on Linux. */
  "x86-64": {
    ...GNU_64,
    name: "x86-64",
    signedIntTypes: true,
    charSigned: true,
    types: {
      ...TYPES_64,
      ...GLIBC_FAST_64,
      ...POSIX_64,
      wchar_t: "int",
      time_t: "long",
      suseconds_t: "long",
      ...RTOS_LONG,
    },
    macros: { ...LINUX, __x86_64__: "1", __x86_64: "1", __amd64__: "1", __amd64: "1", __LP64__: "1", _LP64: "1" },
  },
  /** `-m32`: eight-byte scalars are aligned to four bytes in structs. [System V ABI, Intel386 supplement] */
  i386: {
    ...GNU_32,
    name: "i386",
    signedIntTypes: true,
    mostAlignment: 4,
    longDouble: { size: 12, alignment: 4 },
    charSigned: true,
    types: { ...TYPES_32, ...BYTE_FAST, wchar_t: "long", time_t: "long", suseconds_t: "long", ...RTOS_LONG },
    macros: { ...LINUX, __i386__: "1", __i386: "1", i386: "1", __ILP32__: "1", _ILP32: "1" },
  },
  /** [AAPCS64 8] */
  aarch64: {
    ...GNU_64,
    name: "aarch64",
    mostVectorAlignment: 16,
    signedIntTypes: true,
    unnamedBitFieldsAlign: true,
    types: {
      ...TYPES_64,
      ...GLIBC_FAST_64,
      ...POSIX_64,
      wchar_t: "unsigned int",
      time_t: "long",
      suseconds_t: "long",
      ...RTOS_LONG,
    },
    macros: { ...LINUX, __aarch64__: "1", __LP64__: "1", _LP64: "1", __ARM_ARCH: "8", __ARM_64BIT_STATE: "1" },
  },
  /** [AAPCS32 5.1, 8.1] arm-none-eabi-gcc, which sets -fshort-enums. */
  "arm-eabi": ARM_EABI,
  /** clang for arm-none-eabi, whose enums have the width of int. [Clang, -fshort-enums] */
  "arm-eabi-clang": byClang({ ...ARM_EABI, name: "arm-eabi-clang" }),
  /** Nothing needs alignment, int has 16 bits, double is binary32. [avr-gcc ABI, type layout] */
  avr: {
    ...GNU_32,
    name: "avr",
    signedIntTypes: true,
    sizes: { int: 2, long: 4, double: 4, pointer: 2 },
    mostAlignment: 1,
    biggestAlignment: 1,
    longDouble: undefined,
    charSigned: true,
    bitFieldsKeepToUnits: false,
    types: {
      ...TYPES_16,
      time_t: "uint32_t",
      word: "unsigned int",
      BaseType_t: "signed char",
      UBaseType_t: "unsigned char",
      TickType_t: "uint16_t",
    },
    macros: { __AVR: "1", __AVR__: "1", AVR: "1", __ELF__: "1" },
  },
  /** ESP8266 and ESP32: xtensa-lx106-elf-gcc. Their libraries differ in `time_t` and `wchar_t`. */
  xtensa: {
    ...GNU_32,
    name: "xtensa",
    types: { ...TYPES_32, ...NEWLIB_FAST, word: "unsigned int", ...RTOS_INT },
    macros: { __xtensa__: "1", __XTENSA__: "1", __XTENSA_EL__: "1", __ELF__: "1" },
  },
  /** [RISC-V ABIs, chapter 4] ilp32. */
  riscv32: {
    ...GNU_32,
    ...WIDE_DOUBLE,
    name: "riscv32",
    types: { ...TYPES_32, ...NEWLIB_FAST, wchar_t: "int", time_t: "int64_t", suseconds_t: "long" },
    macros: { __riscv: "1", __riscv_xlen: "32", __ELF__: "1" },
  },
  /** [RISC-V ABIs, chapter 4] lp64. */
  riscv64: {
    ...GNU_64,
    name: "riscv64",
    types: { ...TYPES_64, wchar_t: "int", suseconds_t: "long" },
    macros: { __riscv: "1", __riscv_xlen: "64", __LP64__: "1", _LP64: "1", __ELF__: "1" },
  },
  /** The maximum alignment is two bytes. Its libraries differ in `wchar_t` and the fast types. [MSP430 EABI 2] */
  msp430: {
    ...GNU_32,
    name: "msp430",
    sizes: { int: 2, long: 4, double: 8, pointer: 2 },
    mostAlignment: 2,
    biggestAlignment: 2,
    types: { size_t: "unsigned int", ssize_t: "int", ptrdiff_t: "int", intptr_t: "int16_t", uintptr_t: "uint16_t" },
    macros: { __MSP430__: "1", MSP430: "1", __ELF__: "1" },
  },
  /** [Microsoft C language reference, storage of types, bit-fields; x64 ABI conventions] */
  "msvc-x64": {
    ...GNU_32,
    name: "msvc-x64",
    sizes: { int: 4, long: 4, double: 8, pointer: 8 },
    charSigned: true,
    compiler: { family: "microsoft" },
    bitFields: "microsoft",
    types: {
      ...TYPES_WINDOWS,
      uint_fast16_t: "uint32_t",
      int_fast16_t: "int32_t",
      uint_fast32_t: "uint32_t",
      int_fast32_t: "int32_t",
    },
    macros: { _MSC_VER: "1930", _WIN32: "1", _WIN64: "1", _M_X64: "100", _M_AMD64: "100", _MSC_EXTENSIONS: "1" },
  },
  /** GCC for Windows. [GCC 3.19.54, -mms-bitfields; MinGW-w64 stdint.h] */
  "mingw-x64": {
    ...GNU_32,
    ...WIDE_DOUBLE,
    name: "mingw-x64",
    sizes: { int: 4, long: 4, double: 8, pointer: 8 },
    charSigned: true,
    bitFields: "gnu-microsoft",
    types: {
      ...TYPES_WINDOWS,
      uint_fast16_t: "uint16_t",
      int_fast16_t: "int16_t",
      uint_fast32_t: "uint32_t",
      int_fast32_t: "int32_t",
    },
    macros: { _WIN32: "1", _WIN64: "1", __x86_64__: "1", __MINGW32__: "1", __MINGW64__: "1" },
  },
  /** SDCC for 8-bit processors. Pointers have 3 bytes on MCS-51, which no field may have. [SDCC 4.2.0; its stdint.h] */
  sdcc: {
    ...GNU_32,
    name: "sdcc",
    sizes: { int: 2, long: 4, double: 4, pointer: 2 },
    mostAlignment: 1,
    biggestAlignment: 1,
    longDouble: undefined,
    bitFieldsSigned: false,
    enumWidth: "smallest",
    compiler: { family: "sdcc" },
    bitFields: "sdcc",
    types: { size_t: "unsigned int", ptrdiff_t: "int", wchar_t: "unsigned long", ...BYTE_FAST },
    macros: { __SDCC_VERSION_MAJOR: "4", __STDC_HOSTED__: "0", __STDC__: "1" },
  },
};

/** The same processor with clang's layout. */
function byClang(facts: TargetFacts): TargetFacts {
  return {
    ...facts,
    compiler: { family: "clang" },
    ...(facts.enumWidth === "smallest" && { enumWidth: "int" }),
    ...(facts.name === "msp430" && { biggestAlignment: 16, charSigned: true }),
  };
}

/** `gcc-11`, `clang`. */
export function compilerOf(name: CompilerName): Compiler {
  const [family, version] = name.split("-") as ["gcc" | "clang", string | undefined];
  return { family, ...(version !== undefined && { version: Number(version) }) };
}

/** The facts of a target as another compiler has them. */
export function withCompiler(facts: TargetFacts, name: CompilerName | undefined): TargetFacts {
  if (name === undefined) return facts;
  const compiler = compilerOf(name);
  // Since version 10 AVR's `long double` is wider than its double. [GCC 10, changes]
  const isSame = facts.name === "avr" && compiler.family === "gcc" && (compiler.version ?? 10) < 10;
  const longDouble = isSame ? { longDouble: "double" as const } : {};
  return { ...(compiler.family === "clang" ? byClang(facts) : facts), ...longDouble, compiler };
}

/** Targets whose GCC has `ms_struct` and `-mms-bitfields`. [GCC 6.34.36, 3.19.54] */
export const WITH_MICROSOFT_STRUCTS: readonly AbiName[] = ["x86-64", "i386", "mingw-x64"];

const NO_PACKING = { pack: undefined, packsAll: false } as const;

export const TARGETS: Readonly<Record<AbiName, Target>> = Object.fromEntries(
  Object.entries(FACTS).map(([name, facts]) => [name, completeTarget(facts, NO_PACKING)]),
) as Record<AbiName, Target>;
