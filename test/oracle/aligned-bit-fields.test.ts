/**
 * Bit-fields of typedefs with `aligned`, and in C++ those that are wider than their type, must be where GCC puts them.
 * [GCC, stor-layout.c, layout_decl, place_field; cp/class.cc, layout_class_type]
 */

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
  "t@ : 0;",
  "uint8_t : 0 __attribute__((aligned(8)));",
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

/** Types with their bits; `e` and `k` are enums. */
const WIDE = [...Object.entries(BITS), ["e", 32], ["k", 8]] as const;

/** One struct each; every other bit-field has more bits than its type. */
function wideHeaders(seed: number, count: number): string[] {
  const random = new Random(seed);
  const packed = " __attribute__((packed))";
  return Array.from({ length: count }, () => {
    const field = (_: unknown, at: number): string => {
      const [base, bits] = random.pick(WIDE);
      const type = base.length === 1 ? `${base}@` : random.pick([base, `t@_${base}`]);
      const width = random.pick([
        bits + 1,
        bits + random.integer(2, 40),
        65,
        random.integer(1, bits),
        random.integer(1, bits),
      ]);
      return `${type} ${random.chance(0.9) ? `f${at}` : ""} : ${width}${random.chance(0.1) ? packed : ""};`;
    };
    const fields = Array.from({ length: random.integer(1, 4) }, field).join(" ");
    const typedefs = Object.keys(BITS).map(
      (base) => `typedef ${base} t@_${base} __attribute__((aligned(${random.pick([1, 2, 4, 8, 16])})));`,
    );
    const inner = random.chance(0.2) ? `union { ${fields} } u;` : fields;
    const pack = random.chance(0.2) ? `#pragma pack(${random.pick([1, 2, 4])})\n` : "";
    return [
      `${typedefs.join(" ")} enum e@ { a@, b@ = 3 }; enum class k@ : uint8_t { a };`,
      `${pack}struct${random.chance(0.3) ? packed : ""} struct_m@ { uint8_t length; uint8_t ID; ${inner} uint8_t z; };`,
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

/** Clang 14 describes no bits of a bit-field that has as many as its type. */
const BY_CLANG = [
  ["x86-64, clang 16", "clang-16", 6],
  ["arm-eabi, clang", "clang-16", 7],
] as const;

/** These place bit-fields by Microsoft's units; wider ones than their type are refused there. */
const IN_UNITS = [["mingw-x64", "x86_64-w64-mingw32-gcc", 5]] as const;

for (const [title, program, seed] of [...WANTED, ...IN_UNITS])
  test(`bit-fields of aligned typedefs (${title})`, { skip: requires(program) }, () => {
    assertEqual(title, headers(seed, 500), "c");
  });

for (const [title, program, seed] of [...WANTED, ...BY_CLANG])
  test(`bit-fields that are wider than their type (${title})`, {
    skip: requires(program),
  }, () => {
    assertEqual(title, wideHeaders(seed, 500), "c++");
  });

function assertEqual(title: string, texts: readonly string[], language: "c" | "c++"): void {
  const found = compareTexts(ACCEPTANCE_TARGETS.find((target) => target.title === title)!, texts, language);
  const different = found.filter(({ verdict }) => verdict !== "equal");
  assert.deepEqual(
    different.map(({ seed: at, verdict, why }) => `${verdict}: ${why.join("; ")}\n${texts[at]}`),
    [],
  );
}
