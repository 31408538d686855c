/** Predefined macros of the target's compiler [GCC cpp, 3.7], and vendor macros whose headers a project rarely includes. */

import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Target } from "./target.ts";

export type Language = "c" | "c++";

/** The layouts follow GCC, so `#ifdef __GNUC__` must take GCC's branch. */
const GNU: Readonly<Record<string, string>> = {
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
};

/** Macro → replacement text, for a target without a measured table. */
export function documentedMacros(
  target: Target,
  byteOrder: ByteOrder,
  language: Language,
): ReadonlyMap<string, string> {
  const own = { ...target.macros, ...languageMacros(target, language) };
  const gnu = target.bitFields === "microsoft" ? {} : gnuMacros(target, byteOrder);
  return new Map(Object.entries({ ...gnu, ...own }));
}

/** Macros of GCC and Clang that their standard headers use. */
export function gnuMacros(target: Target, byteOrder: ByteOrder): Readonly<Record<string, string>> {
  const order = byteOrder === "little" ? "__ORDER_LITTLE_ENDIAN__" : "__ORDER_BIG_ENDIAN__";
  const endian = target.name === "arm-eabi" ? { [byteOrder === "little" ? "__ARMEL__" : "__ARMEB__"]: "1" } : {};
  return {
    ...GNU,
    ...sizeMacros(target),
    ...limitMacros(target),
    ...(target.charSigned ? {} : { __CHAR_UNSIGNED__: "1" }),
    __BIGGEST_ALIGNMENT__: String(target.biggestAlignment),
    __BYTE_ORDER__: order,
    ...endian,
  };
}

function languageMacros(target: Target, language: Language): Readonly<Record<string, string>> {
  if (language === "c") return { __STDC_VERSION__: "201710L" };
  return { __cplusplus: "201703L", ...(target.bitFields === "microsoft" ? {} : { __GNUG__: "12", _GNU_SOURCE: "1" }) };
}

function sizeMacros({ sizes, types }: Target): Readonly<Record<string, string>> {
  const wide = types["wchar_t"];
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
    ...(wide === undefined ? {} : { __WCHAR_TYPE__: wide }),
  };
}

/** The C type of an integer with this width, and the suffix of its constants. */
function integerOf(bits: number, { sizes, name }: Target): { readonly type: string; readonly suffix: string } {
  if (bits === 8) return { type: "char", suffix: "" };
  if (bits === 16) return sizes.int === 2 ? { type: "int", suffix: "" } : { type: "short int", suffix: "" };
  if (bits === 32 && sizes.int === 4) {
    const long = name === "arm-eabi" || name === "riscv32";
    return long ? { type: "long int", suffix: "L" } : { type: "int", suffix: "" };
  }
  return bits === 32 || sizes.long === 8 ? { type: "long int", suffix: "L" } : { type: "long long int", suffix: "LL" };
}

/** The largest value of this width as a constant: `0x7fffffffL`. */
function largest(bits: number, signed: boolean, suffix: string): string {
  const value = (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
  return `0x${value.toString(16)}${signed ? "" : bits <= 16 && suffix === "" ? "" : "U"}${suffix}`;
}

function limitMacros(target: Target): Readonly<Record<string, string>> {
  const { sizes } = target;
  const found: Record<string, string> = {
    __SCHAR_MAX__: "0x7f",
    __SHRT_MAX__: "0x7fff",
    __INT_MAX__: largest(sizes.int * 8, true, ""),
    __LONG_MAX__: largest(sizes.long * 8, true, "L"),
    __LONG_LONG_MAX__: largest(64, true, "LL"),
    __SCHAR_WIDTH__: "8",
    __SHRT_WIDTH__: "16",
    __INT_WIDTH__: String(sizes.int * 8),
    __LONG_WIDTH__: String(sizes.long * 8),
    __LONG_LONG_WIDTH__: "64",
  };
  for (const bits of [8, 16, 32, 64]) {
    const { type, suffix } = integerOf(bits, target);
    found[`__INT${bits}_MAX__`] = largest(bits, true, suffix);
    found[`__UINT${bits}_MAX__`] = bits === 16 && sizes.int === 2 ? "0xffffU" : largest(bits, false, suffix);
    found[`__INT${bits}_TYPE__`] = bits === 8 ? "signed char" : type;
    found[`__UINT${bits}_TYPE__`] = unsigned(type);
    found[`__INT_LEAST${bits}_TYPE__`] = found[`__INT${bits}_TYPE__`] ?? "";
    found[`__UINT_LEAST${bits}_TYPE__`] = unsigned(type);
    const constant = suffix === "" ? "" : ` ## ${suffix}`;
    found[`__INT${bits}_C(c)`] = `c${constant}`;
    const narrow = bits < 32 && !(bits === 16 && sizes.int === 2);
    found[`__UINT${bits}_C(c)`] = narrow ? "c" : `c ## U${suffix}`;
  }
  const longest = integerOf(64, target);
  const pointer = target.types["intptr_t"] === undefined ? undefined : sizes.pointer * 8;
  found["__INTMAX_MAX__"] = largest(64, true, longest.suffix);
  found["__UINTMAX_MAX__"] = largest(64, false, longest.suffix);
  found["__INTMAX_TYPE__"] = longest.type;
  found["__UINTMAX_TYPE__"] = unsigned(longest.type);
  if (pointer !== undefined) {
    const type = pointer === sizes.int * 8 ? { type: "int", suffix: "" } : integerOf(pointer, target);
    found["__SIZE_TYPE__"] = pointer === 16 ? "unsigned int" : unsigned(type.type);
    found["__PTRDIFF_TYPE__"] = type.type;
    found["__INTPTR_TYPE__"] = type.type;
    found["__UINTPTR_TYPE__"] = unsigned(type.type);
    found["__SIZE_MAX__"] = largest(pointer, false, type.suffix === "" ? "" : type.suffix).replace(
      /f$/,
      pointer === 16 ? "fU" : "f",
    );
    found["__PTRDIFF_MAX__"] = largest(pointer, true, type.suffix);
    found["__INTPTR_MAX__"] = largest(pointer, true, type.suffix);
    found["__UINTPTR_MAX__"] = found["__SIZE_MAX__"];
  }
  return found;
}

function unsigned(type: string): string {
  return type === "char" ? "unsigned char" : `${type.replace(/ ?int$/, "")} unsigned int`.trim();
}

/** Used if the header expands the name but nothing defines it. `#ifdef` does not see them. [CMSIS cmsis_gcc.h, newlib sys/cdefs.h, avr-libc pgmspace.h] */
export const VENDOR_MACROS: Readonly<Record<string, string>> = {
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
};
