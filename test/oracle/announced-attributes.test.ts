/** Attributes of a declaration before the definition, and other forms of C23 and C++23: laid out as each compiler does, or refused. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";
import { requires } from "../support/requirements.ts";
import { ACCEPTANCE_TARGETS, type AcceptanceTarget, abiOf } from "./accepted/compare.ts";
import { compareRecords, truthOf } from "./corpora/corpus.ts";

type Language = "c" | "c++";

/** Verdicts by record, with the code of a refusal. */
function verdicts(target: AcceptanceTarget, language: Language, standard: string, header: string): string[] {
  const text = `#include <stdint.h>\n${header}`;
  const own = { ...target, standard: `-std=${standard}` };
  const truth = truthOf(own, text, { language, cflags: [], folders: [] });
  if (typeof truth === "string") assert.fail(truth);
  const wanted = new Map([...truth].filter(([name]) => /(?:^|::)m\d+$/.test(name)));
  const cflags = language === "c++" ? ["-xc++", own.standard] : [own.standard];
  const plan = planOf({ ...abiOf(target), cflags, headerFiles: ["lab.h"] });
  return compareRecords(wanted, { plan, reader: memoryReader({ "lab.h": text }, "") }).map(({ verdict, why }) =>
    verdict.startsWith("refused") ? why.slice(0, 4) : verdict,
  );
}

const targetOf = (program: string) => ACCEPTANCE_TARGETS.find(({ c }) => c[0] === program)!;

/** Header; what becomes of its records in C and C++ with GCC, and in C and C++ with clang. */
const HEADERS = [
  [
    "struct __attribute__((aligned(16))) m1; struct m1 { char a; int b; }; struct m2 { char q; struct m1 x; };",
    ["equal equal", "equal equal", "equal equal", "equal equal"],
  ],
  [
    "struct __attribute__((packed)) m1; struct m1 { char a; int b; }; union __attribute__((aligned(8))) u; union u { char a; }; struct m2 { char a; union u b; };",
    ["equal equal", "equal equal", "equal equal", "equal equal"],
  ],
  [
    "struct __attribute__((packed)) m1; struct __attribute__((packed)) m1 { char a; int b; };",
    ["equal", "equal", "equal", "equal"],
  ],
  [
    "struct m1 { char a; int b; }; struct __attribute__((packed, aligned(32))) m1; struct m2 { char a; struct m1 b; };",
    ["equal equal", "equal equal", "equal equal", "equal equal"],
  ],
  ["typedef struct __attribute__((packed)) m1 m1_t; struct m1 { char a; int b; };", ["equal", "equal", "E161", "E161"]],
  [
    "extern struct __attribute__((aligned(16))) m1 *there; struct m1 { char a; int b; };",
    ["equal", "equal", "E161", "E161"],
  ],
  [
    "enum __attribute__((packed)) e; enum e { A, B }; struct m1 { enum e x; int y; };",
    ["equal", undefined, "E161", undefined],
  ],
] as const;

for (const [at, [program, language, standard]] of (
  [
    ["gcc", "c", "gnu17"],
    ["gcc", "c++", "gnu++17"],
    ["clang-16", "c", "gnu17"],
    ["clang-16", "c++", "gnu++17"],
  ] as const
).entries())
  test(`a struct's attributes at a declaration before it (${program}, ${language})`, {
    skip: requires(program),
  }, () => {
    const wanted = HEADERS.filter(([, all]) => all[at] !== undefined);
    assert.deepEqual(
      wanted.map(([header]) => verdicts(targetOf(program), language, standard, header).join(" ")),
      wanted.map(([, all]) => all[at]),
    );
  });

const CPP_HEADERS = [
  ["namespace n { struct __attribute__((packed)) m1; struct m1 { char a; int b; }; } struct m1 { char a; int b; };"],
  ["struct __attribute__((packed)) m1; namespace n { struct m1 { char a; int b; }; }"],
  [
    "template <class T> struct __attribute__((packed)) t; template <class T> struct t { char c; T v; }; template <> struct t<short> { char c; short v; }; struct m1 { char a; t<int> b; t<short> c; };",
  ],
  ["struct m1 { friend struct __attribute__((aligned(16))) m2; char a; }; struct m2 { char a; };", "equal E161"],
  ["struct o { struct __attribute__((aligned(16))) m1; char c; }; struct o::m1 { char a; int b; };", "E161"],
  ["struct [[gnu::aligned(16)]] m1; struct m1 { char a; int b; };"],
  ["struct [[using gnu: packed, aligned(2)]] m1 { char a; int b; [[using gnu: aligned(8), unused]] int c; };"],
  ["struct m1 { [[no_unique_address]] char a; [[no_unique_address]] int b; };", "E127"],
  [
    "struct m1 { int (*get(int a) const)(int, char); const char (&name() const)[4]; int (*rows())[2][3]; char a; int b; };",
  ],
  [
    "struct d { int x, y; }; struct m1 { m1(bool r, d q = {}) : a(r) {} void f(d q = {1, 2}, int n = {}) const; int a; d q = {1, 2}, r = {}; };",
  ],
  [
    "struct k { int x; }; struct m1 { m1 &operator=(const k &o); int a; };\ninline m1 &m1::operator=(const k &o) { return *this; }\nstruct m2 { char a; int b; };",
  ],
  [
    "struct m1 { struct A { enum class Type : uint8_t { X }; Type type; }; enum class Type : uint16_t { N }; uint8_t n; Type type; A a; };",
  ],
  ["#if true && !false\nstruct m1 { char a; int b; };\n#endif\n#if false\nstruct m1 {};\n#endif\n"],
] as const;

for (const program of ["gcc", "clang-16"] as const)
  test(`forms of C++ (${program})`, { skip: requires(program) }, () => {
    for (const [header, wanted] of CPP_HEADERS) {
      const found = verdicts(targetOf(program), "c++", "gnu++20", header);
      assert.equal(found.join(" "), wanted ?? found.map(() => "equal").join(" "), header);
      assert.ok(found.length > 0, header);
    }
  });

test("an explicit object parameter, and true in the conditions of C23", { skip: requires("clang-19") }, () => {
  const self = "struct m1 { char a; int get(this const m1 &self) { return self.b; } int b; };";
  assert.deepEqual(verdicts(targetOf("clang-19"), "c++", "gnu++23", self), ["equal"]);
  const condition = "#if true\nstruct m1 { char a; int b; };\n#endif\n";
  assert.deepEqual(verdicts(targetOf("clang-19"), "c", "gnu2x", condition), ["equal"]);
  assert.deepEqual(
    verdicts(
      targetOf("clang-19"),
      "c",
      "gnu17",
      "#if true\nstruct m1 { char a[3]; };\n#else\nstruct m1 { char a; };\n#endif\n",
    ),
    ["E152"],
  );
});

test("24-bit integers of GCC for AVR", { skip: requires("avr-gcc") }, () => {
  const header =
    "typedef __uint24 wide; struct m1 { char a; __int24 b; wide c; char d[sizeof(wide)]; }; struct m2 { __uint24 a[2]; }; struct m3 { __uint24 a : 4; };";
  assert.deepEqual(verdicts(targetOf("avr-gcc"), "c", "gnu11", header), ["equal", "E118", "E118"]);
});
