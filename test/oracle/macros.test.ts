/** Macros of processors and flags, compared with the compilers (scripts/oracle/macros.ts tests all combinations). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { requires } from "../support/requirements.ts";
import { COMBINATIONS } from "./macros/combinations.ts";
import { compareMacros } from "./macros/compare.ts";

const SAMPLE = [
  ["arm-none-eabi-gcc", "-mcpu=cortex-m4 -mthumb"],
  ["arm-none-eabi-gcc", "-mcpu=cortex-m0plus -mthumb -Os -flto -std=c99"],
  ["avr-gcc", "-mmcu=atmega328p -Os"],
  ["gcc", "-march=haswell -O3 -ffast-math"],
] as const;

for (const [program, wanted] of SAMPLE) {
  test(`all macros of ${program} ${wanted} are equal or refused`, { skip: requires(program) }, () => {
    const combination = COMBINATIONS.find(({ flags, language }) => flags === wanted && language === "c")!;
    const { refused, equal, wrong } = compareMacros(combination);
    assert.deepEqual({ refused, wrong }, { refused: false, wrong: [] });
    assert.ok(equal > 1000, `${equal} equal`);
  });
}
