/** Asks a real compiler for the offsets of structs' fields. */

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScalarNode, StructLayout, TextNode } from "../../../generator/layout/struct-layout.ts";
import { leaves } from "../../../generator/layout/struct-layout.ts";
import type { ByteOrder } from "../../../generator/plan/channel-plan.ts";
import type { AbiName } from "../../../runtime/channels/abi-names.ts";
import type { Requirement } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { readObjects } from "./elf.ts";

export interface Target {
  readonly title: string;
  readonly program: Requirement;
  readonly options: readonly string[];
  /** Include folders and macros, as options. */
  readonly extra?: readonly string[];
  readonly abi: AbiName;
  readonly byteOrder: ByteOrder;
}

const C = ["-x", "c", "-std=gnu11"];
/** The first standard that allows assignments in constant expressions. */
export const CPP: readonly string[] = ["-x", "c++", "-std=gnu++14"];

/** Debian's cross compiler has no big-endian library, but object files need none. */
export const TARGETS: readonly Target[] = [
  { title: "x86-64 (gcc)", program: "gcc", options: C, abi: "x86-64", byteOrder: "little" },
  { title: "x86-64 (clang)", program: "clang", options: C, abi: "x86-64", byteOrder: "little" },
  { title: "arm-eabi", program: "arm-none-eabi-gcc", options: C, abi: "arm-eabi", byteOrder: "little" },
  { title: "avr", program: "avr-gcc", options: C, abi: "avr", byteOrder: "little" },
  {
    title: "arm-eabi, big-endian",
    program: "arm-none-eabi-gcc",
    options: [...C, "-mbig-endian"],
    abi: "arm-eabi",
    byteOrder: "big",
  },
];

/** `<stdint.h>` without a C library. */
export const STDINT = [8, 16, 32, 64]
  .map((bits) => `typedef __INT${bits}_TYPE__ int${bits}_t; typedef __UINT${bits}_TYPE__ uint${bits}_t;`)
  .concat(["#include <stdbool.h>", ""])
  .join("\n");

type Leaf = ScalarNode | TextNode;

/**
 * All differences between the layouts and the compiler, as sentences.
 * @param typedefs structs without a tag, known only by these names
 */
export function disagreements(
  header: string,
  layouts: readonly StructLayout[],
  target: Target,
  typedefs: readonly string[] = [],
): string[] {
  const cpp = target.options === CPP;
  const probes = layouts.map((layout, index) => {
    const { name } = layout.message;
    // A typedef may have an alignment that its struct lacks, but the alignment of a message does not matter.
    const alignment = typedefs.includes(name) ? String(layout.alignment) : undefined;
    const type = cpp || typedefs.includes(name) ? name : `struct ${name}`;
    return (cpp ? probesInCpp : probesInC)(layout, index, { type, alignment });
  });
  const objects = compileProbes([header, ...probes].join("\n"), target);
  return layouts.flatMap((layout, index) => compareStruct(layout, index, objects, target.byteOrder));
}

interface ProbedType {
  readonly type: string;
  /** The alignment to assume; absent if the compiler is asked. */
  readonly alignment: string | undefined;
}

/** Numbers use offsetof and sizeof. Bit-fields, which have neither, use an object in which only they are set. */
function probesInC(layout: StructLayout, index: number, { type, alignment }: ProbedType): string {
  const all = leaves(layout.members);
  const facts = all
    .filter((leaf) => !isBitField(leaf))
    .flatMap((leaf) => [
      `__builtin_offsetof(${type}, ${leaf.path})`,
      `sizeof(((${type}*)0)->${leaf.path})`,
      leaf.kind === "text" ? "0" : `(__typeof__(((${type}*)0)->${leaf.path}))-1 < 0`,
    ]);
  const bits = all.flatMap((leaf, at) =>
    isBitField(leaf) ? [`${type} bits_${index}_${at} = { .${leaf.path} = -1 };`] : [],
  );
  const numbers = [`sizeof(${type})`, alignment ?? `__alignof__(${type})`, ...facts].join(", ");
  return [`__UINT32_TYPE__ facts_${index}[] = { ${numbers} };`, ...bits].join("\n");
}

