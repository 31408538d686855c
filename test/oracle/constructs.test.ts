/** C and C++ constructs of firmware must have the layout of the target's compiler (scripts/oracle/headers.ts --constructs tests all targets). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { onlyLong } from "../support/long.ts";
import { requires } from "../support/requirements.ts";
import { ACCEPTANCE_TARGETS } from "./accepted/compare.ts";
import { compareConstructs } from "./accepted/constructs.ts";

const WANTED = [
  ["x86-64, gcc and g++", "gcc", "g++"],
  ["arm-eabi", "arm-none-eabi-gcc", "arm-none-eabi-gcc"],
  ["avr", "avr-gcc", "avr-gcc"],
  ["msvc-x64 (clang)", "clang", "clang"],
] as const;

/** The target of the short run. */
const SHORT = "x86-64, gcc and g++";

for (const [title, ...programs] of WANTED) {
  test(`C and C++ constructs that firmware uses (${title})`, {
    skip: (title === SHORT ? false : onlyLong) || requires(...programs),
  }, () => {
    assert.deepEqual(compareConstructs(ACCEPTANCE_TARGETS.find((target) => target.title === title)!), []);
  });
}
