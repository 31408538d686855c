/** A header gets its compiler's layout, or is rejected with a position. Each case was once wrong. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { leaves } from "../../../generator/layout/struct-layout.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import type { ChannelPlan } from "../../../generator/plan/channel-plan.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { planOf } from "../../support/channel-plan.ts";

interface Case {
  readonly header: string | Readonly<Record<string, string | Uint8Array>>;
  readonly plan?: Partial<ChannelPlan>;
  /** `name@offset` of every leaf after `length` and `ID`, with the struct's size; or the error's code. */
  readonly is: string;
}

/** A message with these members, and text before it. */
const message = (members: string, before = "", attribute = ""): string =>
  `${before}\nstruct ${attribute} struct_m {\nuint8_t length; uint8_t ID;\n${members}\n} m = {0, 1};\n`;
const ORDERED = '__attribute__((scalar_storage_order("big-endian")))';
const ENDIAN = `#if __BYTE_ORDER == __LITTLE_ENDIAN
uint8_t low, high;
#elif __BYTE_ORDER == __BIG_ENDIAN
uint8_t high, low;
#endif`;

const MAYBE = `#include "config.h"
#ifndef WITH
#define MAYBE __attribute__((packed))
#define MAYBE_NOT
#else
#define MAYBE
#define MAYBE_NOT __attribute__((packed))
#endif
`;
const RING = "template <typename T, int N = 3> struct ring { T items[N]; uint8_t head; };";

const C = { cflags: ["-std=gnu17"] };
const CPP = { cflags: ["-std=gnu++17"] };

const OWN_INTEGERS = "#if !defined(_STDINT_H) && !defined(_GCC_STDINT_H)\ntypedef unsigned int uint32_t;\n#endif";

