/** Every struct of a folder of headers by a compiler, and random C++. Larger runs: `npm run campaigns -- oracle/corpora`. */

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { onlyLong } from "../support/long.ts";
import { requires } from "../support/requirements.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ACCEPTANCE_TARGETS } from "./accepted/compare.ts";
import { CorpusComparison, compareRecords, headersIn, planOfCpp, truthOf } from "./corpora/corpus.ts";
import { compareRandomCpp } from "./corpora/random-cpp.ts";

const GCC = ACCEPTANCE_TARGETS.find(({ title }) => title === "x86-64, gcc and g++")!;

test("a folder's structs are equal, or refused with a reason; one that several headers include counts once", {
  skip: requires("gcc", "g++"),
}, () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "inner"));
  const files = {
    "a.h": '#include "inner/b.h"\ntypedef struct { struct fix fix; unsigned char b : 3; } gps_t;\n',
    "inner/b.h":
      "#ifndef B\n#define B\nstruct fix { short x; long y; };\nstruct node { struct node *next; };\n#endif\n",
    "not-alone.h": "struct late { unknown_t a; };\n",
    "zone.hpp":
      "namespace a { struct base { unsigned long v; }; class zone : base { public: using u = unsigned short; u w; }; }\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const comparison = new CorpusComparison({ folder, include: [], cflags: [], language: "c" }, GCC);
  const found = headersIn(folder).map((header) =>
    comparison.compare(header)?.map(({ name, verdict }) => [name, verdict]),
  );
  assert.deepEqual(found, [
    [
      ["fix", "equal"],
      ["node", "refused, true reason"],
      ["gps_t", "equal"],
    ],
    [],
    undefined,
    [
      ["a::base", "equal"],
      ["a::zone", "equal"],
    ],
  ]);
});

test("decimal and complex numbers are refused for a true reason, and nothing else of their header", {
  skip: requires("gcc", "g++"),
}, () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, "a.h"),
    "struct money { _Decimal64 a; }; struct wave { float _Complex a; }; struct list { __builtin_va_list a; }; struct plain { int a; };\n",
  );
  const found = new CorpusComparison({ folder, include: [], cflags: [], language: "c" }, GCC).compare("a.h") ?? [];
  assert.deepEqual(
    found.map(({ name, verdict, why }) => [name, verdict, why.slice(0, 4)]),
    [
      ["money", "refused, true reason", "E118"],
      ["wave", "refused, true reason", "E118"],
      ["list", "refused, true reason", "E118"],
      ["plain", "equal", ""],
    ],
  );
});

test("a layout that differs is wrong", { skip: requires("gcc", "g++") }, () => {
  const theirs = truthOf(GCC, "struct a { char b; int c; };\n", { language: "c++", cflags: [], folders: [] });
  if (typeof theirs === "string") assert.fail(theirs);
  const [record] = compareRecords(theirs, planOfCpp(GCC, "struct a { char b; short c; };\n"));
  assert.equal(record?.verdict, "wrong");
  assert.match(record.why, /sizeof 4, compiler 8/);
});

const CPP_TARGETS = [
  ["x86-64, gcc and g++", "gcc", "g++"],
  ["x86-64, clang", "clang"],
  ["x86-64, clang 16", "clang-16"],
  ["x86-64, g++ 11", "gcc-11", "g++-11"],
  ["arm-eabi, clang", "clang-16"],
  ["mingw-x64", "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-g++"],
  ["arm-eabi", "arm-none-eabi-gcc"],
  ["avr", "avr-gcc"],
  ["xtensa (lx106)", "xtensa-lx106-elf-gcc"],
  ["riscv32", "riscv64-unknown-elf-gcc"],
] as const;

for (const [title, ...programs] of CPP_TARGETS) {
  const isShort = title === GCC.title;
  test(`random classes have the layout of the compiler (${title})`, {
    skip: (isShort ? false : onlyLong) || requires(...programs),
  }, () => {
    const found = compareRandomCpp(ACCEPTANCE_TARGETS.find((each) => each.title === title)!, 1, isShort ? 100 : 1000);
    const of = (verdict: string) => found.filter((each) => each.verdict === verdict);
    assert.deepEqual([of("wrong"), of("refused, could work")], [[], []]);
    assert.ok(of("equal").length > found.length * 0.9, `${of("equal").length} of ${found.length} are compared`);
  });
}

test("random classes with newer forms have the layout of the compiler", { skip: requires("gcc", "g++") }, () => {
  const found = compareRandomCpp(GCC, 5000, 100, "newer");
  const of = (verdict: string) => found.filter((each) => each.verdict === verdict);
  assert.deepEqual([of("wrong"), of("refused, could work")], [[], []]);
  assert.ok(of("equal").length > found.length * 0.9, `${of("equal").length} of ${found.length} are compared`);
});
