/**
 * Built-in standard headers, as far as they affect a struct's layout. Their text is parsed like that of other headers.
 * [C17 7], [glibc endian.h], [newlib machine/endian.h], [Linux asm/byteorder.h, linux/types.h], [Windows SDK pshpack1.h]
 */

import type { AbiName } from "../../runtime/channels/abi-names.ts";
import { dictionary } from "../../runtime/lib/dictionary.ts";
import { compilerTable } from "../source/own-text.ts";
import { gnuMacros, type Language } from "./predefined.ts";
import { isGnu, type Target } from "./target.ts";

const STDINT = `
${[8, 16, 32, 64]
  .map(
    (bits) => `#define INT${bits}_MAX __INT${bits}_MAX__
#define INT${bits}_MIN (-INT${bits}_MAX - 1)
#define UINT${bits}_MAX __UINT${bits}_MAX__
#define INT_LEAST${bits}_MAX INT${bits}_MAX
#define INT_LEAST${bits}_MIN INT${bits}_MIN
#define UINT_LEAST${bits}_MAX UINT${bits}_MAX
#define INT${bits}_C(c) __INT${bits}_C(c)
#define UINT${bits}_C(c) __UINT${bits}_C(c)`,
  )
  .join("\n")}
${[8, 16, 32, 64]
  .map(
    (bits) => `#define INT_FAST${bits}_MAX __INT_FAST${bits}_MAX__
#define INT_FAST${bits}_MIN (-INT_FAST${bits}_MAX - 1)
#define UINT_FAST${bits}_MAX __UINT_FAST${bits}_MAX__`,
  )
  .join("\n")}
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#define WINT_MAX __WINT_MAX__
#define WINT_MIN __WINT_MIN__
#define SIG_ATOMIC_MAX __SIG_ATOMIC_MAX__
#define SIG_ATOMIC_MIN __SIG_ATOMIC_MIN__
#define INTMAX_C(c) __INTMAX_C(c)
#define UINTMAX_C(c) __UINTMAX_C(c)
#define INTMAX_MAX __INTMAX_MAX__
#define INTMAX_MIN (-INTMAX_MAX - 1)
#define UINTMAX_MAX __UINTMAX_MAX__
#define INTPTR_MAX __INTPTR_MAX__
#define INTPTR_MIN (-INTPTR_MAX - 1)
#define UINTPTR_MAX __UINTPTR_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define PTRDIFF_MIN (-PTRDIFF_MAX - 1)
#define SIZE_MAX __SIZE_MAX__
`;

const limits = ({ charSigned, sizes }: Target): string => `
#define CHAR_BIT __CHAR_BIT__
#define SCHAR_MAX __SCHAR_MAX__
#define SCHAR_MIN (-SCHAR_MAX - 1)
#define UCHAR_MAX (SCHAR_MAX * 2 + 1)
#define CHAR_MIN ${charSigned ? "SCHAR_MIN" : "0"}
#define CHAR_MAX ${charSigned ? "SCHAR_MAX" : "UCHAR_MAX"}
#define SHRT_MAX __SHRT_MAX__
#define SHRT_MIN (-SHRT_MAX - 1)
#define USHRT_MAX ${sizes.int === 2 ? "(SHRT_MAX * 2U + 1U)" : "(SHRT_MAX * 2 + 1)"}
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX (INT_MAX * 2U + 1U)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
`;

/** glibc defines all names, for either byte order. */
const ENDIAN = `
#define __LITTLE_ENDIAN 1234
#define __BIG_ENDIAN 4321
#define __PDP_ENDIAN 3412
#define __BYTE_ORDER __BYTE_ORDER__
#define __FLOAT_WORD_ORDER __BYTE_ORDER
#define LITTLE_ENDIAN __LITTLE_ENDIAN
#define BIG_ENDIAN __BIG_ENDIAN
#define PDP_ENDIAN __PDP_ENDIAN
#define BYTE_ORDER __BYTE_ORDER
`;

/** BSD and newlib. */
const MACHINE_ENDIAN = `
#define _LITTLE_ENDIAN 1234
#define _BIG_ENDIAN 4321
#define _PDP_ENDIAN 3412
#define _BYTE_ORDER __BYTE_ORDER__
#define LITTLE_ENDIAN _LITTLE_ENDIAN
#define BIG_ENDIAN _BIG_ENDIAN
#define PDP_ENDIAN _PDP_ENDIAN
#define BYTE_ORDER _BYTE_ORDER
`;

/** Linux defines only the names of the actual byte order. */
const ASM_BYTEORDER = `
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#ifndef __LITTLE_ENDIAN
#define __LITTLE_ENDIAN 1234
#endif
#define __LITTLE_ENDIAN_BITFIELD
#else
#ifndef __BIG_ENDIAN
#define __BIG_ENDIAN 4321
#endif
#define __BIG_ENDIAN_BITFIELD
#endif
`;

const STDBOOL = `
#ifndef __cplusplus
#define bool _Bool
#define true 1
#define false 0
#endif
#define __bool_true_false_are_defined 1
`;

/** Values of fields that are not measured yet. [C17 7.12] */
const MATH =
  "#define NAN (0.0f / 0.0f)\n#define INFINITY (1.0f / 0.0f)\n#define HUGE_VALF INFINITY\n#define HUGE_VAL (1.0 / 0.0)\n";
const FLOAT = ["FLT", "DBL"]
  .flatMap((type) => ["MAX", "MIN", "EPSILON"].map((name) => `#define ${type}_${name} __${type}_${name}__\n`))
  .join("");
