import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelPlan } from "../../../generator/plan/channel-plan.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { preprocess, type TranslationUnit } from "../../../generator/syntax/preprocess/preprocess.ts";
import { planOf } from "../../support/channel-plan.ts";

function unitOf(
  headers: string | Readonly<Record<string, string>>,
  overrides: Partial<ChannelPlan> = {},
): TranslationUnit {
  return preprocess(
    planOf(overrides),
    memoryReader(typeof headers === "string" ? { "lab.h": headers } : headers, ""),
    "c",
  );
}

test("-include, -imacros and /FI are read before the listed headers, by their names in the include path [GCC 3.13]", () => {
  const headers = {
    "lab.h": "WORD a[N];",
    "config.h": "typedef int WORD;",
    "gen/autoconf.h": "#define N 4",
    "autoconf.h": "#define N 5",
  };
  const read = (...cflags: string[]) => words(headers, { cflags });
  assert.equal(read("-include", "config.h", "-imacros", "gen/autoconf.h"), "typedef int WORD ; WORD a [ 4 ] ;");
  assert.equal(read("-includeconfig.h", "-imacros/build/zephyr/autoconf.h"), "typedef int WORD ; WORD a [ 5 ] ;");
  assert.equal(words(headers, { abi: "msvc-x64", cflags: ["/FI", "autoconf.h"] }), "WORD a [ 5 ] ;");
  assert.deepEqual(unitOf(headers, { cflags: ["-include", "away.h"] }).missingIncludes, ["away.h"]);
  assert.deepEqual(
    unitOf(headers, { cflags: ["-include", "config.h"] }).files.map(({ name }) => name),
    ["config.h", "lab.h"],
  );
});

function words(headers: string | Readonly<Record<string, string>>, overrides: Partial<ChannelPlan> = {}): string {
  return unitOf(headers, overrides)
    .tokens.map(({ text }) => text)
    .join(" ");
}

const EXPANSIONS: readonly [clause: string, text: string, expected: string][] = [
  ["object-like [C17 6.10.3p9]", "#define N 4\nint a[N];", "int a [ 4 ] ;"],
  ["a name is not replaced in its own replacement [C17 6.10.3.4p2]", "#define f f + g\n#define g f\nf", "f + f"],
  ["arguments are replaced first [C17 6.10.3.1]", "#define N 4\n#define T(x) x x\nT(N)", "4 4"],
  ["operands of ## are not [C17 6.10.3.3]", "#define N 4\n#define C(a, b) a##b\nC(N, 1) C(x, N)", "N1 xN"],
  ["# makes a string [C17 6.10.3.2]", '#define S(x) #x\nS(a  + "b\\n")', '"a + \\"b\\\\n\\""'],
  [
    "the standard's example of pasting [C17 6.10.3.5]",
    "#define hash_hash # ## #\n#define t(x,y,z) x ## y ## z\nt(1,2,3) t(,4,5) t(6,,7) t(8,9,) t(10,,)",
    "123 45 67 89 10",
  ],
  [
    "the standard's example of rescanning [C17 6.10.3.5]",
    "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\nf(y+1) + f(f(z)) % g(x)",
    "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 2 ) )",
  ],
  ["a call may span lines", "#define ADD(a, b) a + b\nADD(1,\n  2)", "1 + 2"],
  ["a function-like macro without arguments is a name", "#define F(x) x\nF ;", "F ;"],
  ["variable arguments", "#define V(f, ...) f(__VA_ARGS__)\nV(g, 1, 2) V(g)", "g ( 1 , 2 ) g ( )"],
  ["parentheses protect commas", "#define P(x) [x]\nP((1, 2))", "[ ( 1 , 2 ) ]"],
  ["a space before the parenthesis makes it object-like", "#define O (x)\nO", "( x )"],
  ["lines joined by a backslash", "#define L a \\\n  b\nL", "a b"],
];

