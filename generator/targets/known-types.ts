/** Types of headers that a project rarely includes with its own: `<stdint.h>`, Arduino, AUTOSAR, FreeRTOS, CMSIS, the Linux kernel. */

import { dictionary } from "../../runtime/lib/dictionary.ts";
import type { ByteOrder } from "../plan/channel-plan.ts";
import type { Language } from "./predefined.ts";
import type { ArithmeticType, Target } from "./target.ts";

/** Patterns of type names; `@` is the width. From `<stdint.h>`, AUTOSAR (`sint8`), Windows, the Linux kernel, BSD and glibc. */
const UNSIGNED = "uint@_t uint_least@_t uint@ UINT@ u@ __u@ __le@ __be@ u_int@_t __uint@_t".split(" ");
const SIGNED = "int@_t int_least@_t int@ INT@ sint@ s@ __s@ __int@_t".split(" ");
const WIDTHS = [8, 16, 32, 64] as const;

/** Same on every target. */
const KNOWN: ReadonlyMap<string, ArithmeticType> = new Map<string, ArithmeticType>([
  ...WIDTHS.flatMap((bits) => UNSIGNED.map((name) => [name.replace("@", `${bits}`), `uint${bits}_t`] as const)),
  ...WIDTHS.flatMap((bits) => SIGNED.map((name) => [name.replace("@", `${bits}`), `int${bits}_t`] as const)),
  // <stdint.h>
  ["uint_fast64_t", "uint64_t"],
  ["int_fast64_t", "int64_t"],
  ["uintmax_t", "uint64_t"],
  ["intmax_t", "int64_t"],
  ["char8_t", "uint8_t"],
  ["char16_t", "uint16_t"],
  ["char32_t", "uint32_t"],
  // Arduino.h
  ["byte", "uint8_t"],
  ["boolean", "bool"],
  // GCC's C [GCC 6.12]
  ["_Float32", "float"],
  ["_Float64", "double"],
  ["_Float32x", "double"],
  // AUTOSAR Platform_Types.h
  ["float32", "float"],
  ["float64", "double"],
  // CMSIS-DSP arm_math.h
  ["float32_t", "float"],
  ["float64_t", "double"],
  ["q7_t", "int8_t"],
  ["q15_t", "int16_t"],
  ["q31_t", "int32_t"],
  ["q63_t", "int64_t"],
  // Linux and BSD
  ["__sum16", "uint16_t"],
  ["__wsum", "uint32_t"],
  ["in_port_t", "uint16_t"],
  ["in_addr_t", "uint32_t"],
  ["u_char", "unsigned char"],
  ["u_short", "unsigned short"],
  ["u_int", "unsigned int"],
  ["u_long", "unsigned long"],
  ["uchar", "unsigned char"],
  ["ushort", "unsigned short"],
  ["uint", "unsigned int"],
  ["ulong", "unsigned long"],
  // Windows
  ["UCHAR", "unsigned char"],
  ["BYTE", "uint8_t"],
  ["WORD", "uint16_t"],
  ["DWORD", "uint32_t"],
  ["WCHAR", "uint16_t"],
  ["CHAR", "char"],
  ["SHORT", "short"],
  ["USHORT", "unsigned short"],
  ["QWORD", "uint64_t"],
  ["LONGLONG", "int64_t"],
  ["ULONGLONG", "uint64_t"],
]);

const ENDIAN_TYPE =
  /^(?:__(be|le)\d\d|(?:(?:boost::endian|etl)::)?(big|little)_u?int\d+(?:_buf)?_t|(?:etl::)?(be|le)_u?int\d+_t)$/;

/** The byte order in a type's name, for types of the Linux kernel, Boost and ETL. */
export function orderOfType(name: string): ByteOrder | undefined {
  const [, kernel, boost, etl] = ENDIAN_TYPE.exec(name.replace(/^::/, "")) ?? [];
  const word = kernel ?? boost ?? etl;
  return word === undefined ? undefined : word.startsWith("b") ? "big" : "little";
}

/** Type names of `<stdatomic.h>` and their non-atomic types. [C17 7.17.6] */
const ATOMIC: Readonly<Record<string, string>> = dictionary({
  bool: "bool",
  char: "char",
  schar: "signed char",
  uchar: "unsigned char",
  short: "short",
  ushort: "unsigned short",
  int: "int",
  uint: "unsigned int",
  long: "long",
  ulong: "unsigned long",
  llong: "long long",
  ullong: "unsigned long long",
});

/** The type behind `atomic_uint`. In C++, where `atomic_uint8_t` exists too, it is a class. */
export function atomicType(name: string, target: Target, language: Language): ArithmeticType | undefined {
  const [, of] = /^atomic_(\w+)$/.exec(name) ?? [];
  if (of === undefined) return undefined;
  if (Object.hasOwn(ATOMIC, of)) return ATOMIC[of] as ArithmeticType;
  const isNamed = /^(?:u?int(?:_least|_fast)?\d+|u?intptr|u?intmax|size|ptrdiff|wchar|char16|char32)_t$/.test(of);
  const isOnlyCpp = /^u?int\d/.test(of);
  return !isNamed || (isOnlyCpp && language === "c") ? undefined : knownType(of, target);
}

const OF_MATH: Readonly<Record<string, ArithmeticType>> = dictionary({ float_t: "float", double_t: "double" });

/** @param name without `std::` */
export function knownType(name: string, { types, name: target }: Target): ArithmeticType | undefined {
  // <math.h>: on i386 they are `long double`. [C17 7.12p2]
  if (target !== "i386" && Object.hasOwn(OF_MATH, name)) return OF_MATH[name];
  return KNOWN.get(name) ?? (Object.hasOwn(types, name) ? types[name] : undefined);
}

/** For "did you mean". */
export const COMMON_TYPE_NAMES: readonly string[] = [
  ...WIDTHS.flatMap((bits) => [`uint${bits}_t`, `int${bits}_t`]),
  ..."char short int long float double bool unsigned signed".split(" "),
];