const STDDEF = "#define offsetof(type, member) __builtin_offsetof(type, member)\n#define NULL ((void *)0)\n";
const ASSERT = "#ifndef __cplusplus\n#define static_assert _Static_assert\n#endif\n";
const STDALIGN = "#ifndef __cplusplus\n#define alignas _Alignas\n#define alignof _Alignof\n#endif\n";
const TIMEVAL =
  "struct timeval { time_t tv_sec; suseconds_t tv_usec; };\nstruct timespec { time_t tv_sec; long tv_nsec; };\n";
/** Several headers have both structs: they include this one, as in glibc. */
const TIMEVAL_HEADER = "bits/types/struct_timeval.h";

const TM_FIELDS = "sec min hour mday mon year wday yday isdst".split(" ").map((name) => `int tm_${name};`);
/** avr-libc's is small, that of glibc ends with a pointer, and other targets have several libraries. */
const TM: Partial<Record<AbiName, string>> = {
  avr: "int8_t tm_sec, tm_min, tm_hour, tm_mday, tm_wday, tm_mon; int16_t tm_year, tm_yday, tm_isdst;",
  "arm-eabi": TM_FIELDS.join(" "),
  "mingw-x64": TM_FIELDS.join(" "),
  "msvc-x64": TM_FIELDS.join(" "),
};

