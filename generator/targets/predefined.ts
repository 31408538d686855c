/** Predefined macros of the target's compiler [GCC cpp, 3.7], and vendor macros whose headers a project rarely includes. */

import { dictionary } from "../../runtime/lib/dictionary.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import { isGnu, type Target } from "./target.ts";

export type Language = "c" | "c++";

/** The layouts follow GCC, so `#ifdef __GNUC__` must take GCC's branch. */
const GNU: Readonly<Record<string, string>> = dictionary({
  __GNUC__: "12",
  __GNUC_MINOR__: "2",
  __GNUC_PATCHLEVEL__: "0",
  __VERSION__: '"12.2.0"',
  __GNUC_STDC_INLINE__: "1",
  __STDC__: "1",
  __STDC_HOSTED__: "1",
  __CHAR_BIT__: "8",
  __ORDER_LITTLE_ENDIAN__: "1234",
  __ORDER_BIG_ENDIAN__: "4321",
  __ORDER_PDP_ENDIAN__: "3412",
  __FLOAT_WORD_ORDER__: "__BYTE_ORDER__",
  __USER_LABEL_PREFIX__: "",
});

const CLANG = { __clang__: "1", __llvm__: "1", __GNUC__: "4", __GNUC_MINOR__: "2", __GNUC_PATCHLEVEL__: "1" } as const;

/** Macro → replacement text, for a target without a measured table. */
export function documentedMacros(
  target: Target,
  byteOrder: ByteOrder,
  language: Language,
): ReadonlyMap<string, string> {
  const own = { ...target.macros, ...languageMacros(target, language) };
  const gnu = !isGnu(target) ? {} : gnuMacros(target, byteOrder);
  const clang = target.compiler.family === "clang" ? CLANG : {};
  return new Map(Object.entries({ ...gnu, ...own, ...clang }));
}

/** Macros of GCC and Clang that their standard headers use. */
export function gnuMacros(target: Target, byteOrder: ByteOrder): Readonly<Record<string, string>> {
  return {
    ...GNU,
    ...sizeMacros(target),
    ...limitMacros(target),
    ...(target.charSigned ? {} : { __CHAR_UNSIGNED__: "1" }),
    __BIGGEST_ALIGNMENT__: String(target.biggestAlignment),
    __BYTE_ORDER__: byteOrder === "little" ? "__ORDER_LITTLE_ENDIAN__" : "__ORDER_BIG_ENDIAN__",
  };
}

function languageMacros(target: Target, language: Language): Readonly<Record<string, string>> {
  if (language === "c") return { __STDC_VERSION__: "201710L" };
  return { __cplusplus: "201703L", ...(!isGnu(target) ? {} : { __GNUG__: "12", _GNU_SOURCE: "1" }) };
}

function sizeMacros({ sizes }: Target): Readonly<Record<string, string>> {
  return {
    __SIZEOF_SHORT__: "2",
    __SIZEOF_INT__: String(sizes.int),
    __SIZEOF_LONG__: String(sizes.long),
    __SIZEOF_LONG_LONG__: "8",
    __SIZEOF_FLOAT__: "4",
    __SIZEOF_DOUBLE__: String(sizes.double),
    __SIZEOF_POINTER__: String(sizes.pointer),
    __SIZEOF_SIZE_T__: String(sizes.pointer),
    __SIZEOF_PTRDIFF_T__: String(sizes.pointer),
  };
}

function limitMacros(target: Target): Readonly<Record<string, string>> {
  const { sizes } = target;
  const [longest, pointer] = [integerOf(64, target), integerOf(sizes.pointer * 8, target)];
  return {
    __SCHAR_MAX__: "0x7f",
    __SHRT_MAX__: "0x7fff",
    __INT_MAX__: integerOf(sizes.int * 8, target).max,
    __LONG_MAX__: largest(sizes.long * 8 - 1, "L"),
    __LONG_LONG_MAX__: largest(63, "LL"),
    __SCHAR_WIDTH__: "8",
    __SHRT_WIDTH__: "16",
    __INT_WIDTH__: String(sizes.int * 8),
    __LONG_WIDTH__: String(sizes.long * 8),
    __LONG_LONG_WIDTH__: "64",
    ...Object.assign({}, ...[8, 16, 32, 64].map((bits) => fixedWidthMacros(bits, target))),
    __INTMAX_MAX__: longest.max,
    __UINTMAX_MAX__: longest.unsignedMax,
    __INTMAX_TYPE__: longest.type,
    __UINTMAX_TYPE__: longest.unsignedType,
    __SIZE_TYPE__: pointer.unsignedType,
    __PTRDIFF_TYPE__: pointer.type,
    __INTPTR_TYPE__: pointer.type,
    __UINTPTR_TYPE__: pointer.unsignedType,
    __SIZE_MAX__: pointer.unsignedMax,
    __PTRDIFF_MAX__: pointer.max,
    __INTPTR_MAX__: pointer.max,
    __UINTPTR_MAX__: pointer.unsignedMax,
  };
}

