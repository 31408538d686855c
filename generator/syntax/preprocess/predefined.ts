/** What the target's compiler defines by itself, and the vendors' macros whose headers a lab seldom has at hand. */

import type { AbiName } from "../../target.ts";

/** Our layouts are GCC's, so a header's `#ifdef __GNUC__` branch is the one that was compiled. */
const COMPILER: Readonly<Record<string, string>> = {
  __GNUC__: "12",
  __GNUC_MINOR__: "2",
  __GNUC_PATCHLEVEL__: "0",
  __STDC__: "1",
  __STDC_HOSTED__: "1",
  __CHAR_BIT__: "8",
  __ORDER_LITTLE_ENDIAN__: "1234",
  __ORDER_BIG_ENDIAN__: "4321",
  __ORDER_PDP_ENDIAN__: "3412",
};

const TARGET: Readonly<Record<AbiName, Readonly<Record<string, string>>>> = {
  "x86-64": {
    __x86_64__: "1",
    __amd64__: "1",
    __LP64__: "1",
    _LP64: "1",
    __linux__: "1",
    __unix__: "1",
    __SIZEOF_SHORT__: "2",
    __SIZEOF_INT__: "4",
    __SIZEOF_LONG__: "8",
    __SIZEOF_POINTER__: "8",
    __SIZEOF_DOUBLE__: "8",
    __SIZEOF_FLOAT__: "4",
  },
  "arm-eabi": {
    __arm__: "1",
    __ARM_EABI__: "1",
    __ARMEL__: "1",
    __CHAR_UNSIGNED__: "1",
    __SIZEOF_SHORT__: "2",
    __SIZEOF_INT__: "4",
    __SIZEOF_LONG__: "4",
    __SIZEOF_POINTER__: "4",
    __SIZEOF_DOUBLE__: "8",
    __SIZEOF_FLOAT__: "4",
  },
  avr: {
    __AVR: "1",
    __AVR__: "1",
    AVR: "1",
    __SIZEOF_SHORT__: "2",
    __SIZEOF_INT__: "2",
    __SIZEOF_LONG__: "4",
    __SIZEOF_POINTER__: "2",
    __SIZEOF_DOUBLE__: "4",
    __SIZEOF_FLOAT__: "4",
  },
};

export type Language = "c" | "c++";

/** Macro → replacement text. */
export function compilerMacros(
  abi: AbiName,
  byteOrder: "little" | "big",
  language: Language,
): ReadonlyMap<string, string> {
  const order = byteOrder === "little" ? "__ORDER_LITTLE_ENDIAN__" : "__ORDER_BIG_ENDIAN__";
  const standard = language === "c++" ? { __cplusplus: "201703L", __GNUG__: "12" } : { __STDC_VERSION__: "201710L" };
  return new Map(Object.entries({ ...COMPILER, ...TARGET[abi], __BYTE_ORDER__: order, ...standard }));
}

/**
 * Taken where the header uses the name and defines it nowhere; `#ifdef` does not see them.
 * [CMSIS cmsis_gcc.h, newlib sys/cdefs.h, avr-libc pgmspace.h]
 */
export const VENDOR_MACROS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    __PACKED: "__attribute__((packed, aligned(1)))",
    __PACKED_STRUCT: "struct __attribute__((packed, aligned(1)))",
    __PACKED_UNION: "union __attribute__((packed, aligned(1)))",
    __I: "volatile const",
    __O: "volatile",
    __IO: "volatile",
    __IM: "volatile const",
    __OM: "volatile",
    __IOM: "volatile",
    PROGMEM: "",
    __flash: "",
    __extension__: "",
    __BEGIN_DECLS: "",
    __END_DECLS: "",
  }),
);

/** Function-like ones: name → parameter and replacement. */
export const VENDOR_FUNCTIONS: ReadonlyMap<string, { readonly parameter: string; readonly body: string }> = new Map(
  Object.entries({
    __ALIGNED: { parameter: "x", body: "__attribute__((aligned(x)))" },
    __aligned: { parameter: "x", body: "__attribute__((aligned(x)))" },
  }),
);
