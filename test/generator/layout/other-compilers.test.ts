/** `gen` warns once where the compiler matters, and names the key. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import type { ChannelPlan } from "../../../generator/plan/channel-plan.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { planOf } from "../../support/channel-plan.ts";

const PART = "struct part { uint8_t a = 1; uint32_t b = 2; };\n";
const packed = (name: string, id: number) =>
  `struct ${name} { uint8_t length; uint8_t ID = ${id}; part p; uint8_t z; } __attribute__((packed)); ${name} i${id};\n`;

function warnings(text: string, plan: Partial<ChannelPlan>): string[] {
  const asked = planOf(plan);
  const read = parseChannel(asked, memoryReader({ "lab.h": text }));
  return layOutChannel(read.value, asked).diagnostics.flatMap(({ code, message }) => (code === "W213" ? message : []));
}

test("structs that compilers lay out differently are told once", () => {
  assert.deepEqual(warnings(PART + packed("struct_a", 2) + packed("struct_b", 3), {}), [
    "'p.a' in 'struct_a' (and 1 more struct) depends on the compiler: uint8 at byte 4 for gcc from version 12, which is assumed; " +
      "uint8 at byte 2 for gcc-11, clang-14",
  ]);
});

test("an enum depends on it on ARM only", () => {
  const text =
    "enum mode { OFF, ON };\nstruct struct_a { uint8_t length; uint8_t ID; enum mode m; } a = { .ID = 2 };\n";
  assert.deepEqual(warnings(text, { abi: "arm-eabi" }), [
    "'m' in 'struct_a' depends on the compiler: uint8 at byte 2 for gcc from version 12, which is assumed; uint32 at byte 4 for clang-14, clang",
  ]);
  assert.deepEqual(warnings(text, { abi: "aarch64" }), []);
  for (const compiler of ["gcc", "gcc-11", "clang"] as const)
    assert.deepEqual(warnings(text, { abi: "arm-eabi", compiler }), []);
  for (const abi of ["arm-eabi-clang", "msvc-x64", "sdcc"] as const) assert.deepEqual(warnings(text, { abi }), []);
});
