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
