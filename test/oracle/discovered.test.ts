/**
 * Layouts that good guesses get wrong: each row has the size that its compiler gave (g++ 11.3 and 12.2, clang 14 and 16, MinGW-w64 12,
 * avr-gcc 5.4, arm-none-eabi-gcc 12.2), which is asked again here.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";
import { requires } from "../support/requirements.ts";
import { ACCEPTANCE_TARGETS, abiOf } from "./accepted/compare.ts";
import { compareRecords, truthOf } from "./corpora/corpus.ts";

interface Row {
  readonly title: string;
  readonly language: "c" | "c++";
  readonly text: string;
  readonly cflags?: readonly string[];
  /** Target → `sizeof`, and the leaves that matter; `refused`: its compiler's layout is not followed, and an error says so. */
  readonly is: Readonly<Record<string, string>>;
}

const GCC = "x86-64, gcc and g++";
const ARM = "arm-eabi";
const ARM_CLANG = "arm-eabi, clang";
const MINGW = "mingw-x64";
const MSVC = "msvc-x64 (clang)";
const DERIVED = "struct base { int a = 1; char c = 2; };\n";

const ROWS: readonly Row[] = [
  {
    title: "an enum of ARM is as small as it can be, for clang an int",
    language: "c",
    text: "enum e { ON };\nstruct m { char a; enum e b; };",
    is: { [ARM]: "2", [ARM_CLANG]: "8", [GCC]: "8" },
  },
  {
    title: "-fno-short-enums makes GCC's an int, too",
    language: "c",
    cflags: ["-fno-short-enums"],
    text: "enum e { ON };\nstruct m { char a; enum e b; };",
    is: { [ARM]: "8", [ARM_CLANG]: "8" },
  },
  {
    title: "-fshort-enums makes clang's as small",
    language: "c",
    cflags: ["-fshort-enums"],
    text: "enum e { ON };\nstruct m { char a; enum e b; };",
    is: { [ARM_CLANG]: "2", [GCC]: "2" },
  },
  {
    title: "an atomic struct of three bytes",
    language: "c",
    text: "struct s { char x[3]; };\nstruct m { char a; _Atomic struct s b; };",
    is: { [GCC]: "refused", "x86-64, clang 16": "refused" },
  },
  {
    title: "-funsigned-bitfields leaves fields signed whose typedef says signed",
    language: "c",
    cflags: ["-funsigned-bitfields"],
    text: "#include <stdint.h>\nstruct m { int16_t x : 3; int y : 3; int8_t z : 3; };",
    is: {
      [GCC]: "4 x signed y unsigned z signed",
      avr: "2 x signed y unsigned z signed",
      [ARM]: "4 x unsigned y unsigned z signed",
      "x86-64, clang 16": "4 x signed y signed z signed",
    },
  },
  {
    title: "an empty struct of C has no bytes, of C++ one",
    language: "c",
    text: "struct e { };\nstruct m { char a; struct e b; char c; };",
    is: { [GCC]: "2", [ARM]: "2" },
  },
  {
    title: "the same header read as C++",
    language: "c++",
    text: "struct e { };\nstruct m { char a; struct e b; char c; };",
    is: { [GCC]: "3", [ARM]: "3" },
  },
  {
    title: "an alias that is a template may be aligned, which clang ignores",
    language: "c++",
    text: "template <class T> using wide __attribute__((aligned(8))) = T;\nstruct m { char a; wide<int> b; };",
    is: { [GCC]: "16", "x86-64, clang 16": "8", [ARM]: "16" },
  },
  {
    title: "the padding of a base with default values holds members since g++ 12",
    language: "c++",
    text: `${DERIVED}struct m : base { char d; };`,
    is: { [GCC]: "8", "x86-64, g++ 11": "12", "x86-64, clang 16": "8" },
  },
  {
    title: "a packed class packs a member with default values until g++ 11",
    language: "c++",
    text: `${DERIVED}struct __attribute__((packed)) m { char d; base b; };`,
    is: { [GCC]: "12", "x86-64, g++ 11": "9", "x86-64, clang 16": "12" },
  },
  {
    title: "MinGW: bit-fields in a union",
    language: "c",
    text: "union u { char a : 3; int b : 9; };\nstruct m { char x; union u y; };",
    is: { [MINGW]: "8", [MSVC]: "5" },
  },
  {
    title: "MinGW: alignas under #pragma pack(1)",
    language: "c++",
    text: "#pragma pack(1)\nstruct m { char a; alignas(4) char b; };",
    is: { [MINGW]: "2", [MSVC]: "8" },
  },
  {
    title: "MinGW: an empty struct in C",
    language: "c",
    text: "struct e { };\nstruct m { char a; struct e b; char c; };",
    is: { [MINGW]: "2", [MSVC]: "6" },
  },
  {
    title: "MinGW: packed enums",
    language: "c",
    text: "enum __attribute__((packed)) e { ON };\nstruct m { char a; enum e b; };",
    is: { [MINGW]: "2" },
  },
  {
    title: "MinGW: several empty bases",
    language: "c++",
    text: "struct e { };\nstruct f { };\nstruct m : e, f { char a; };",
    is: { [MINGW]: "1", [MSVC]: "2" },
  },
  {
    title: "MinGW: private data in a base",
    language: "c++",
    text: "class b { int a; char c; };\nstruct m : b { char d; };",
    is: { [MINGW]: "8", [MSVC]: "12" },
  },
  {
    title: "MinGW: signs of bit-fields of enums",
    language: "c",
    text: "enum e { A, B = 3 };\nstruct m { enum e a : 2; };",
    is: { [MINGW]: "4 a unsigned", [MSVC]: "4 a signed" },
  },
  {
    title: "a bit-field that is wider than its type",
    language: "c++",
    text: "struct m { unsigned char b : 12; unsigned short c; int x : 40; unsigned char y : 20, q : 3; };",
    is: { [GCC]: "16", [ARM]: "16", [MINGW]: "refused", "x86-64, clang 16": "16", avr: "refused" },
  },
  {
    title: "Microsoft's enums are an int, whatever their values are",
    language: "c",
    text: "enum e { A, B = 0x80000000, C = 0xFFFFFFFF };\nstruct m { char x; enum e a; char y[C < 0 ? 5 : 1]; };",
    is: { [MSVC]: "16", [GCC]: "12 x signed a unsigned y text" },
  },
  {
    title: "Microsoft's compiler ignores [[no_unique_address]]",
    language: "c++",
    text: "struct e { };\nstruct m { [[no_unique_address]] e a; int b; };",
    is: { [MSVC]: "8", [GCC]: "refused" },
  },
];

