/** Bit-fields of typedefs with `aligned` must be where GCC puts them. [GCC, stor-layout.c, layout_decl, place_field] */

import assert from "node:assert/strict";
import { test } from "node:test";
import { requires } from "../support/requirements.ts";
import { ACCEPTANCE_TARGETS, compareTexts } from "./accepted/compare.ts";
import { Random } from "./layout/random.ts";

const BITS = { uint8_t: 8, char: 8, uint16_t: 16, int: 16, uint32_t: 32, uint64_t: 64 } as const;
const WIDTHS = [8, 16, 32, 64, 1, 3, 7, 9, 15, 31];
const OTHERS = [
  "t@ n;",
  "uint8_t n;",
  "uint16_t n;",
  "uint32_t n;",
  "uint8_t n : 3;",
  "uint32_t n : 1;",
  "uint32_t n : 8;",
  "uint16_t n : 9;",
  "uint64_t n : 33;",
  "uint32_t n : 32 __attribute__((aligned(8)));",
  "uint16_t n : 16 __attribute__((packed));",
];

function headers(seed: number, count: number): string[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const base = random.pick(Object.keys(BITS) as (keyof typeof BITS)[]);
    const widths = WIDTHS.filter((width) => width <= BITS[base]);
    const field = (): string => (random.chance(0.5) ? `t@ n : ${random.pick(widths)};` : random.pick(OTHERS));
    const fields = Array.from({ length: random.integer(2, 6) }, (_, at) => field().replace(/\bn\b/, `f${at}`));
    const packed = random.chance(0.2) ? " __attribute__((packed))" : "";
    const pack = random.chance(0.2) ? `#pragma pack(${random.pick([2, 4])})\n` : "";
    return [
      `typedef ${base} t@ __attribute__((aligned(${random.pick([1, 2, 4, 8, 16, 32])})));`,
      `${pack}struct struct_m@ { uint8_t length; uint8_t ID; ${fields.join(" ")} }${packed};`,
      `struct struct_m@ m@ = {0, 1};\n${pack === "" ? "" : "#pragma pack()\n"}`,
    ].join("\n");
  });
}

const WANTED = [
  ["x86-64, gcc and g++", "gcc", 1],
  ["arm-eabi", "arm-none-eabi-gcc", 2],
  ["avr", "avr-gcc", 3],
  ["riscv32", "riscv64-unknown-elf-gcc", 4],
] as const;

for (const [title, program, seed] of WANTED) {
  test(`bit-fields of aligned typedefs (${title})`, { skip: requires(program) }, () => {
    const texts = headers(seed, 500);
    const found = compareTexts(ACCEPTANCE_TARGETS.find((target) => target.title === title)!, texts, "c");
    const different = found.filter(({ verdict }) => verdict !== "equal");
    assert.deepEqual(
      different.map(({ seed: at, verdict, why }) => `${verdict}: ${why.join("; ")}\n${texts[at]}`),
      [],
    );
  });
}