test("trigraphs are rejected if the flags enable them and they have an effect [C17 5.2.1.1]", () => {
  const codes = (text: string, ...cflags: string[]) =>
    unitOf(text, { cflags }).diagnostics.map(({ code, span }) => `${code} ${span?.start.line}`);
  const text = "int a??(2??); // why??)\nint b; // hidden??/\nint c; /* no??/ */";
  assert.deepEqual(codes(text), []);
  assert.deepEqual(codes(text, "-std=gnu99"), []);
  assert.deepEqual(codes(text, "-std=c99"), ["E158 1", "E158 1", "E158 2"]);
  assert.deepEqual(codes(text, "-std=c2x"), ["E158 1", "E158 1", "E158 2"]);
  assert.deepEqual(codes(text, "-std=gnu23"), []);
  assert.deepEqual(codes(text, "-std=c++17"), []);
  assert.deepEqual(codes(text, "-std=c++17", "-trigraphs"), ["E158 1", "E158 1", "E158 2"]);
  assert.deepEqual(codes(text, "-ansi", "-std=gnu11"), []);
});

for (const [clause, text, expected] of EXPANSIONS) {
  test(`macros: ${clause}`, () => assert.equal(words(text), expected));
}

const CONDITIONS: readonly [condition: string, holds: boolean][] = [
  ["#if 1", true],
  ["#if 0", false],
  ["#if UNKNOWN", false],
  ["#if defined(A) && !defined B", true],
  ["#if A == 2", true],
  ["#if A > 1 ? 1 : 1 / 0", true],
  ["#if 0 && 1 / 0", false],
  ["#if (2 || 1 / 0) && 1", true],
  ["#if -1 > 0u", true],
  ["#if 0x10 == 16 && 010 == 8 && 0b11 == 3 && 'A' == 65", true],
  ["#if 1 << 40", true],
  ["#ifdef A", true],
  ["#ifndef A", false],
  ["#ifdef __GNUC__", true],
  ["#if __SIZEOF_INT__ == 4", true],
  ['#if __has_include("other.h")', true],
  ["#ifdef __has_include", true],
  ["#if defined(__has_attribute) && __has_attribute(__packed__)", true],
  ["#if __has_include(<none.h>)", false],
  ["#ifdef __packed", false],
  ["#if ~0 == -1 && (5 & 6 | 1) == 5 && (6 ^ 3) == 5 && 7 % 4 == 3 && -7 / 2 == -3", true],
];

for (const [condition, holds] of CONDITIONS) {
  test(`condition: ${condition}`, () => {
    const text = `#define A 2\n${condition}\nyes\n#else\nno\n#endif\n`;
    assert.equal(words({ "lab.h": text, "other.h": "" }), holds ? "yes" : "no");
  });
}

test("only the first true branch is taken, and nested branches of a skipped one are not", () => {
  assert.equal(words("#if 0\n#if 1\na\n#else\nb\n#endif\n#elif 1\nc\n#elif 1\nd\n#else\ne\n#endif"), "c");
});

test("a skipped branch may contain invalid C: quotes, bad directives, unknown conditions", () => {
  const { tokens, diagnostics } = unitOf("#if 0\ndon't \"\n#bad\n#if FOO(\n#endif\n#error x\n#endif\na");
  assert.deepEqual([tokens.map(({ text }) => text), diagnostics], [["a"], []]);
});

test("headers that include each other are read once", () => {
  assert.equal(words({ "lab.h": '#include "b.h"\nlab', "b.h": '#include "lab.h"\nb' }), "b lab");
});

test("quoted includes are searched for next to the including header first", () => {
  const headers = {
    "lab.h": '#include "sub/a.h"',
    "sub/a.h": '#include "b.h"\n#include <b.h>',
    "sub/b.h": "near",
    "b.h": "far",
  };
  assert.equal(words(headers), "near far");
});

test("missing includes are skipped and recorded", () => {
  const { diagnostics, missingIncludes } = unitOf('#include "mbed.h"\n#include <sys/x.h>\n#include "../out.h"\n');
  assert.deepEqual([diagnostics, missingIncludes], [[], ["mbed.h", "sys/x.h", "../out.h"]]);
});

test("two listed headers may have the same include guard, and see each other's macros", () => {
  const guard = (body: string): string => `#ifndef GUARD_H\n#define GUARD_H\n${body}\n#endif\n`;
  assert.equal(
    words({ "a.h": guard("#define N 3\na"), "b.h": guard("b[N]") }, { headerFiles: ["a.h", "b.h"] }),
    "a b [ 3 ]",
  );
});

test("a header that is listed and included is read once", () => {
  assert.equal(words({ "a.h": '#include "b.h"\na', "b.h": "b" }, { headerFiles: ["a.h", "b.h"] }), "b a");
});

