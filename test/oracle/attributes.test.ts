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
