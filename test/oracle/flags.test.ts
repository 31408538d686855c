/** Flags that move a layout must move ours as they move the compiler's. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { requires } from "../support/requirements.ts";
import { ACCEPTANCE_TARGETS, compareText } from "./accepted/compare.ts";

const TYPEDEFS =
  "typedef int plain; typedef signed int sgn; typedef short sh; typedef sgn sgn2; typedef plain plain2; typedef int16_t i16;";
const BIT_FIELDS =
  "int16_t a:3; int32_t b:3; int64_t c:3; int8_t d:3; int e:3; signed int f:3; plain g:3; sgn h:3; sh i:3; sgn2 j:3; " +
  "plain2 k:3; char l:3; signed char m:3; long n:3; i16 o:3; int_least16_t p:3;";

const WANTED = [
  ["x86-64, gcc and g++", "gcc"],
  ["arm-eabi", "arm-none-eabi-gcc"],
  ["avr", "avr-gcc"],
] as const;

for (const [title, program] of WANTED) {
  test(`-funsigned-bitfields leaves what the library declares signed (${title})`, { skip: requires(program) }, () => {
    const target = ACCEPTANCE_TARGETS.find((each) => each.title === title)!;
    // Only without -ffreestanding do the compilers read the library's headers.
    const hosted = {
      ...target,
      c: target.c.filter((flag) => flag !== "-ffreestanding"),
      cflags: ["-funsigned-bitfields"],
    };
    const text = `${TYPEDEFS}\nstruct struct_m { uint8_t length; uint8_t ID; ${BIT_FIELDS} };\nstruct struct_m m = {0, 1};\n`;
    const { verdict, why } = compareText(hosted, text, "c");
    assert.deepEqual([verdict, ...why], ["equal"]);
  });
}

for (const flag of ["-xc++", "--std=gnu++17", "-std=gnu++17"]) {
  test(`${flag} reads a header as C++`, { skip: requires("g++") }, () => {
    const gnu = ACCEPTANCE_TARGETS.find(({ title }) => title === "x86-64, gcc and g++")!;
    const text =
      "struct empty {};\nstruct struct_m { uint8_t length; uint8_t ID; empty e; uint8_t v; };\nstruct_m m = {0, 1};\n";
    const { verdict, why } = compareText({ ...gnu, standard: flag }, text, "c++");
    assert.deepEqual([verdict, ...why], ["equal"]);
  });
}
