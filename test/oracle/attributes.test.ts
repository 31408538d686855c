/** An attribute at any place of a declaration: laid out as the compilers do it, or refused. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyLong } from "../support/long.ts";
import { requires } from "../support/requirements.ts";
import { attributePlaces } from "./accepted/attribute-places.ts";
import { ACCEPTANCE_TARGETS, compareTexts } from "./accepted/compare.ts";

for (const title of ["x86-64, gcc and g++", "x86-64, clang"])
  for (const language of ["c", "c++"] as const)
    test(`attributes everywhere (${title}, ${language})`, { skip: onlyLong || requires("gcc", "g++", "clang") }, () => {
      const target = ACCEPTANCE_TARGETS.find((candidate) => candidate.title === title)!;
      const texts = attributePlaces(language);
      const found = compareTexts(target, texts, language);
      // Firmware contains nothing that compilers reject.
      const wrong = found.filter(({ verdict, why }) => verdict === "wrong" && !/: error: /.test(why[0] ?? ""));
      assert.deepEqual(
        wrong.map(({ seed, why }) => [texts[seed], why[0]]),
        [],
      );
      assert.ok(
        found.filter(({ verdict }) => verdict === "equal").length > texts.length / 4,
        "a quarter of them equal",
      );
    });

const SEVERAL = `struct m@ { uint8_t length; uint8_t ID; int a __attribute__((aligned(16), aligned(4))); char d;
  short b __attribute__((aligned(8))) __attribute__((aligned(2))); int c : 3 __attribute__((aligned(8), aligned(4))); char e;
  struct { char x; } s __attribute__((aligned(8))) __attribute__((aligned(2))); _Alignas(8) _Alignas(4) char f; };
struct m@ v@ = {0, 1};
`;

for (const [title, program] of [
  ["x86-64, gcc and g++", "gcc"],
  ["x86-64, clang 16", "clang-16"],
  ["arm-eabi", "arm-none-eabi-gcc"],
] as const)
  test(`the strictest of a field's alignments holds (${title})`, { skip: requires(program) }, () => {
    const target = ACCEPTANCE_TARGETS.find((candidate) => candidate.title === title)!;
    assert.deepEqual(
      compareTexts(target, [SEVERAL], "c").map(({ verdict, why }) => [verdict, why]),
      [["equal", []]],
    );
  });

const OF_OTHER_FORMS = `struct a@ { char c; int v __attribute__((align(8))); }; struct b@ { char c; int v; } __attribute__((pack));
struct [[packed]] c@ { char c; int v; }; struct [[clang::packed]] d@ { char c; int v; }; struct [[using clang: packed]] e@ { char c; int v; };
struct f@ { char c; [[aligned(8)]] int v; }; struct [[__gnu__::__packed__]] g@ { char c; int v; }; struct [[gnu::align(8)]] h@ { char c; };
struct m@ { uint8_t length; uint8_t ID; a@ a; b@ b; c@ c; d@ d; e@ e; f@ f; g@ g; h@ h; };
m@ v@ = {0, 1};
`;

for (const title of ["x86-64, gcc and g++", "x86-64, clang 16", "arm-eabi", "mingw-x64"])
  test(`an attribute in a form that compilers ignore moves nothing (${title})`, {
    skip: requires("gcc", "g++", "clang-16", "arm-none-eabi-gcc", "x86_64-w64-mingw32-g++"),
  }, () => {
    const target = ACCEPTANCE_TARGETS.find((candidate) => candidate.title === title)!;
    assert.deepEqual(
      compareTexts(target, [OF_OTHER_FORMS], "c++").map(({ verdict, why }) => [verdict, why]),
      [["equal", []]],
    );
  });

/** Clang's form of Microsoft's compiler, which alone is here: cl ignores GCC's attributes in brackets, Clang does not. */
const OF_MICROSOFT = `struct __declspec(align(8)) a@ { char c; }; struct __declspec(aligned(8)) b@ { char c; };
struct m@ { uint8_t length; uint8_t ID; a@ a; b@ b; };
m@ v@ = {0, 1};
`;
const NOT_FOLLOWED = [
  "struct m@ { uint8_t length; uint8_t ID; int v [[gnu::aligned(8)]]; };\nm@ v@ = {0, 1};\n",
  "struct [[gnu::packed]] m@ { uint8_t length; uint8_t ID; int v; };\nm@ v@ = {0, 1};\n",
  "struct [[gnu::packed]] m@; struct m@ { uint8_t length; uint8_t ID; int v; };\nm@ v@ = {0, 1};\n",
  "struct x@ {}; struct y@ {}; struct __declspec(empty_bases) z@ : x@, y@ { char c; };\nstruct m@ { uint8_t length; uint8_t ID; z@ v; };\nm@ v@ = {0, 1};\n",
  "struct x@ {}; struct m@ { uint8_t length; uint8_t ID; [[msvc::no_unique_address]] x@ x; int v; };\nm@ v@ = {0, 1};\n",
];

test("for Microsoft's compiler its own attributes are followed, and what it and Clang differ in is refused", {
  skip: requires("clang"),
}, () => {
  const target = ACCEPTANCE_TARGETS.find((candidate) => candidate.title === "msvc-x64 (clang)")!;
  const found = compareTexts(target, [OF_MICROSOFT, ...NOT_FOLLOWED], "c++");
  assert.deepEqual(
    found.map(({ verdict }) => verdict),
    ["equal", ...NOT_FOLLOWED.map(() => "refused by us")],
    JSON.stringify(found.map(({ why }) => why)),
  );
});