const PROGRAMS = {
  [GCC]: "g++",
  "x86-64, g++ 11": "g++-11",
  "x86-64, clang 16": "clang-16",
  [ARM]: "arm-none-eabi-gcc",
  [ARM_CLANG]: "clang-16",
  [MINGW]: "x86_64-w64-mingw32-g++",
  [MSVC]: "clang",
  avr: "avr-gcc",
} as const;

for (const { title, language, text, cflags = [], is } of ROWS)
  for (const [name, expected] of Object.entries(is)) {
    const asked = ACCEPTANCE_TARGETS.find((each) => each.title === name)!;
    // Only without -ffreestanding do the compilers read the library's headers.
    const target = { ...asked, c: asked.c.filter((flag) => flag !== "-ffreestanding") };
    test(`${title} (${name})`, { skip: requires(PROGRAMS[name as keyof typeof PROGRAMS]) }, () => {
      const truths = truthOf(target, text, { language, cflags, folders: [] });
      if (typeof truths === "string") assert.fail(truths);
      const truth = truths.get("m")!;
      const own = language === "c++" ? ["-xc++", "-std=gnu++17"] : ["-std=gnu17"];
      const standard = target.abi === "avr" ? ["-std=gnu11"] : own;
      const plan = planOf({ ...abiOf(target), headerFiles: ["lab.h"], cflags: [...standard, ...cflags] });
      const [found] = compareRecords(new Map([["m", truth]]), { plan, reader: memoryReader({ "lab.h": text }, "") });
      if (expected === "refused") {
        assert.match(found?.verdict ?? "", /^refused/);
        return;
      }
      assert.deepEqual([found?.verdict, found?.why], ["equal", ""]);
      const signs = truth.leaves.map(
        (leaf) => `${leaf.split(" ")[0]} ${leaf.split(" ").at(-1)?.replace("enum", "unsigned")}`,
      );
      assert.equal(expected.includes(" ") ? [truth.size, ...signs].join(" ") : String(truth.size), expected);
    });
  }