/** C++ has no nested designators and may have default initialisers, so a bit-field's bits are those that setting it changes. */
function probesInCpp(layout: StructLayout, index: number, { type, alignment }: ProbedType): string {
  const all = leaves(layout.members);
  const place = (path: string) => `static_cast<${type}*>(nullptr)->${path}`;
  const facts = all
    .filter((leaf) => !isBitField(leaf))
    .flatMap((leaf) => [
      `__builtin_offsetof(${type}, ${leaf.path})`,
      `sizeof(${place(leaf.path)})`,
      String(signOf(leaf)),
    ]);
  const bits = all.flatMap((leaf, at) => {
    if (!isBitField(leaf)) return [];
    const value = (number: number) => `static_cast<decltype(${place(leaf.path)})>(${number})`;
    return [0, 1].map((bit) => {
      const [name, set] = bit === 0 ? ["zero", 0] : ["bits", -1];
      const make = `constexpr ${type} make_${name}_${index}_${at}() { ${type} s{}; s.${leaf.path} = ${value(set)}; return s; }`;
      return `${make}\nextern const ${type} ${name}_${index}_${at} = make_${name}_${index}_${at}();`;
    });
  });
  const numbers = [`sizeof(${type})`, alignment ?? `alignof(${type})`, ...facts].join(", ");
  return [`extern "C" { extern const __UINT32_TYPE__ facts_${index}[] = { ${numbers} };`, ...bits, "}"].join("\n");
}

function isBitField(leaf: Leaf): boolean {
  return leaf.kind === "scalar" && leaf.bitField;
}

export function compileProbes(
  source: string,
  { program, options, extra = [] }: Pick<Target, "program" | "options" | "extra">,
): Map<string, Uint8Array> {
  const folder = temporaryFolder();
  try {
    const input = join(folder, "probes.c");
    const output = join(folder, "probes.o");
    writeFileSync(input, source);
    execFileSync(program, [...options, ...extra, "-w", "-c", "-fno-common", "-o", output, input], { stdio: "pipe" });
    return readObjects(readFileSync(output));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compareStruct(
  layout: StructLayout,
  index: number,
  objects: ReadonlyMap<string, Uint8Array>,
  byteOrder: ByteOrder,
): string[] {
  const facts = numbersOf(objects.get(`facts_${index}`)!, byteOrder);
  const expected: (number | undefined)[] = [layout.sizeOf ?? layout.size, layout.alignment];
  const actual = [facts[0], facts[1]];
  const names = ["sizeof", "alignof"];
  let next = 2;
  leaves(layout.members).forEach((leaf, at) => {
    if (isBitField(leaf)) {
      const seen = placeOfOnes(changedBits(objects, `${index}_${at}`), byteOrder);
      names.push(leaf.path);
      expected.push(positionCode(leaf));
      actual.push(seen);
      return;
    }
    names.push(leaf.path, `sizeof ${leaf.path}`, `sign of ${leaf.path}`);
    expected.push(leaf.byteOffset, sizeOf(leaf), signOf(leaf));
    actual.push(facts[next], facts[next + 1], facts[next + 2]);
    next += 3;
  });
  return names.flatMap((name, at) =>
    expected[at] === actual[at]
      ? []
      : [`${layout.message.name}: ${name}: computed ${expected[at]}, compiler ${actual[at]}`],
  );
}

/** The bits of a bit-field, without those that its struct's initialisers set. */
function changedBits(objects: ReadonlyMap<string, Uint8Array>, probe: string): Uint8Array {
  const set = objects.get(`bits_${probe}`) ?? new Uint8Array();
  const zero = objects.get(`zero_${probe}`);
  return zero === undefined ? set : set.map((byte, at) => byte ^ (zero[at] ?? 0));
}

function numbersOf(bytes: Uint8Array, byteOrder: ByteOrder): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, byteOrder === "little"));
}

function sizeOf(leaf: Leaf): number {
  return leaf.kind === "text" ? leaf.length : leaf.bitWidth / 8;
}

function signOf(leaf: Leaf): number {
  return leaf.kind === "text" || leaf.scalar.startsWith("u") || leaf.scalar === "bool" ? 0 : 1;
}

/** First bit and number of bits, combined in one number. */
function positionCode(leaf: Leaf): number | undefined {
  return leaf.kind === "scalar" ? (leaf.byteOffset * 8 + leaf.bitOffset) * 1000 + leaf.bitWidth : undefined;
}

/** Counted from each byte's least significant bit, or from its most significant bit if big-endian. */
function placeOfOnes(bytes: Uint8Array, byteOrder: ByteOrder): number | undefined {
  const ones: number[] = [];
  bytes.forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit++) {
      const mask = byteOrder === "little" ? 1 << bit : 0x80 >> bit;
      if ((byte & mask) !== 0) ones.push(at * 8 + bit);
    }
  });
  const [first] = ones;
  const contiguous = ones.every((bit, at) => bit === first! + at);
  return first === undefined || !contiguous ? undefined : first * 1000 + ones.length;
}