function fixedWidthMacros(bits: number, target: Target): Readonly<Record<string, string>> {
  const { type, unsignedType, max, unsignedMax, suffix, unsignedSuffix } = integerOf(bits, target);
  const signedType = bits === 8 ? "signed char" : type;
  return {
    [`__INT${bits}_MAX__`]: max,
    [`__UINT${bits}_MAX__`]: unsignedMax,
    [`__INT${bits}_TYPE__`]: signedType,
    [`__UINT${bits}_TYPE__`]: unsignedType,
    [`__INT_LEAST${bits}_TYPE__`]: signedType,
    [`__UINT_LEAST${bits}_TYPE__`]: unsignedType,
    [`__INT${bits}_C(c)`]: suffix === "" ? "c" : `c ## ${suffix}`,
    [`__UINT${bits}_C(c)`]: unsignedSuffix === "" ? "c" : `c ## ${unsignedSuffix}`,
  };
}

/** The C type of an integer with this width, its largest values as constants, and the suffixes of constants. */
function integerOf(bits: number, { sizes }: Target) {
  const types = [
    [8, "char", "unsigned char", ""],
    [sizes.int * 8, "int", "unsigned int", ""],
    [16, "short int", "short unsigned int", ""],
    [sizes.long * 8, "long int", "long unsigned int", "L"],
    [64, "long long int", "long long unsigned int", "LL"],
  ] as const;
  const [, type, unsignedType, suffix] = types.find(([width]) => width === bits)!;
  const unsignedSuffix = bits < sizes.int * 8 ? "" : `U${suffix}`;
  const [max, unsignedMax] = [largest(bits - 1, suffix), largest(bits, unsignedSuffix)];
  return { type, unsignedType, suffix, unsignedSuffix, max, unsignedMax };
}

/** The largest number of so many bits as a constant: `0x7fffffffL`. */
function largest(bits: number, suffix: string): string {
  return `0x${((1n << BigInt(bits)) - 1n).toString(16)}${suffix}`;
}

/** Used if the header expands the name but nothing defines it. `#ifdef` does not see them. [CMSIS cmsis_gcc.h, newlib sys/cdefs.h, avr-libc pgmspace.h] */
export const VENDOR_MACROS: Readonly<Record<string, string>> = dictionary({
  __PACKED: "__attribute__((packed, aligned(1)))",
  __PACKED_STRUCT: "struct __attribute__((packed, aligned(1)))",
  __PACKED_UNION: "union __attribute__((packed, aligned(1)))",
  "__ALIGNED(x)": "__attribute__((aligned(x)))",
  "__aligned(x)": "__attribute__((aligned(x)))",
  __I: "volatile const",
  __O: "volatile",
  __IO: "volatile",
  __IM: "volatile const",
  __OM: "volatile",
  __IOM: "volatile",
  PROGMEM: "",
  __flash: "",
  __extension__: "",
  // Integers of Microsoft's compilers. [Microsoft C++, __int8]
  __int8: "char",
  __int16: "short",
  __int32: "int",
  __int64: "long long",
  // Keywords of other compilers that move no field. [armcc 5, IAR for ARM, CC-RX, Microsoft C++]
  "__align(n)": "__attribute__((aligned(n)))",
  ...Object.fromEntries(
    (
      "__value_in_regs __irq __root __no_init __ramfunc __evenaccess __near __far __huge " +
      "__forceinline __cdecl __stdcall __fastcall __vectorcall"
    )
      .split(" ")
      .map((word) => [word, ""]),
  ),
  __BEGIN_DECLS: "",
  __END_DECLS: "",
  __bitwise: "",
  __bitwise__: "",
  __force: "",
  __user: "",
  __iomem: "",
  // It only names the member that counts this one.
  "__counted_by(m)": "",
  "__DECLARE_FLEX_ARRAY(t, n)": "struct { struct { } __empty_ ## n; t n[]; }",
  "__struct_group(TAG, NAME, ATTRS, MEMBERS...)":
    "union { struct { MEMBERS } ATTRS; struct TAG { MEMBERS } ATTRS NAME; } ATTRS",
});

/** Keywords of SDCC that say where a variable is. [SDCC 4.2, storage class language extensions] */
export const SDCC_MACROS: Readonly<Record<string, string>> = dictionary({
  ...Object.fromEntries(
    "__data __idata __pdata __xdata __code __near __far __naked __reentrant __critical"
      .split(" ")
      .map((word) => [word, ""]),
  ),
  "__at(address)": "",
  "__interrupt(number)": "",
  "__using(bank)": "",
  __bit: "_Bool",
  __sbit: "_Bool",
  __sfr: "unsigned char",
});

const VENDOR_NAMES: ReadonlySet<string> = new Set(Object.keys(VENDOR_MACROS).map((name) => name.replace(/\(.*/, "")));

/** True for a macro that only headers of chips or of the kernel define, and no standard header. */
export function isOfVendor(name: string): boolean {
  return VENDOR_NAMES.has(name);
}