test("the channel's defines are macros, and a header may undefine them", () => {
  const defines = new Map([
    ["N", "7"],
    ["FLAG", "1"],
  ]);
  assert.equal(words("#ifdef FLAG\nN\n#undef N\nN\n#endif", { defines }), "7 N");
});

const PACKS: readonly [text: string, pack: number | undefined][] = [
  ["#pragma pack(1)\nx", 1],
  ["#pragma pack(1)\n#pragma pack()\nx", undefined],
  ["#pragma pack(1)\n#pragma pack(0)\nx", undefined],
  ["#pragma pack(2)\n#pragma pack(push)\n#pragma pack(1)\n#pragma pack(pop)\nx", 2],
  ["#pragma pack(push, 4)\n#pragma pack(push, 1)\n#pragma pack(pop)\nx", 4],
  ["#pragma pack(push, here, 2)\n#pragma pack(push, 1)\n#pragma pack(push, 4)\n#pragma pack(pop, here)\nx", undefined],
  ["#pragma pack(8)\n#pragma pack(push, here)\n#pragma pack(1)\n#pragma pack(pop, here)\nx", 8],
  ["#if 0\n#pragma pack(1)\n#endif\nx", undefined],
];

for (const [text, pack] of PACKS) {
  test(`packing of ${JSON.stringify(text)} matches GCC`, () => {
    const { packs } = unitOf(text);
    assert.equal(packs.filter(({ from }) => from === 0).at(-1)?.pack, pack);
  });
}

test("a replacement's tokens have the position of the macro's use", () => {
  const [token] = unitOf("#define N 12\n\n  N").tokens;
  assert.deepEqual([token?.text, token?.start, token?.end], ["12", 16, 17]);
});

test("headers that include each other too often are an error, and their text is not parsed", () => {
  const files = Object.fromEntries(
    Array.from({ length: 7 }, (_, n) => [`b${n}.h`, `#include "b${n + 1}.h"\n`.repeat(20)] as const),
  );
  const reader = memoryReader({ ...files, "b7.h": "struct z { int x; };\n" });
  const { tokens, diagnostics } = preprocess(planOf({ headerFiles: ["b0.h"] }), reader, "c");
  assert.deepEqual([tokens.length, diagnostics.map(({ code }) => code)], [0, ["E103"]]);
});