const SOCKADDR = `
typedef unsigned short sa_family_t;
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_storage { sa_family_t ss_family; char __ss_padding[126 - sizeof(long)]; unsigned long __ss_align; };
`;
const SOCKADDR_IN = `
struct in_addr { in_addr_t s_addr; };
struct in6_addr { union { uint8_t __u6_addr8[16]; uint16_t __u6_addr16[8]; uint32_t __u6_addr32[4]; } __in6_u; };
struct sockaddr_in { sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; unsigned char sin_zero[8]; };
struct sockaddr_in6 { sa_family_t sin6_family; in_port_t sin6_port; uint32_t sin6_flowinfo; struct in6_addr sin6_addr; uint32_t sin6_scope_id; };
`;
const INTERVALS = `
struct timezone { int tz_minuteswest; int tz_dsttime; };
struct itimerval { struct timeval it_interval; struct timeval it_value; };
`;
const LINUX_TYPES = `
#define __BITS_PER_LONG (__SIZEOF_LONG__ * 8)
${["u", "be", "le"].map((form) => `#define __aligned_${form}64 __${form}64 __attribute__((aligned(8)))`).join("\n")}
`;
const CDEFS = `
#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif
`;

const ALIKE: Readonly<Record<string, string>> = dictionary({
  "stdint.h": STDINT,
  cstdint: STDINT,
  "inttypes.h": STDINT,
  cinttypes: STDINT,
  "stdbool.h": STDBOOL,
  cstdbool: STDBOOL,
  "stddef.h": STDDEF,
  cstddef: STDDEF,
  "math.h": MATH,
  cmath: MATH,
  "float.h": FLOAT,
  cfloat: FLOAT,
  "assert.h": ASSERT,
  cassert: ASSERT,
  "stdalign.h": STDALIGN,
  "endian.h": ENDIAN,
  "machine/endian.h": MACHINE_ENDIAN,
  "sys/endian.h": MACHINE_ENDIAN,
  "asm/byteorder.h": ASM_BYTEORDER,
  "linux/types.h": LINUX_TYPES,
  "sys/cdefs.h": CDEFS,
  ...Object.fromEntries([1, 2, 4, 8].map((pack) => [`pshpack${pack}.h`, `#pragma pack(push, ${pack})\n`])),
  "poppack.h": "#pragma pack(pop)\n",
});

const SOCKADDR_IN_HEADER = "bits/sockaddr_in.h";
export const FEATURES = "features.h";
/** These headers include the byte order macros. */
const WITH_ENDIAN = ["sys/param.h", "sys/types.h", "netinet/in.h", "arpa/inet.h", "stdlib.h"];
const WITH_TIMEVAL = ["sys/time.h", "time.h", "sys/types.h", "sys/select.h"];

/** What headers include and define, as far as it depends on the target or is shared. */
const CONTENTS: readonly (readonly [names: readonly string[], text: (target: Target) => string])[] = [
  [["limits.h", "climits"], limits],
  [WITH_ENDIAN, (target) => `#include <${isLinux(target) ? "endian.h" : "machine/endian.h"}>\n`],
  [WITH_TIMEVAL, (target) => (hasTimeval(target) ? `#include <${TIMEVAL_HEADER}>\n` : "")],
  [[TIMEVAL_HEADER], (target) => (hasTimeval(target) ? TIMEVAL : "")],
  [["time.h", "ctime"], ({ name }) => (TM[name] ? `struct tm { ${TM[name]} };\n` : "")],
  [["sys/time.h"], (target) => (isLinux(target) ? INTERVALS : "")],
  [["netinet/in.h", "arpa/inet.h"], (target) => (isLinux(target) ? `#include <${SOCKADDR_IN_HEADER}>\n` : "")],
  [[SOCKADDR_IN_HEADER], () => `#include <sys/socket.h>\n${SOCKADDR_IN}`],
  [["sys/socket.h"], (target) => (isLinux(target) ? SOCKADDR : "")],
  [["sys/param.h"], () => "#include <limits.h>\n"],
  // Every header of glibc includes it.
  [[FEATURES], (target) => (isLinux(target) ? "#define __GLIBC__ 2\n#define __GNU_LIBRARY__ 6\n" : "")],
];

/** Undefined if the header defines nothing relevant. */
export function standardHeader(name: string, target: Target, language: Language): string | undefined {
  if (language === "c" && /^c[a-z]+$/.test(name)) return undefined;
  const alike = Object.hasOwn(ALIKE, name) ? ALIKE[name] : "";
  const contents = alike + CONTENTS.map(([names, text]) => (names.includes(name) ? text(target) : "")).join("");
  if (contents === "") return undefined;
  const text = forCompiler(contents, target);
  if (name.startsWith("pshpack") || name === "poppack.h") return text;
  const guard = `__STRUCTLINE_${name.replace(/\W/g, "_")}`;
  return `#ifndef ${guard}\n#define ${guard}\n${text}#endif\n`;
}