const CASES: Readonly<Record<string, Case>> = {
  "1 byte order of <endian.h>": { header: message(ENDIAN, "#include <endian.h>"), is: "low@2 high@3 4" },
  "1 byte order of <sys/param.h>": {
    header: message(ENDIAN.replaceAll("__", ""), "#include <sys/param.h>"),
    is: "low@2 high@3 4",
  },
  "1 byte order of <machine/endian.h>, newlib": {
    header: message(ENDIAN.replaceAll("__", "_"), "#include <machine/endian.h>"),
    plan: { abi: "arm-eabi", byteOrder: "big" },
    is: "high@2 low@3 4",
  },
  "1 byte order of Linux' headers": {
    header: message(
      "#if defined(__LITTLE_ENDIAN_BITFIELD)\nuint8_t a:4, b:4;\n#elif defined(__BIG_ENDIAN_BITFIELD)\nuint8_t b:4, a:4;\n#else\n#error order\n#endif",
      "#include <asm/byteorder.h>",
    ),
    is: "a@2 b@2.4 3",
  },
  "1 byte order that nothing defines": { header: message(ENDIAN), is: "E152" },
  "2 base class of a nested struct": {
    header: message("B b;", "struct A { uint32_t x; }; struct B : A { uint8_t y; };"),
    is: "b.x@4 b.y@8 12",
  },
  "2 template for a base class": {
    header: message("B b;", "template <typename T> struct A { T x; }; struct B : public A<int> { uint8_t y; };"),
    is: "b.x@4 b.y@8 12",
  },
  "2 override makes a class polymorphic": {
    header: message("B b;", "struct B { void f() override; uint8_t y; };"),
    is: "E116",
  },
  "3 word of an absent header before a brace": {
    header: message("t v;", '#include "compiler.h"\ntypedef struct PACKED { uint8_t a; uint32_t b; } t;'),
    is: "E111",
  },
  "3 the same before an enum's": {
    header: message("t v;", '#include "compiler.h"\ntypedef enum VENDOR_PACKED { A, B } t;'),
    is: "E111",
  },
  "3 word before a nested member": {
    header: message("struct n v;", "struct n { uint8_t a; VENDOR_ALIGN(4) uint8_t b; };"),
    is: "E108",
  },
  "3 absent header that packs": {
    header: message("uint32_t v;", '#include "pack_struct_start.h"'),
    is: "E152",
  },
  "3 word before the struct": {
    header: message("struct n v;", "PACKED_BEGIN struct n { uint8_t a; uint32_t b; };"),
    is: "E111",
  },
  "4 undefined macro for a field": { header: message("FIELD(uint32_t, speed);\nuint8_t x;"), is: "E155" },
  "4 the same in a nested struct": {
    header: message("struct n v;", "struct n { PACK_STRUCT_FIELD(uint8_t a); uint8_t b; };"),
    is: "E155",
  },
  "4 the same in C++": { header: message("class K { public: int x; }; uint32_t FIELD(speed);"), is: "E155" },
  "5 _Pragma": { header: message("uint32_t v;", '_Pragma("pack(push, 1)")'), is: "v@2 6" },
  "5 _Pragma in a macro": {
    header: `#define PACK _Pragma("pack(push, 1)")\n#define UNPACK _Pragma("pack(pop)")\nPACK struct n { uint8_t a; uint32_t b; }; UNPACK\n${message("struct n v; uint32_t w;")}`,
    is: "v.a@2 v.b@3 w@8 12",
  },
  "5 _Pragma in a struct's head": {
    header: message("struct p v;", 'struct\n_Pragma("pack(push, 1)") p { uint8_t a; uint32_t b; };'),
    is: "E108",
  },
  "6 limits in #if": {
    header: message("#if UINT_MAX == 65535\nuint16_t v;\n#else\nuint32_t v;\n#endif", "#include <limits.h>"),
    plan: { abi: "avr" },
    is: "v@2 4",
  },
  "6 limits of 64 bits": {
    header: message(
      "#if UINT64_MAX > 0xFFFFFFFF && CHAR_BIT == 8 && SIZE_MAX == UINT64_MAX && INT_MAX == 2147483647\nuint8_t v;\n#else\nuint16_t w;\n#endif",
      "#include <stdint.h>\n#include <limits.h>",
    ),
    is: "v@2 3",
  },
  "6 limits of headers that are not there": {
    header: message("#if UINT_MAX == 65535\nuint16_t v;\n#else\nuint32_t v;\n#endif", '#include "project.h"'),
    is: "v@4 8",
  },
  "7 typedef's alignment in a packed struct": {
    header: message(
      "struct q v;",
      "struct p { uint8_t a; };\ntypedef struct p p8 __attribute__((aligned(8)));\nstruct q { uint8_t x; p8 y; } __attribute__((packed));",
    ),
    is: "v.x@2 v.y.a@3 4",
  },
  "7 typedef's alignment of an array": {
    header: message("a4 v;", "typedef uint8_t a4[3] __attribute__((aligned(4)));"),
    is: "v[0]@4 v[1]@5 v[2]@6 8",
  },
  "7 typedef's alignment of an enum": {
    header: message("e8 v;", "enum e { A };\ntypedef enum e e8 __attribute__((aligned(8)));"),
    is: "v@8 16",
  },
  "7 typedef that lowers an alignment": {
    header: message(
      "u1 v; u2 w;",
      "typedef uint32_t u1 __attribute__((aligned(1)));\ntypedef uint32_t u2 __attribute__((aligned(2)));",
    ),
    is: "v@2 w@6 10",
  },
  "8 a default is not an include guard": {
    header: message("uint8_t v[BOARD];", "#ifndef BOARD\n#define BOARD 1\n#endif"),
    plan: { defines: new Map([["BOARD", "3"]]) },
    is: "v[0]@2 v[1]@3 v[2]@4 5",
  },
  "8 an include guard after an include that is missing": {
    header: `#include "main.h"\n#pragma once\n#ifndef RIG_H\n#define RIG_H\n${message("uint8_t v;")}\n#endif`,
    is: "v@2 3",
  },
  "8 a default after an include that is missing": {
    header: `#include "main.h"\n#ifndef RIG_H\n#define RIG_H 1\n${message("uint8_t v;")}\n#endif`,
    is: "E152",
  },
  "9 _Atomic(…) in a nested struct": {
    header: message("struct n v;", "struct n { _Atomic(uint16_t) a; uint8_t b; };"),
    is: "v.a@2 v.b@4 6",
  },
  "9 two names": { header: message("struct n v;", "struct n { int16_t x y, z; };"), is: "E108" },
  "9 missing semicolon": { header: message("struct n v;", "struct n { uint8_t a uint16_t b; };"), is: "E107" },
  "9 bool for an ID": { header: "struct struct_m { uint8_t length = 3; bool ID = true; uint8_t v; };", is: "v@2 3" },
  "9 [[no_unique_address]]": {
    header: message("[[no_unique_address]] E e; uint8_t v;", "struct E { };"),
    is: "E127",
  },
  "9 a typedef and a struct of one name in two headers": {
    header: { "a.h": "typedef uint32_t pos;", "b.h": message("pos v;", "struct pos { uint8_t x; };") },
    plan: { headerFiles: ["a.h", "b.h"] },
    is: "v.x@2 3",
  },
  "9 two structs of one name, and a third header": {
    header: {
      "a.h": "struct pos { uint32_t x; };",
      "b.h": "struct pos { uint8_t x; };",
      "c.h": message("struct pos v;"),
    },
    plan: { headerFiles: ["a.h", "b.h", "c.h"] },
    is: "E153",
  },
  "9 BaseType_t of avr": { header: message("BaseType_t v; uint8_t w;"), plan: { abi: "avr" }, is: "v@2 w@3 4" },

  "an enum that no message uses": {
    header: message("uint8_t v;", "enum x { A = BIT0, B = __constant_cpu_to_be32(3) };"),
    is: "v@2 3",
  },
  "an assertion that no message uses": {
    header: message(
      "uint8_t v;",
      "#define CT_ASSERT(c) enum { CT_##__LINE__ = 1 / (c) }\nstruct pkt { uint8_t a; };\nCT_ASSERT(sizeof(struct pkt) == 1);",
    ),
    is: "v@2 3",
  },
  "sizeof and offsetof in an array's size": {
    header: message(
      "uint8_t v[sizeof(struct n) - offsetof(struct n, b)];",
      "#include <stddef.h>\nstruct n { uint8_t a; uint32_t b; };",
    ),
    is: "v[0]@2 v[1]@3 v[2]@4 v[3]@5 6",
  },
  "an assertion that holds": {
    header: `${message("uint32_t v;")}_Static_assert(sizeof(struct struct_m) == 8, "size");`,
    is: "v@4 8",
  },
  "an assertion that does not": {
    header: `${message("uint32_t v;")}_Static_assert(sizeof(struct struct_m) == 6, "packed");`,
    is: "E154",
  },
  "1 << 15 and UINT16_MAX / 4096 on avr": {
    header: message("uint8_t v[UINT16_MAX / 4096]; enum e w;", "#include <stdint.h>\nenum e { TOP = 1 << 15 };"),
    plan: { abi: "avr" },
    is: `${Array.from({ length: 15 }, (_, at) => `v[${at}]@${at + 2}`).join(" ")} w@17 19`,
  },
  "Linux' and BSD's names of types": {
    header: message("__be16 a; __le32 b; __sum16 c; u_int d; u_char e; __uint32_t f;", "#include <linux/types.h>"),
    is: "a@2 b@4 c@8 d@12 e@16 f@20 24",
  },
  "struct timeval, which several headers declare": {
    header: message("struct timeval v;", "#include <time.h>\n#include <sys/time.h>\n#include <sys/types.h>"),
    is: "v.tv_sec@8 v.tv_usec@16 24",
  },
  "struct timeval": { header: message("struct timeval v;", "#include <sys/time.h>"), is: "v.tv_sec@8 v.tv_usec@16 24" },
  ", ##__VA_ARGS__ and __COUNTER__": {
    header: message(
      "F(uint8_t, a) F(uint8_t, b, c)\nuint8_t v[__COUNTER__ + 1];",
      "#define F(t, n, ...) t n, ##__VA_ARGS__;",
    ).replace("t n, ##__VA_ARGS__;", "t n, n##1, ##__VA_ARGS__;"),
    is: "a@2 a1@3 b@4 b1@5 c@6 v[0]@7 8",
  },
  "a trailing d[0] that no message ends with": {
    header: message("struct n v; uint8_t w;", "struct n { uint16_t len; uint8_t d[0]; };"),
    is: "v.len@2 w@4 6",
  },
  "std::array": { header: message("std::array<uint16_t, 2> v;"), is: "v[0]@2 v[1]@4 6" },
  "etl::array and boost::array": {
    header: message("etl::array<uint16_t, 2> v; boost::array<uint8_t, 1> w;"),
    is: "v[0]@2 v[1]@4 w[0]@6 8",
  },
  "the type of a member and an element of a variable": {
    header: message(
      "__typeof__(rig.legs[1].angle) v; typeof(rig.legs[0]) w[2]; __typeof__(list[0]) x;",
      "struct leg { char side; short angle[2]; }; extern struct { struct leg legs[4]; } rig; extern uint8_t list[3];",
    ),
    plan: C,
    is: "v[0]@2 v[1]@4 w[0].side@6 w[0].angle[0]@8 w[0].angle[1]@10 w[1].side@12 w[1].angle[0]@14 w[1].angle[1]@16 x@18 20",
  },
  "numbers of fixed point": { header: message("_Fract v;"), plan: { abi: "avr" }, is: "E118" },
  "numbers of fixed point in several words": {
    header: message("unsigned long _Accum v;"),
    plan: { abi: "avr" },
    is: "E108",
  },
  "a macro of 16-bit numbers, which GCC 11 does not have on x86": {
    header: message("\n#ifdef __FLT16_MAX__\nuint8_t w;\n#endif\nuint8_t v;"),
    plan: { ...C, compiler: "gcc-11" },
    is: "v@2 3",
  },
  "a macro of 16-bit numbers, which GCC 12 has": {
    header: message("\n#ifdef __FLT16_MAX__\nuint8_t w;\n#endif\nuint8_t v;"),
    plan: { ...C, compiler: "gcc-12" },
    is: "w@2 v@3 4",
  },
  "own integers where the guard of <stdint.h> is not known, as in ST's drivers": {
    header: message("uint32_t v;", `#include <stdint.h>\n${OWN_INTEGERS}`),
    plan: { abi: "avr" },
    is: "v@2 6",
  },
  "own integers where <stdint.h> is not included": {
    header: message("uint32_t v;", `#include <stdlib.h>\n${OWN_INTEGERS}`),
    is: "E152",
  },
  "own integers where an unknown macro includes <stdint.h>": {
    header: message(
      "uint32_t v;",
      `#include "config.h"\n#ifdef HAVE_STDINT\n#include <stdint.h>\n#endif\n${OWN_INTEGERS}`,
    ),
    is: "E152",
  },
  "own integers in a namespace behind <stdint.h>": {
    header: message("own::uint32_t v;", `#include <stdint.h>\nnamespace own {\n${OWN_INTEGERS}\n}`),
    plan: CPP,
    is: "E152",
  },
  "a macro of a header that is not there": {
    header: message("#ifdef WITH_GPS\nfloat lat;\n#endif\nuint8_t v;", '#include "config.h"'),
    is: "E152",
  },
  "a macro of which the flags say that it is not": {
    header: message("#ifdef WITH_GPS\nfloat lat;\n#endif\nuint8_t v;", '#include "config.h"'),
    plan: { cflags: ["-UWITH_GPS"] },
    is: "v@2 3",
  },
  "an attribute list that is malformed": {
    header: "struct struct_m { uint8_t length; uint8_t ID; uint32_t v; } __attribute__((packed, (2))) m = {0, 1};",
    is: "E108",
  },
  "UTF-16, as some editors save": {
    header: { "lab.h": Buffer.from(`\uFEFF${message("uint16_t v;")}`, "utf16le") },
    is: "v@2 4",
  },
  "a message of more than 255 bytes": {
    header: "struct struct_m { uint8_t length; uint8_t ID; char text[298]; } m = {300, 1};",
    is: "text@2 300",
  },
  "-fpack-struct": { header: message("uint32_t v;"), plan: { cflags: ["-fpack-struct"] }, is: "v@2 6" },
  "-fpack-struct=2": { header: message("uint32_t v;"), plan: { cflags: ["-fpack-struct=2"] }, is: "v@2 6" },
  "-fshort-enums": { header: message("enum e v;", "enum e { A };"), plan: { cflags: ["-fshort-enums"] }, is: "v@2 3" },
  "-m32": { header: message("double v;"), plan: { cflags: ["-m32"] }, is: "v@4 12" },
  "8 a condition without its parenthesis": {
    header: message("#if defined(GPS\nuint8_t v;\n#endif\nuint8_t w;"),
    is: "E152",
  },
  "3 a word with arguments behind a brace": {
    header: message("struct t v;", "struct t { uint8_t a; } ALIGN(4);"),
    is: "E111",
  },
  "3 a word behind an enum's brace": {
    header: message("enum e v;", '#include "compiler.h"\nenum e { A } PACKED;'),
    is: "E111",
  },
  "3 a word with arguments behind an enum's brace": {
    header: message("enum e v;", "enum e { A } ALIGN(1);"),
    is: "E111",
  },
  "9 a qualified field without its name": { header: message("volatile union u; uint8_t v;"), is: "E133" },
  "9 a field whose name has template arguments": { header: message("uint8_t v<2>, w;"), is: "E133" },
  "9 an unknown type in a type that only stands there": {
    header: message("struct inner { odd_t v; }; uint8_t w;"),
    is: "E112",
  },
  "9 a type that an unnamed struct announces": { header: message("struct { uint8_t v; struct w; } x;"), is: "E133" },
  "9 an array without a size in an anonymous struct": {
    header: message("struct { uint8_t n; uint8_t v[]; }; uint8_t w;"),
    is: "E115",
  },
  "msvc-x64: a named struct without a field of it": {
    header: message("struct inner { uint8_t v; }; uint8_t w;"),
    plan: { abi: "msvc-x64", cflags: ["-std=c17"] },
    is: "E133",
  },
  "3 an attribute behind the tag": {
    header: message("struct t v;", "struct t __attribute__((packed)) { uint8_t a; uint32_t b; };"),
    is: "E108",
  },
  "9 a function that is named as a type": { header: message("uint8_t v; size_t int() const;"), is: "E108" },
  "3 an attribute behind a comma": {
    header: message("uint8_t v, __attribute__((aligned(4))) w;"),
    plan: { cflags: ["-std=gnu17"] },
    is: "E108",
  },
  "3 the same in C++": {
    header: message("uint8_t v, __attribute__((aligned(4))) w;"),
    plan: { cflags: ["-std=gnu++17"] },
    is: "v@2 w@4 8",
  },
  "3 the same of a bit-field in C++": {
    header: message("uint32_t v : 1, __attribute__((packed)) : 6;"),
    plan: { cflags: ["-std=gnu++17"] },
    is: "E108",
  },
  "9 a function that is named void": { header: message("uint8_t v; reset void();"), is: "E108" },
  "9 a brace behind the instance in C": {
    header: "struct struct_m { uint8_t length; uint8_t ID; } m {2, 1};",
    plan: { cflags: ["-std=gnu17"] },
    is: "E107",
  },
  "9 a function with one qualifier twice": {
    header: message("uint8_t v; int size() const const;"),
    plan: { cflags: ["-std=gnu++17"] },
    is: "E108",
  },
  "msvc-x64: limits without GCC's macros": {
    header: message(
      "#if UINT8_MAX == 255 && SIZE_MAX > 0xffff\nuint8_t v[CHAR_BIT / 4];\n#endif",
      "#include <stdint.h>",
    ),
    plan: { abi: "msvc-x64" },
    is: "v[0]@2 v[1]@3 4",
  },
  "msvc-x64: a typedef's alignment lowers nothing": {
    header: message("t v;", "typedef __declspec(align(2)) unsigned long t;"),
    plan: { abi: "msvc-x64" },
    is: "v@4 8",
  },
  "msvc-x64: a bit-field of no width in a union has its type's size, and aligns nothing": {
    header: message("union { uint8_t a : 3; uint16_t : 0; } u; union { uint16_t b : 2; unsigned : 0; } w; uint8_t v;"),
    plan: { abi: "msvc-x64" },
    is: "u.a@2 w.b@4 v@8 9",
  },
  "msvc-x64: an empty struct of C": {
    header: message("struct { } nothing; uint8_t v;"),
    plan: { abi: "msvc-x64", cflags: ["-std=c17"] },
    is: "v@6 7",
  },
  ...Object.fromEntries(
    [
      ["uint8_t a;\n#if WITH\nuint8_t b;\n#endif\n_Alignas(4) uint8_t c;", ""],
      ['uint8_t a;\n#if WITH\nuint8_t b;\n#endif\n_Static_assert(1, "");\nuint8_t c;', ""],
      ["struct p v;", "struct p { uint8_t a; uint32_t b; } MAYBE;"],
      ["struct p v;", "struct p { uint8_t a; uint32_t b; } MAYBE_NOT;"],
      ["p_t v;", "typedef struct { uint8_t a; uint32_t b; } MAYBE p_t;"],
      ["struct p v;", "struct MAYBE p { uint8_t a; uint32_t b; };"],
      ["uint8_t a; uint32_t b MAYBE;", ""],
      ["enum e a;", "enum e { A } MAYBE;"],
      ["enum e a;", "enum MAYBE e { A };"],
    ].map(([members = "", before]) => [
      `a condition on an absent header, told beside an attribute: ${before} ${members.replaceAll("\n", " ")}`,
      { header: message(members, `${MAYBE}${before}`), is: "E152" },
    ]),
  ),
  "#include_next of a wrapper around a standard header": {
    header: {
      "lab.h": message("#if UINT8_MAX == 255 && OWN\nuint8_t v;\n#endif", "#include <stdint.h>"),
      "stdint.h": "#pragma once\n#include_next <stdint.h>\n#define OWN 1\n",
    },
    is: "v@2 3",
  },
  "an instance that is named as a keyword": {
    header: "struct struct_m { uint8_t length; uint8_t ID; } virtual = {2, 1};",
    plan: { cflags: ["-std=gnu++17"] },
    is: "E108",
  },
  "an attribute in the place of a value": {
    header: "struct struct_m { uint8_t length; uint8_t ID; uint8_t v; } m = {2, 1, __attribute__((packed)) };",
    is: "E108",
  },
  "an attribute in an array's size": {
    header: message("uint8_t v[3 % __attribute__((packed)) + 1];"),
    is: "E108",
  },
  "msvc-x64: a struct's name alone is its members to Microsoft's C": {
    header: message("struct p; uint8_t v;", "struct p { uint8_t a; };"),
    plan: { abi: "msvc-x64", cflags: ["-std=c17"] },
    is: "E133",
  },
  "template: a type and a number": {
    header: message("ring<uint16_t, 2> a; ring<uint8_t> b; struct ring<uint8_t, (8 >> 2)> c;", RING),
    is: "a.items[0]@2 a.items[1]@4 a.head@6 b.items[0]@8 b.items[1]@9 b.items[2]@10 b.head@11 c.items[0]@12 c.items[1]@13 c.head@14 16",
  },
  "template: a typedef, an alias, one within the other": {
    header: message(
      "r2 a; r3 b; one<uint8_t> c;",
      `${RING}\ntypedef ring<uint8_t, 1> r2; using r3 = ring<ring<uint16_t, 1>, 2>; template <class T> using one = ring<T, 1>;`,
    ),
    is: "a.items[0]@2 a.head@3 b.items[0].items[0]@4 b.items[0].head@6 b.items[1].items[0]@8 b.items[1].head@10 b.head@12 c.items[0]@14 c.head@15 16",
  },
  "template: a struct as argument, sizes that depend on it": {
    header: message(
      "bytes<p> v; uint8_t n[sizeof(bytes<p>) / 8];",
      "struct p { uint8_t x; uint32_t y; }; template <typename T> union bytes { T value; uint8_t raw[sizeof(T) / 4]; };",
    ),
    is: "v.value.x@4 v.value.y@8 v.raw[0]@4 v.raw[1]@5 n[0]@12 16",
  },
  "template: packed as its text says, wherever it is used": {
    header: message(
      "t<uint32_t> v;\n#pragma pack(push, 1)\nstruct { uint8_t a; u<uint32_t> b; } w;\n#pragma pack(pop)",
      "#pragma pack(push, 1)\ntemplate <typename T> struct t { uint8_t a; T b; };\n#pragma pack(pop)\ntemplate <typename T> struct u { uint8_t a; T b; };",
    ),
    is: "v.a@2 v.b@3 w.a@7 w.b.a@8 w.b.b@12 16",
  },
  "template: an alignment of the argument's typedef does not count": {
    header: message(
      "t<w> v; w x;",
      "typedef uint16_t w __attribute__((aligned(8)));\ntemplate <typename T> struct t { T a; };",
    ),
    is: "v.a@2 x@8 16",
  },
  "template: a name that is declared behind it": {
    header: message("t<int> v;", "template <typename T> struct t { uint8_t a[K]; };\nconstexpr int K = 2;"),
    is: "E121",
  },
  "template: a name of the namespace that is declared behind it": {
    header: message(
      "ns::t<int> v;",
      "constexpr int K = 1;\nnamespace ns { template <typename T> struct t { uint8_t a[K]; }; constexpr int K = 2; }",
    ),
    is: "v.a[0]@2 3",
  },
  "template: packed on a field of a parameter's type, which GCC ignores": {
    header: message("t<int> v;", "template <typename T> struct t { T a __attribute__((packed)); };"),
    is: "E127",
  },
  "template: packed on a field of another type": {
    header: message("t<1> v;", "template <int N> struct t { uint8_t a; uint32_t b __attribute__((packed)); };"),
    is: "v.a@2 v.b@3 7",
  },
  "template: an assertion about the argument": {
    header: message("t<int> v;", 'template <typename T> struct t { static_assert(sizeof(T) < 4, "small"); T a; };'),
    is: "E154",
  },
  "template: its parameter outside": { header: message("ring<int, 1> a; T b;", RING), is: "E112" },
  "template: a field named as a parameter": {
    header: message("t<1> v;", "template <int N> struct t { uint8_t N; };"),
    is: "E108",
  },
  "template: specialised": {
    header: message("ring<int, 4> v;", `${RING}\ntemplate <> struct ring<uint8_t, 1> { uint8_t a; };`),
    is: "v.items[0]@4 v.items[1]@8 v.items[2]@12 v.items[3]@16 v.head@20 24",
  },
  "template: any number of arguments": {
    header: message("t<int, int> v;", "template <typename... T> struct t { uint8_t a[sizeof...(T)]; };"),
    is: "v.a[0]@2 v.a[1]@3 4",
  },
  "template: templates as arguments": {
    header: message("t<ring> v;", `${RING}\ntemplate <template <typename, int> class C> struct t { C<int, 1> a; };`),
    is: "v.a.items[0]@4 v.a.head@8 12",
  },
  "template: a number outside of its parameter's range": {
    header: message("t<300> v;", "template <uint8_t N> struct t { uint8_t a; };"),
    is: "E118",
  },
  "template: an argument that is not a type, and not used": {
    header: message("t<unsigned char char> v;", "template <typename T> struct t { uint8_t a; };"),
    is: "E118",
  },
  "template: without its arguments": { header: message("ring v;", RING), is: "E118" },
  "template: within itself": {
    header: message("t<int> v;", "template <typename T> struct t { t<T> a; };"),
    is: "E119",
  },
  "template: without end": {
    header: message("t<8> v;", "template <int N> struct t { t<N + 1> a; };"),
    is: "E118",
  },
  "template: a base class that depends on it": {
    header: message(
      "u<int> v;",
      "template <typename T> struct t { T a; }; template <typename T> struct u : t<T> { uint8_t b; };",
    ),
    is: "v.a@4 v.b@8 12",
  },
  "a function that is named as a keyword": {
    header: message("uint8_t v; void struct();"),
    plan: CPP,
    is: "E108",
  },
  "functions whose names have a keyword": {
    header: message("uint8_t v; operator bool() const; explicit operator int() const;"),
    plan: CPP,
    is: "v@2 3",
  },
  "a type within a record that no compiler takes, and no field has": {
    header: message("struct n { x; uint8_t a; }; uint8_t v;"),
    plan: C,
    is: "E133",
  },
  "the same, with a keyword for its name": { header: message("union union { uint8_t a; };"), is: "E108" },
  "the same, with what is only not supported": {
    header: message("struct n { uint8_t *a; }; uint8_t v;"),
    plan: C,
    is: "v@2 3",
  },
  "a type that an anonymous union announces": {
    header: message("union { uint8_t v; struct p; };", "struct p { uint8_t a; };"),
    plan: CPP,
    is: "E133",
  },
  "an instance that is named as a type of <stdint.h>": {
    header: "struct struct_m { uint8_t length; uint8_t ID; } uint16_t = {2, 1};",
    is: "E108",
  },
  "an instance that is named as a typedef": {
    header: "typedef int t;\nstruct struct_m { uint8_t length; uint8_t ID; } t = {2, 1};",
    is: "E108",
  },
  "an instance that is named as another header's typedef": {
    header: {
      "lab.h": `#include "other.h"\n${message("uint8_t v;").replace("} m", "} t")}`,
      "other.h": "typedef int t;",
    },
    is: "v@2 3",
  },
  "a constant without a value": {
    header: "struct struct_m { uint8_t length = 3; uint8_t ID = 1; const uint8_t v; } m;",
    is: "E107",
  },
  "an enum with the keyword of a struct": {
    header: message("struct { struct e v; uint8_t w; };", "enum e { A = 70000 };"),
    is: "E108",
  },
  "a struct with the keyword of an enum": { header: message("enum p v;", "struct p { uint8_t v; };"), is: "E108" },
  "a union with the keyword of a struct": { header: message("struct p v;", "union p { uint8_t v; };"), is: "E108" },
  "the size of a pointer to no type": { header: message("uint8_t v[sizeof(struct *)];"), is: "E121" },
  "a constant struct without a value": {
    header: "struct p { uint8_t v; }; struct struct_m { uint8_t length = 3; uint8_t ID = 1; const p a; } m;",
    is: "E107",
  },
  "an array of arrays without a size": { header: message("list v[2];", "typedef float list[];"), is: "E115" },
  "the same, of a struct within": {
    header: "struct p { const uint8_t v; }; struct struct_m { uint8_t length = 3; uint8_t ID = 1; p a; } m;",
    is: "E107",
  },
  "a constant with its value, or declared elsewhere": {
    header:
      "struct p { const uint8_t v; }; extern p q; struct struct_m { uint8_t length = 3; uint8_t ID = 1; const uint8_t v = 1; } m;",
    is: "v@2 3",
  },
  "an assertion whose text is none": {
    header: message('uint8_t v; static_assert(sizeof(int) > 1, int "");'),
    plan: CPP,
    is: "E108",
  },
  "an assertion with a part that is missing": {
    header: message('uint8_t v; static_assert(sizeof(int) > 1, , "");'),
    plan: CPP,
    is: "E108",
  },
  "an assertion without a comma": {
    header: message('uint8_t v; static_assert(sizeof(int) > 1 "int");'),
    plan: CPP,
    is: "E108",
  },
  "assertions that are right": {
    header: message(
      'uint8_t v; static_assert(same<int, char>, TEXT); static_assert(same<int, char>); static_assert(1, "a" "b");',
      "template <typename T, typename U> constexpr bool same = false;",
    ),
    plan: CPP,
    is: "v@2 3",
  },
  "a member's value under a flag of C": {
    header: "struct struct_m { uint8_t length = 3; uint8_t ID = 1; uint8_t v; } m;",
    plan: C,
    is: "E108",
  },
  "a class and an access specifier under a flag of C": {
    header: message("struct n v;", "struct n { class x { uint8_t a; } y; };"),
    plan: C,
    is: "E108",
  },
  "aliases of arrays, and of a pointer to one": {
    header: message("a v; struct n { b w; };", "using a = uint16_t[2][3];\nusing b = uint16_t (*)[3];"),
    is: "v[0][0]@2 v[0][1]@4 v[0][2]@6 v[1][0]@8 v[1][1]@10 v[1][2]@12 14",
  },
  "an alias of a pointer to an array": {
    header: message("b v;", "using b = uint16_t (*)[3];"),
    is: "E113",
  },
  "a size that compilers do not agree on": {
    header: message(
      "uint8_t v[sizeof(struct s)];",
      "typedef uint8_t n __attribute__((aligned(8)));\nstruct s { int64_t a; n b[2]; };",
    ),
    is: "E121",
  },
  "a missing semicolon between a typedef and a struct": {
    header: message("t v;", "typedef struct { uint8_t x; } t\nstruct s { uint8_t y; };"),
    is: "E107",
  },
  "template: with constraints": {
    header: message(
      "t<int> v;",
      "template <typename T> concept small = sizeof(T) <= 4;\ntemplate <typename T> requires small<T> struct t { T a; };",
    ),
    plan: CPP,
    is: "v.a@4 8",
  },
  "template: specialised with a constraint that is not evaluated": {
    header: message(
      "t<int> v;",
      "template <typename T> concept small = sizeof(T) <= 4;\ntemplate <typename T> struct t { T a; };\n" +
        "template <small T> struct t<T> { T a; T b; };",
    ),
    plan: CPP,
    is: "E118",
  },
  "words of armcc, IAR, CC-RX and Microsoft's compilers": {
    header: message(
      "__align(4) uint8_t a; unsigned __int16 b; __int64 c; __evenaccess uint8_t d; struct s e;",
      "__packed__ struct s { uint8_t x; uint16_t y; };\n__root extern __no_init const uint8_t version[4];\n__irq void isr(void);",
    ),
    is: "a@4 b@6 c@8 d@16 e.x@17 e.y@18 24",
  },
  "words of SDCC": {
    header: message(
      "struct s v;",
      "__xdata __at(0x1000) struct s { uint8_t x; uint16_t y; } shared;\n__sfr __at(0x80) P0;",
    ),
    plan: { abi: "sdcc" },
    is: "v.x@2 v.y@3 5",
  },
  "a pack pragma behind the closing brace": {
    header: message("struct s v;", '#pragma pack(push, 1)\nstruct s { uint8_t x; } _Pragma("pack(pop)")\n;'),
    is: "E108",
  },
  "a pack pragma behind struct, without a tag": {
    header: message("s v;", "typedef struct\n#pragma pack(push, 1)\n{ uint8_t x; } s;\n#pragma pack(pop)"),
    is: "E108",
  },
  "template: an attribute that belongs to nothing, in its second instance": {
    header: message(
      "t<int> v;",
      "template <typename T> struct t { uint8_t a; __attribute__((packed)) };\ntypedef t<char> u;",
    ),
    is: "E156",
  },
  "template: a packed field of a type that does not depend on its parameters": {
    header: message(
      "uint8_t a; t<1> v;",
      "typedef double d; struct s { uint16_t x; };\ntemplate <int N> struct t { uint8_t a; d b __attribute__((packed)); s c __attribute__((packed, aligned(2))); };",
    ),
    plan: CPP,
    is: "a@2 v.a@4 v.b@5 v.c.x@14 16",
  },
  "template: a packed field of a type that is declared in it": {
    header: message(
      "uint8_t a; t<char> v;",
      "template <typename T> struct t { typedef T d; uint8_t a; d b __attribute__((packed)); };",
    ),
    plan: CPP,
    is: "E127",
  },
  "msvc-x64: an attribute in front of a definition belongs to the type": {
    header: message(
      "struct s v[2]; struct t w; uint8_t z;",
      "__declspec(align(8)) struct s { uint8_t x; };\ntypedef __declspec(align(4)) struct t { uint8_t y; } t;",
    ),
    plan: { abi: "msvc-x64" },
    is: "v[0].x@8 v[1].x@16 w.y@24 z@28 32",
  },
  "msvc-x64: a typedef's alignment of a struct that needs more": {
    header: message(
      "n v[2]; uint8_t w;",
      "struct s { alignas(16) uint8_t x; };\ntypedef __declspec(align(8)) struct s n;\n#pragma pack(push, 1)",
    ),
    plan: { abi: "msvc-x64", cflags: ["-std=c++17"] },
    is: "v[0].x@16 v[1].x@32 w@48 64",
  },
  "C++: a constant message without its values": {
    header: "const\nstruct struct_m { uint8_t length = 3; uint8_t ID = 1; uint8_t v; } m;",
    is: "E107",
  },
  "C++: a constant message with its values": {
    header: "static const struct struct_m { uint8_t length = 3; uint8_t ID = 1; uint8_t v = 0; } m;",
    is: "v@2 3",
  },
  "C++: a function of no type": {
    header: message("uint8_t v; const size() const { return 3; }"),
    plan: CPP,
    is: "E155",
  },
  "an assertion whose condition is not an expression": {
    header: message('uint8_t v; static_assert(sizeof(int) > > 1, "int");'),
    is: "E108",
  },
  "an assertion whose condition is not an expression, in a template": {
    header: message(
      "t<uint8_t> v;",
      'template <typename T> struct t { T v; static_assert(sizeof(int) const 1, "int"); };',
    ),
    is: "E108",
  },
  "an assertion of a size of a cast": {
    header: message('uint8_t v; static_assert(sizeof(int) 1, "int");'),
    is: "E108",
  },
  "an assertion whose text has a type behind it": {
    header: message('uint8_t v; static_assert(sizeof(int) > 1, "" int);'),
    is: "E108",
  },
  "C++: a struct with an array without a size, among other members": {
    header: message("t v; uint8_t w;", "struct t { uint8_t n; uint8_t data[]; };"),
    plan: CPP,
    is: "E115",
  },
  "decltype of a size of nothing": {
    header: message("decltype(sizeof()) v;"),
    plan: CPP,
    is: "E118",
  },
  "decltype of a size of two types": {
    header: message("decltype(sizeof(int int)) v;"),
    plan: CPP,
    is: "E118",
  },
  "an assertion of a word that nobody knows": {
    header: message('uint8_t v; static_assert(virtual > 1, "int");'),
    plan: CPP,
    is: "E108",
  },
  "an assertion among the members that fails": {
    header: message('uint8_t v; static_assert(sizeof(int) > 4, "int");'),
    is: "E154",
  },
  "an assertion that calls what nobody knows": {
    header: message('uint8_t v; static_assert(sizeofint ( ) > 1, "int");'),
    plan: CPP,
    is: "E108",
  },
  "an assertion that calls a function": {
    header: message('uint8_t v; static_assert(ok(3), "int");', "constexpr bool ok(int n) { return n > 1; }"),
    is: "v@2 3",
  },
  "assertions that only a compiler can evaluate": {
    header: message(
      'uint8_t v; struct n* p(); static_assert(std::is_pod<n>::value && offsetof(struct n, a.b[2]) > 1, "n"); static_assert(__is_pod(int), ""); void f() { const int N = 1; static_assert(N > 0, ""); }',
      "#include <type_traits>",
    ),
    plan: CPP,
    is: "v@2 3",
  },
  // Cases that no other test covers.
  "floating numbers in a size": {
    header: message("uint8_t v[(int)(2.5 * 2 - 1.0 / 2) + (1.5 < 2.0 ? 1 : 0) + !0.0];"),
    is: "v[0]@2 v[1]@3 v[2]@4 v[3]@5 v[4]@6 v[5]@7 8",
  },
  "a cast to an enum in a size": {
    header: message("uint8_t v[(enum e)2];", "enum e { A, B, C };"),
    is: "v[0]@2 v[1]@3 4",
  },
  "__LINE__ and __VA_OPT__": {
    header: message(
      "F(uint8_t, __LINE__ - 4) G(uint8_t)",
      "#define F(t, ...) t v __VA_OPT__([__VA_ARGS__]);\n#define G(t, ...) t w __VA_OPT__([__VA_ARGS__]);",
    ),
    is: "v[0]@2 w@3 4",
  },
  "the size of a member through a null pointer, and its offset": {
    header: message(
      "uint8_t v[sizeof(((struct s *)0)->b) + __builtin_offsetof(struct s, c.d)];",
      "struct s { uint8_t a, b; struct { uint8_t d; } c; };",
    ),
    is: "v[0]@2 v[1]@3 v[2]@4 5",
  },
  "a guard of the form #if !defined": {
    header: {
      "lab.h": `#include "a.h"\n#include "a.h"\n${message("struct s v;")}`,
      "a.h": "#if !defined(A_H)\n#define A_H\nstruct s { uint8_t x; };\n#endif\n",
    },
    is: "v.x@2 3",
  },
  "an array whose second size is missing": { header: message("uint8_t v[2][];"), is: "E115" },
  "a storage class of a field": { header: message("register uint8_t v;"), is: "E108" },
  "C++: a packed member that an empty class moves": {
    header: message(
      "p v;",
      "struct e {};\nstruct q : e { uint16_t b; };\n#pragma pack(push, 1)\nstruct p : e { q c; };",
    ),
    plan: CPP,
    is: "E211",
  },
  "C++: a packed base that an empty class moves": {
    header: message(
      "p v;",
      "struct e {};\nstruct q : e { uint16_t b; };\n#pragma pack(push, 1)\nstruct p : e, q { uint8_t c; };",
    ),
    plan: CPP,
    is: "E211",
  },
  "C++: a member that an empty class moves": {
    header: message("p v;", "struct e {};\nstruct q : e { uint16_t b; };\nstruct p : e { q c; };"),
    plan: CPP,
    is: "v.c.b@4 6",
  },
  "C++: one qualifier twice": { header: message("const const uint8_t v = 1;"), plan: CPP, is: "E108" },
  "an enum class without a type": { header: message("e v;", "enum class e { A };"), is: "v@4 8" },
  "an atomic struct": { header: message("_Atomic struct s v;", "struct s { uint8_t x; };"), plan: C, is: "E127" },
  "alignas(0)": { header: message("uint8_t a; _Alignas(0) uint16_t v;"), plan: C, is: "a@2 v@4 6" },
  "a lower alignment behind a higher one": {
    header: message("uint8_t a; uint16_t v __attribute__((aligned(8), aligned(4)));"),
    is: "a@2 v@8 16",
  },
  "a lower alignment of a type behind a higher one, where compilers differ": {
    header: message("struct s v;", "struct s { uint8_t a; } __attribute__((aligned(8), aligned(4)));"),
    is: "E128",
  },
  "GCC's storage order, which moves nothing": {
    header: message("uint8_t a : 3; uint16_t b; struct { uint8_t c : 3; } v;", "", ORDERED),
    plan: C,
    is: "a@2 b@4 v.c@6 8",
  },
  "a storage order in C++, where GCC ignores it": {
    header: message("uint16_t b;", "", ORDERED),
    plan: CPP,
    is: "E127",
  },
  "a storage order for clang, which ignores it": {
    header: message("uint16_t b;", "", ORDERED),
    plan: { ...C, abi: "x86-64", compiler: "clang-16" },
    is: "E127",
  },
  "a storage order of a field, which GCC ignores": {
    header: message('uint16_t b __attribute__((scalar_storage_order("big-endian")));'),
    plan: C,
    is: "E127",
  },
  "an attribute of another compiler": { header: message("uint8_t a; __declspec(align(8)) uint16_t v;"), is: "E127" },
  "msvc-x64: an attribute of another compiler": {
    header: message("uint8_t a; uint16_t v __attribute__((aligned(8)));"),
    plan: { abi: "msvc-x64" },
    is: "E127",
  },
  "a typedef's greatest alignment, of a struct that follows": {
    header: message("uint8_t a; t v;", "typedef struct s t __attribute__((aligned)); struct s { uint8_t x; };"),
    is: "a@2 v.x@16 32",
  },
  "a typedef that lowers the alignment of a struct that follows": {
    header: message("uint8_t a; t v;", "typedef struct s t __attribute__((aligned(1))); struct s { uint32_t x; };"),
    is: "E159",
  },
  "a typedef that lowers the alignment of a template's struct": {
    header: message(
      "uint8_t a; t v;",
      "template <typename T> struct s { T x; };\ntypedef s<uint32_t> r;\ntypedef r t __attribute__((aligned(2)));",
    ),
    is: "E159",
  },
  "a typedef that lowers the alignment of a C++ struct, which a variable raises again": {
    header: `struct s { uint32_t x; }; typedef s t __attribute__((aligned(2))); s one;\n${message("uint8_t a; t v;")}`,
    plan: CPP,
    is: "E159",
  },
  "a typedef that lowers the alignment of an array of C++ structs": {
    header: message("uint8_t a; t v;", "struct s { uint32_t x; };\ntypedef s t[2] __attribute__((aligned(2)));"),
    plan: CPP,
    is: "a@2 v[0].x@4 v[1].x@8 12",
  },
  "a typedef that lowers the alignment of a struct before it": {
    header: message("uint8_t a; t v;", "struct s { uint32_t x; };\ntypedef struct s t __attribute__((aligned(1)));"),
    is: "a@2 v.x@3 7",
  },
  "template: too many and too few arguments": {
    header: message("t<int, int> v; t<> w;", "template <typename T> struct t { T a; };"),
    is: "E118",
  },
  "a text class": { header: message("std::string v;"), is: "E118" },
  "one name in two namespaces": {
    header: message("s v;", "namespace a { struct s { uint8_t x; }; }\nnamespace b { struct s { uint16_t x; }; }"),
    is: "E153",
  },
  "the macros of a processor": {
    header: message("#if defined(__ARM_ARCH_7EM__)\nuint32_t v;\n#endif\nuint8_t w;"),
    plan: { abi: "arm-eabi", cflags: ["-mcpu=cortex-m4", "-mthumb"] },
    is: "v@4 w@8 12",
  },
  "the macros of a small processor": {
    header: message("#ifdef __AVR_ATmega328P__\nuint32_t v;\n#endif\nuint8_t w;"),
    plan: { abi: "avr", cflags: ["-mmcu=atmega328p"] },
    is: "v@2 w@6 7",
  },
  "macros of sizes and limits": {
    header: message(
      "uint8_t a[__WORDSIZE / 8];\nuint8_t b[__SIZEOF_WCHAR_T__]; uint8_t c[__INTPTR_WIDTH__ / 32];\n#if WCHAR_MAX > 0xffff && __DBL_MANT_DIG__ == 53\nuint8_t d;\n#endif",
      "#define __WORDSIZE __LONG_WIDTH__\n#include <stdint.h>",
    ),
    is: "a[0]@2 a[1]@3 a[2]@4 a[3]@5 a[4]@6 a[5]@7 a[6]@8 a[7]@9 b[0]@10 b[1]@11 b[2]@12 b[3]@13 c[0]@14 c[1]@15 d@16 17",
  },
  "a reserved macro that no table has": { header: message("#if __WORDSIZE == 64\nuint8_t v;\n#endif"), is: "E152" },
  "an absent header of packets packs nothing": {
    header: message(
      "uint8_t v; uint16_t w;",
      '#include <netpacket/packet.h>\n#include "message_package.h"\nstruct first { int a; };',
    ),
    is: "v@2 w@4 6",
  },
  "a reserved macro of a form that no compiler's has": {
    header: message(
      "u16 v;",
      "#include <stdint.h>\n#ifndef _RUSTC_BINDGEN_\ntypedef uint16_t u16;\n#endif\n#ifdef _PROJECT_WIDE\ntypedef uint32_t u16;\n#endif",
    ),
    is: "v@2 4",
  },
  "the same with Microsoft's, whose names have that form": {
    header: message("#ifndef _PROJECT_WIDE\nuint16_t v;\n#endif"),
    plan: { abi: "msvc-x64" },
    is: "v@2 4",
  },
  "a reserved name that is only tested": {
    header: message(
      "#ifdef __XEN__\nuint8_t v;\n#endif\n#if defined(__FOO__) && __FOO__ > 1\nint w;\n#endif\nuint16_t x;",
    ),
    is: "x@2 4",
  },
  "a reserved name that a missing header of the kernel may define": {
    header: message("#ifdef __KVM_HAVE_PIT\nuint8_t v;\n#endif\nuint16_t x;", "#include <asm/kvm.h>"),
    is: "E152",
  },
  "headers of the kernel that only declare types": {
    header: message(
      "#ifdef __XEN__\nuint8_t v;\n#endif\nuint16_t x;",
      "#include <linux/types.h>\n#include <asm/byteorder.h>",
    ),
    is: "x@2 4",
  },
  "the value of a reserved name": {
    header: message("#ifdef __XEN__\nuint8_t v;\n#endif\n#if __FOO__ > 1\nint w;\n#endif\nuint16_t x;"),
    is: "E152",
  },
  ...Object.fromEntries(
    (["x86-64", "arm-eabi", "avr", "msvc-x64", "msp430"] as const).map((abi) => [
      `processors that are no target, for ${abi}`,
      {
        header: message(
          `#if ${"mips powerpc PPC64 sparc alpha s390x hppa m68k ia64 sh loongarch arc nios2 microblaze or1k csky hexagon bfin vax tilegx"
            .split(" ")
            .map((name) => `defined(__${name}__)`)
            .join(" || ")} || defined(_ARCH_PPC) || defined(__mips) || _MIPS_SIM\nuint8_t v;\n#endif\nuint16_t x;`,
        ),
        plan: { abi },
        is: "x@2 4",
      },
    ]),
  ),
  "glibc says who it is": {
    header: message(
      "#ifdef __GLIBC__\nuint8_t v;\n#endif\n#if __GLIBC__ > 1\nuint8_t w;\n#endif",
      "#include <string.h>",
    ),
    is: "v@2 w@3 4",
  },
  "other libraries are not glibc": {
    header: message(
      "#ifdef __GLIBC__\nuint8_t v;\n#endif\n#if __GLIBC__ > 1\nuint8_t w;\n#endif\nuint8_t x;",
      "#include <string.h>",
    ),
    plan: { abi: "arm-eabi" },
    is: "x@2 3",
  },
  "a program's name that reads headers and compiles nothing": {
    header: message("#ifndef _RUSTC_BINDGEN_\nuint16_t v;\n#endif\n#ifdef __DOXYGEN__\nint w;\n#endif"),
    plan: { abi: "msvc-x64" },
    is: "v@2 4",
  },
  "a reserved macro of a C library that is included": {
    header: message("#ifdef _POSIX_C_SOURCE\nuint8_t v;\n#endif", "#include <stdint.h>"),
    is: "E152",
  },
  "a reserved macro that a certain one makes superfluous": {
    header: message("#if defined(__WORDSIZE) || defined(__GNUC__)\nuint8_t v;\n#endif"),
    is: "v@2 3",
  },
  "msp430: C++ in a C header": {
    header: message(
      "uint8_t w;",
      '#ifdef __cplusplus\nextern "C" {\n#endif\ntypedef uint16_t t;\n#ifdef __cplusplus\n}\n#endif',
    ),
    plan: { abi: "msp430", cflags: ["-std=gnu17"] },
    is: "w@2 3",
  },
  "another compiler's macro": {
    header: message("#if defined(__ICCARM__) || defined(__CC_ARM)\nuint8_t v;\n#endif\nuint8_t w;"),
    is: "w@2 3",
  },
  "a library's macro whose value is not known": {
    header: message("#if BUFSIZ > 512\nuint8_t v;\n#endif\nuint8_t w;", "#include <stdio.h>"),
    is: "E152",
  },
  "an attribute that nobody knows": {
    header: message("#if __has_attribute(turbo)\nuint8_t v;\n#endif\nuint8_t w;"),
    is: "E152",
  },
  "a header that may be elsewhere": {
    header: message("#if __has_include(<board.h>)\nuint8_t v;\n#endif\nuint8_t w;"),
    is: "E152",
  },
  "-fshort-wchar": { header: message("wchar_t v;"), plan: { cflags: ["-fshort-wchar"] }, is: "v@2 4" },
  "a spliced comment with blanks behind its backslash": {
    header: message("uint8_t v; // the last \\  \nuint32_t w;\nuint8_t x;"),
    is: "v@2 x@3 4",
  },
  "a name over two lines": { header: message("uint8_t vol\\\ntage;"), is: "voltage@2 3" },
  digraphs: { header: message("struct <% uint8_t a<:2:>; %> v;"), is: "v.a[0]@2 v.a[1]@3 4" },
  ...Object.fromEntries(
    ["noexcept", "asm", "bitand", "static_cast", "char16_t", "and_eq"].map((word) => [
      `C++: a field '${word}'`,
      { header: message(`uint8_t ${word};`), plan: CPP, is: "E108" },
    ]),
  ),
  "a base class": {
    header:
      "struct head { uint8_t length; uint8_t ID; };\nstruct struct_m : head { uint32_t v; };\nstruct_m m = {{0, 1}, 2};",
    is: "v@4 8",
  },
  "a base class with virtual functions": {
    header:
      "struct head { uint8_t length; uint8_t ID = 1; virtual void f(); };\nstruct struct_m : head { uint32_t v; };\nstruct_m m;",
    is: "E116",
  },
  "a union as a message": {
    header:
      "union struct_m { struct { uint8_t length; uint8_t ID; uint16_t v; }; uint8_t raw[2]; };\nunion struct_m m = {{0, 1, 2}};",
    is: "v@2 raw[0]@0 raw[1]@1 4",
  },
  "a union whose two bytes are one": {
    header:
      "union struct_m { uint8_t length; uint8_t ID; uint16_t v; };\nunion struct_m m = {0};\nstruct struct_n { uint8_t length; uint8_t ID; uint8_t w; } n = {0, 1};",
    is: "w@2 3",
  },
  "a constexpr function without end": {
    header: message("uint8_t v[f(3)];", "constexpr int f(int n) { return f(n); }"),
    plan: CPP,
    is: "E121",
  },
  "a constexpr function that calls itself too often": {
    header: message("uint8_t v[f(60)];", "constexpr int f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); }"),
    plan: CPP,
    is: "E121",
  },
  "a constexpr function of two statements": {
    header: message("uint8_t v[f(3)];", "constexpr int f(int n) { n += 1; return n; }"),
    plan: CPP,
    is: "v[0]@2 v[1]@3 v[2]@4 v[3]@5 6",
  },
  "std::conditional_t": {
    header: message(
      "std::conditional_t<(N > 255), uint16_t, uint8_t> v;",
      "constexpr int N = 300;\n#include <type_traits>",
    ),
    plan: CPP,
    is: "v@2 4",
  },
  "decltype of a variable": { header: message("decltype(x) v;", "extern int x;"), plan: CPP, is: "v@4 8" },
  "a mode of a floating type": { header: message("float v __attribute__((mode(XF)));"), is: "E127" },
  "a template that is specialised in part": {
    header: message(
      "t<int, 3> v;",
      "template <typename T, int N> struct t { T a; };\ntemplate <int N> struct t<int, N> { uint8_t b; };",
    ),
    is: "v.b@2 3",
  },
  "an array of no elements at the end": { header: message("uint8_t v; uint8_t w[0];"), is: "v@2 3" },
  "an atomic type in C++": { header: message("std::atomic<int> v;"), plan: CPP, is: "v@4 8" },
  "eight atomic bytes on i386": { header: message("atomic_ullong v;"), plan: { ...C, abi: "i386" }, is: "E112" },
  "a virtual base class": {
    header:
      "struct part { uint8_t x; };\nstruct struct_m { uint8_t length; uint8_t ID = 1; struct p : virtual part {} v; };\nstruct_m m;",
    is: "E116",
  },
  "an attribute in a size": {
    header: message("uint16_t v[sizeof(__attribute__((packed)) uint8_t)];"),
    is: "E156",
  },
  "an attribute that compilers ignore among the words of a type": {
    header: message("uint32_t [[gnu::packed]] v;"),
    plan: CPP,
    is: "E156",
  },
  "an attribute in front of a struct without a name": {
    header: message("__attribute__((packed)) struct { uint8_t v; uint32_t w; };"),
    is: "E156",
  },
  "an attribute between struct and its name": {
    header: message("struct __attribute__((packed)) s v;", "struct s { uint8_t a; uint32_t b; };"),
    is: "E156",
  },
  "an attribute behind using": {
    header: message("using u = uint32_t; [[gnu::packed]] u v;"),
    plan: CPP,
    is: "v@2 6",
  },
  "an aligned enum": { header: message("enum __attribute__((aligned(8))) { ON } v;"), is: "E127" },
  "decltype of a type": { header: message("decltype(uint16_t(int)) v;"), plan: CPP, is: "E118" },
  "an assertion about a struct without a name": {
    header: message("g<uint8_t> v;", 'template <typename T> struct g { T a; static_assert(struct (int) > 1, ""); };'),
    plan: CPP,
    is: "E108",
  },
  "-D with arguments": {
    header: message("ALIGN(4) uint8_t v;"),
    plan: { cflags: ["-DALIGN(n)=__attribute__((aligned(n)))"] },
    is: "v@4 8",
  },
};

function outcome({ header, plan: overrides = {} }: Case): string {
  const headers = typeof header === "string" ? { "lab.h": header } : header;
  const plan = planOf(overrides);
  const declarations = parseChannel(plan, memoryReader(headers, ""));
  const layouts = layOutChannel(declarations.value, plan);
  const diagnostics = [...declarations.diagnostics, ...layouts.diagnostics];
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error !== undefined) {
    assert.ok(error.span !== undefined, `${error.code} has no place`);
    return error.code;
  }
  const [layout] = layouts.value;
  const places = leaves(layout?.members ?? []).map((leaf) => {
    const bit = leaf.kind === "scalar" && leaf.bitOffset > 0 ? `.${leaf.bitOffset}` : "";
    return `${leaf.path}@${leaf.byteOffset}${bit}`;
  });
  return [...places.slice(2), layout?.size].join(" ");
}

for (const [title, example] of Object.entries(CASES)) test(title, () => assert.equal(outcome(example), example.is));