const DOUBT = '#include "away.h"\n#if BOARD == 3\n';
const PACKED_BY_BOARD = `${DOUBT}#pragma pack(push, 1)\n#endif\n`;
const PACKS_ALL = "#pragma pack(1)\n";
const LATER = "int a;\nint b;\nint later;";
/** Whether what is behind an uncertain condition depends on it. */
const BEHIND: readonly [what: string, files: Readonly<Record<string, string>>, isDoubtful: boolean][] = [
  ["packing that may begin", { "lab.h": PACKED_BY_BOARD + LATER }, true],
  [
    "packing that may have begun and ended",
    { "lab.h": `${PACKED_BY_BOARD}x\n${DOUBT}#pragma pack(pop)\n#endif\n${LATER}` },
    false,
  ],
  ["packing by a header", { "lab.h": `${DOUBT}#include <pshpack1.h>\n#endif\n${LATER}` }, true],
  [
    "packing by a header in the other branch",
    { "lab.h": `${DOUBT}#else\n#include <pshpack1.h>\n#endif\n${LATER}` },
    true,
  ],
  [
    "packing by headers that begin and end it",
    { "lab.h": `${DOUBT}#include <pshpack1.h>\n#endif\nx\n${DOUBT}#include <poppack.h>\n#endif\n${LATER}` },
    false,
  ],
  ["packing that is reset", { "lab.h": `${DOUBT}#pragma pack(1)\n#endif\nx\n#pragma pack()\n${LATER}` }, false],
  ["packing of either branch", { "lab.h": `${DOUBT}#pragma pack(1)\n#else\n#pragma pack(2)\n#endif\n${LATER}` }, true],
  [
    "equal packing of both branches",
    { "lab.h": `${DOUBT}#pragma pack(1)\n#else\n#pragma pack(0x1)\n#endif\n${LATER}` },
    false,
  ],
  ["packing by an operator", { "lab.h": `#define BEGIN _Pragma("pack(1)")\n${DOUBT}BEGIN\n#endif\n${LATER}` }, true],
  ["an order of bits", { "lab.h": `${DOUBT}#pragma bit_order left\n#endif\n${LATER}` }, true],
  [
    "an order of bits that ends",
    { "lab.h": `${DOUBT}#pragma bit_order left\nx\n#pragma bit_order\n#endif\n${LATER}` },
    false,
  ],
  [
    "a header's macro",
    { "lab.h": `${DOUBT}#else\n#include "b.h"\n#endif\nint a;\nint b;\nint later = N;`, "b.h": "#define N 4\n" },
    true,
  ],
  ["a header's text", { "lab.h": `${DOUBT}#else\n#include "b.h"\n#endif\n`, "b.h": LATER }, true],
  [
    "a header's header",
    { "lab.h": `${DOUBT}#else\n#include "b.h"\n#endif\n`, "b.h": '#include "c.h"\n', "c.h": LATER },
    true,
  ],
  [
    "a header's packing",
    { "lab.h": `${DOUBT}#else\n#include "b.h"\n#endif\n${LATER}`, "b.h": "#pragma pack(1)\n" },
    true,
  ],
  ["text behind a header", { "lab.h": `${DOUBT}#else\n#include "b.h"\n#endif\n${LATER}`, "b.h": "int x;\n" }, false],
  [
    "a header with a guard that is included anyway",
    {
      "lab.h": `${DOUBT}#else\n#include "b.h"\n#endif\n#include "b.h"\n`,
      "b.h": `#ifndef B_H\n#define B_H\n${LATER}\n#endif\n`,
    },
    false,
  ],
  [
    "the macro of such a header",
    {
      "lab.h": `${DOUBT}#else\n#include "b.h"\n#endif\n#include "b.h"\nint later = N;`,
      "b.h": "#ifndef B_H\n#define B_H\n#define N 4\n#endif\n",
    },
    false,
  ],
  [
    "a header of #pragma once that is included anyway",
    { "lab.h": `${DOUBT}#else\n#include "b.h"\n#endif\n#include "b.h"\n`, "b.h": `#pragma once\n${LATER}` },
    false,
  ],
  [
    "packing by a header that is left out",
    { "lab.h": `${DOUBT}#include "b.h"\n#endif\n${LATER}`, "b.h": PACKS_ALL },
    true,
  ],
  [
    "packing by the header of a header that is left out",
    {
      "lab.h": `${DOUBT}#include "b.h"\n#endif\n${LATER}`,
      "b.h": '#pragma once\n#include "c.h"\n',
      "c.h": `#ifndef NO\n${PACKS_ALL}#endif`,
    },
    true,
  ],
  [
    "packing that ends in a header that is left out",
    { "lab.h": `${DOUBT}#include "b.h"\n#endif\n${LATER}`, "b.h": "#pragma pack(push, 1)\nx\n#pragma pack(pop)\n" },
    false,
  ],
  [
    "what a header that is left out leaves out itself",
    { "lab.h": `${DOUBT}#include "b.h"\n#endif\n${LATER}`, "b.h": `#if 0\n${PACKS_ALL}#endif\n` },
    false,
  ],
  [
    "a macro that a header that is left out defines anew",
    { "lab.h": `#define N 2\n${DOUBT}#include "b.h"\n#endif\nint later = N;`, "b.h": "#undef N\n#define N 4\n" },
    true,
  ],
  [
    "a macro of a header that was read, and is left out",
    { "lab.h": `#include "b.h"\n${DOUBT}#include "b.h"\n#endif\nint later = N;`, "b.h": "#pragma once\n#define N 4\n" },
    false,
  ],
  [
    "a macro of a header that is left out, and read later",
    {
      "lab.h": `${DOUBT}#include "b.h"\n#endif\n#include "b.h"\nint later = N;`,
      "b.h": "#ifndef N\n#define N 4\n#endif\n",
    },
    false,
  ],
  [
    "a header of the C library",
    { "lab.h": `${DOUBT}#else\n#include <limits.h>\n#endif\nint a;\nint later = CHAR_BIT;` },
    false,
  ],
];

for (const [what, files, isDoubtful] of BEHIND) {
  test(`behind an uncertain condition: ${what} is ${isDoubtful ? "uncertain" : "certain"}`, () => {
    const { tokens } = unitOf(files, { headerFiles: ["lab.h"] });
    const from = tokens.findIndex(({ text }) => text === "later");
    assert.notEqual(from, -1);
    assert.equal(
      tokens.slice(from).some(({ doubt }) => doubt !== undefined),
      isDoubtful,
    );
  });
}