/** The texts above use GCC's macros. Other compilers have none of these, so insert their values. */
function forCompiler(text: string, target: Target): string {
  if (isGnu(target)) return text;
  const values = gnuMacros(target, "little");
  const written = (part: string): string =>
    part.replace(/\b__\w+_C\(c\)|\b__[A-Z0-9_]+__\b/g, (name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined ? name : written(value);
    });
  return written(text);
}

/** Definitions for headers whose includes are not available. */
export function commonDefinitions(target: Target): readonly string[] {
  return forCompiler([STDINT, limits(target), ENDIAN, MACHINE_ENDIAN, STDDEF].join(""), target)
    .split("\n")
    .filter((line) => line.startsWith("#define "))
    .map((line) => line.slice("#define ".length));
}

function isLinux(target: Target): boolean {
  return target.macros["__linux__"] !== undefined;
}

function hasTimeval({ types }: Target): boolean {
  return types["time_t"] !== undefined && types["suseconds_t"] !== undefined;
}

let libraryNames: ReadonlySet<string> | undefined;

/** True for other macros that some C library defines. */
export function isLibraryMacro(name: string): boolean {
  libraryNames ??= new Set(compilerTable("library-names").split(" "));
  return libraryNames.has(name);
}

/** Headers that include no others but their library's own. */
export const SMALL_HEADERS: ReadonlySet<string> = new Set(
  "float inttypes iso646 limits stdalign stdarg stdatomic stdbool stddef stdint stdnoreturn string features linux/types asm/byteorder".split(
    " ",
  ),
);

let smallHeaderNames: ReadonlySet<string> | undefined;

/** False if no library defines the macro in these headers, so that it is undefined. */
export function maySay(headers: readonly string[], name: string): boolean {
  smallHeaderNames ??= new Set(compilerTable("small-header-names").split(" "));
  return smallHeaderNames.has(name) || !headers.every((header) => SMALL_HEADERS.has(header.replace(/\.h$/, "")));
}

const OF_COMPILER_OR_KERNEL =
  /^(?:std(?:def|bool|arg|align|atomic|noreturn)|float|iso646)\.h$|^(?:linux|asm|asm-generic|uapi)\//;

export function isOfCLibrary(name: string): boolean {
  return isSystemHeader(name) && !OF_COMPILER_OR_KERNEL.test(name);
}

/** True for headers of compilers, systems and boards: they define no macros of the project. */
export function isSystemHeader(name: string): boolean {
  return (
    /^[a-z_]+$/.test(name) ||
    /^(?:sys|arpa|netinet|netpacket|netax25|net|linux|scsi|sound|mtd|rdma|rpc|gnu|lwip|asm|asm-generic|machine|avr|util|bits|uapi|freertos|driver|nvs|esp_\w+)\//.test(
      name,
    ) ||
    SYSTEM.has(name) ||
    // Instructions of a processor, as functions.
    /^(?:[a-z0-9]*intrin|cpuid|arm_\w+|riscv_vector|avr\/\w+)\.h$/.test(name) ||
    // Registers of a chip, and its vendor's library.
    /^(?:stm32|nrf|esp_|esp32|esp8266|sam|lpc|msp430|core_cm|cmsis|arm_)\w*\.h$/i.test(name)
  );
}

const SYSTEM: ReadonlySet<string> = new Set(
  [
    "assert ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool",
    "stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype endian strings unistd fcntl",
    "byteswap memory malloc poll pthread sched semaphore termios alloca features pshpack1 pshpack2 pshpack4 pshpack8 poppack",
    "Arduino WProgram mbed windows winsock2 ws2tcpip ESP8266WiFi WiFi Wire SPI EEPROM Ethernet PubSubClient",
  ]
    .join(" ")
    .split(" ")
    .map((name) => `${name}.h`),
);
