/** Types of several words, in every place where a type can stand, must have the layout of the target's compiler. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyLong } from "../support/long.ts";
import { requires } from "../support/requirements.ts";
import { ACCEPTANCE_TARGETS, compareTexts } from "./accepted/compare.ts";
import { textsOfSeveralWords } from "./accepted/several-words.ts";

const WANTED = [
  ["x86-64, gcc and g++", "gcc", "g++"],
  ["x86-64, clang", "clang", "clang"],
  ["arm-eabi", "arm-none-eabi-gcc", "arm-none-eabi-gcc"],
  ["avr", "avr-gcc", "avr-gcc"],
  ["xtensa (lx106)", "xtensa-lx106-elf-gcc", "xtensa-lx106-elf-gcc"],
  ["riscv32", "riscv64-unknown-elf-gcc", "riscv64-unknown-elf-gcc"],
  ["msp430 (clang)", "clang", "clang"],
  ["msvc-x64 (clang)", "clang", "clang"],
] as const;

/** The target of the short run. */
const SHORT = "x86-64, gcc and g++";

for (const [title, ...programs] of WANTED) {
  const target = ACCEPTANCE_TARGETS.find((each) => each.title === title)!;
  for (const language of ["c", "c++"] as const) {
    test(`types of several words in ${language} (${title})`, {
      skip: (title === SHORT ? false : onlyLong) || requires(...programs),
    }, () => {
      const texts = textsOfSeveralWords(language, 1);
      assert.ok(texts.length > 300, "each type in each place");
      const found = compareTexts(target, texts, language).filter(
        ({ verdict }) =>
          verdict !== "equal" &&
          // avr-g++ 5 ignores an alignment within a packed class, so those are not compared.
          !(verdict === "compiler fails elsewhere" && target.abi === "avr"),
      );
      assert.deepEqual(
        found.map(({ seed, verdict, why }) => `${verdict}: ${why.join("; ")}\n${texts[seed]}`),
        [],
      );
    });
  }
}
