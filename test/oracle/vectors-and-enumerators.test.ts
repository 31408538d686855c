/** Vectors, and enumerators in the definition of their own enum, must be as the compilers have them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { searchPath } from "../../generator/run/compiler-headers.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";
import { parseText } from "../support/parse-text.ts";
import { ACCEPTANCE_TARGETS, abiOf } from "./accepted/compare.ts";
import { compareRecords, planOfCpp, truthOf } from "./corpora/corpus.ts";

const VECTORS = `
typedef float vf4 __attribute__((vector_size(16))); typedef short vs2 __attribute__((vector_size(4)));
typedef signed char vc32 __attribute__((vector_size(8 * 4))); typedef double vd1 __attribute__((vector_size(8), aligned(4)));
struct a { char c; vf4 x; char d; }; struct b { char c; vs2 x[3]; }; struct d { char c; vc32 x; }; struct e { char c; vd1 x; };
struct f { char c; float v __attribute__((vector_size(8))); char e; };
struct __attribute__((packed)) g { char c; vf4 x; char d; vs2 e __attribute__((aligned(8))); };
#pragma pack(push, 2)
struct h { char c; vf4 x; char d; };
#pragma pack(pop)
struct i { char c; union { vf4 f; unsigned u[4]; } u; char s[sizeof(vc32) / sizeof(short)]; };
typedef int c4 __attribute__((ext_vector_type(4))); struct j { char c; c4 x; };
struct k { char c; void *none[0]; char d; };
`;

/** An enum's list, and those of its enumerators whose value depends on the types of the ones before. */
const ENUMS: readonly (readonly [list: string, asked: string])[] = [
  ["w = 1u, x, v = (x - 3 > 0) + 1, s = sizeof(w)", "v s"],
  ["w = 5ull, v = (w - 6 > 0) + 1, s = sizeof(w)", "v s"],
  ["w = (unsigned char)200, v = (w - 201 < 0) + 1, s = sizeof(w)", "v"],
  ["w = 0x80000000, x, v = (-x > 0) + 1, u = (w > 0) + 1, s = sizeof(w + 1)", "v u s"],
  ["w = 0xffffffff, m = -1, v = (w + 1 == 0) + 1, u = (w > m) + 1, t = (m > 0u) + 1", "v u t"],
  ["w = 0x80000000ll, v = (w * 2 == 0) + 1, s = sizeof(w)", "v s"],
  ["w = 3000000000ll, v = (w + 2000000000 > 4294967295) + 1, u = (w - 3000000001 < 0) + 1", "v u"],
  ["w = 1ull << 40, x = 5, v = (x - 6 < 0) + 1, u = (w - w - 1 > 0) + 1, s = sizeof(w)", "v u s"],
  ["w = -1ll, v = (w > 0u) + 1", "v"],
];
const FIXED = [
  ["enum e9 : unsigned long long { w = 5, v = (w - 6 > 0) + 1 }; struct f9 { char a[v]; };"],
  ["enum class k9 : unsigned { w = 1, x, v = (x - 9 > 0) + 1 }; struct g9 { char a[(int)k9::v]; };"],
].join("\n");

const enums = ENUMS.map(([list, asked], at) => {
  const own = list.replaceAll(/\b[stuvwxm]\b/g, (name) => `${name}${at}`);
  const structs = asked.split(" ").map((name) => `struct e${at}_${name} { char a[${name}${at}]; };`);
  return `enum { ${own} }; ${structs.join(" ")}\n`;
}).join("");

const WANTED = [
  ["x86-64, gcc and g++", "gcc"],
  ["x86-64, clang 16", "clang-16"],
  ["arm-eabi", "arm-none-eabi-gcc"],
  ["arm-eabi, clang", "clang-16"],
  ["aarch64", "aarch64-linux-gnu-gcc"],
  ["i386", "i686-linux-gnu-gcc"],
  ["riscv32", "riscv64-unknown-elf-gcc"],
] as const;

for (const [title, program] of WANTED) {
  const skip = searchPath(program, process.env).length === 0 && `needs ${program}`;
  for (const language of ["c", "c++"] as const) {
    test(`vectors, and enumerators in their enum (${title}, ${language})`, { skip }, () => {
      const target = ACCEPTANCE_TARGETS.find((each) => each.title === title)!;
      const text = `${VECTORS}${enums}${language === "c++" ? FIXED : ""}\n`;
      const truth = truthOf(target, text, { language, cflags: [], folders: [] });
      if (typeof truth === "string") assert.fail(truth);
      const inC = {
        plan: planOf({ ...abiOf(target), headerFiles: ["lab.h"] }),
        reader: memoryReader({ "lab.h": text }, ""),
      };
      const found = compareRecords(truth, language === "c" ? inC : planOfCpp(target, text));
      assert.deepEqual(
        found.filter(({ verdict }) => verdict !== "equal"),
        [],
      );
      assert.equal(found.length, 10 + 19 + (language === "c++" ? 2 : 0));
    });
  }
}

const ENABLED = `#include <type_traits>
template <typename T, class = std::enable_if_t<std::is_integral<T>::value>> struct only { T v; char n; };
template <typename T, typename = typename std::enable_if<(sizeof(T) > 2)>::type> struct wide { T v; char n; };
template <typename T, typename = void> struct tagged { T v; short n; };
template <int N> struct sized { typename std::enable_if<(N > 2), int>::type v; };
template <typename T = wide<only<int>>> struct nested { char n; T t; };
struct a { char c; only<int> x; }; struct b { char c; wide<long long> x; }; struct d { char c; tagged<char> x; };
struct e { char c; sized<3> x; std::enable_if_t<true, short> y; }; struct f { char c; nested<> x; };
`;

test("templates with enable_if are laid out as g++ does", { skip: noGcc() }, () => {
  const target = ACCEPTANCE_TARGETS.find((each) => each.title === WANTED[0][0])!;
  const truth = truthOf(target, ENABLED, { language: "c++", cflags: [], folders: [] });
  if (typeof truth === "string") assert.fail(truth);
  const found = compareRecords(truth, planOfCpp(target, ENABLED));
  const own = found.filter(({ name }) => /^[a-f]$/.test(name));
  assert.deepEqual(
    own.map(({ verdict }) => verdict),
    ["equal", "equal", "equal", "equal", "equal"],
  );
});

test("what is not laid out is refused with a true sentence", () => {
  const large = "typedef int big __attribute__((vector_size(32)));\n";
  // GCC says 16: the alignment that it gives to no variable above.
  assert.deepEqual(parseText(`${large}struct struct_a { uint8_t length, ID, x[_Alignof(big)]; };`).codes, [
    "lab.h:2: E121",
  ]);
  const outside = "template <typename T> template <typename U> struct outer<T>::inner { U u; T t; };\n";
  const inner = `template <typename T> struct outer { template <typename U> struct inner; };\n${outside}`;
  assert.deepEqual(parseText(`${inner}struct struct_a { uint8_t length, ID; outer<char>::inner<int> x; };`).codes, [
    "lab.h:3: E118",
  ]);
});

function noGcc(): string | false {
  return searchPath("gcc", process.env).length === 0 && "needs gcc";
}
