/** `#pragma pack`, `push_macro`, `pop_macro` and `#elifdef` must move our layouts as they move the compilers'. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";
import { requires } from "../support/requirements.ts";
import { ACCEPTANCE_TARGETS, type AcceptanceTarget, abiOf } from "./accepted/compare.ts";
import { compareRecords, truthOf } from "./corpora/corpus.ts";

const FIELDS = "uint8_t length; uint8_t ID; uint8_t a; uint64_t b; uint32_t c : 5; uint16_t d;";
const STRUCT = `struct struct_m { ${FIELDS} };\n`;

/** Its bytes without padding. */
const PACKED = 14;

/** Lines before the struct. */
const BEFORE: Readonly<Record<string, string>> = {
  "a hexadecimal number": "#pragma pack(push, 0x1)",
  "a number with a suffix": "#pragma pack(1u)",
  "an octal number": "#pragma pack(push, 02)",
  "a binary number": "#pragma pack(push, 0b10)",
  "a label and a hexadecimal number": "#pragma pack(push, here, 0x2)",
  "a number beyond 32 bits": "#pragma pack(push, 0x100000001)",
  "zero with a suffix": "#pragma pack(2)\n#pragma pack(0u)",
  "a real number": "#pragma pack(1.0)",
  "a number in parentheses": "#pragma pack(push, (1))",
  "a sum": "#pragma pack(push, 1+1)",
  "a pushed macro": "#define ONE 1\n#pragma pack(push, ONE)",
  "a macro": "#define TWO 2\n#pragma pack(TWO)",
  "a macro with arguments": "#define SAME(x) x\n#pragma pack(push, SAME(1))",
  "a macro in the operator": "#define TWO 2\n#define PACK(x) _Pragma(#x)\nPACK(pack(push, TWO))",
  "a macro that the operator's macro replaces":
    "#define N 2\n#define P_(x) _Pragma(#x)\n#define P(x) P_(x)\nP(pack(push,N))",
  "a macro of a wrong number": "#define THREE 3\n#pragma pack(push, 2)\n#pragma pack(push, THREE)",
  "a macro of all arguments": "#define ALL (push, 1)\n#pragma pack ALL",
  "an empty macro": "#define NONE\n#pragma pack(2)\n#pragma pack(NONE)",
  "a macro as label":
    "#define HERE there\n#pragma pack(push, HERE, 2)\n#pragma pack(push, 1)\n#pragma pack(pop, there)",
  "a macro named pack": "#define pack nothing\n#pragma pack(push, 1)",
  "a semicolon": "#pragma pack(push, 1);",
  "a semicolon behind pop": "#pragma pack(push, 1)\n#pragma pack(pop);",
  "a semicolon behind the reset": "#pragma pack(1)\n#pragma pack();",
  "pop with a number": "#pragma pack(push, 2)\n#pragma pack(push, 1)\n#pragma pack(pop, 4)",
  "pop with a label and a number": "#pragma pack(push, a, 2)\n#pragma pack(push, 1)\n#pragma pack(pop, a, 4)",
  "pop with an unknown label": "#pragma pack(push, a, 2)\n#pragma pack(push, 1)\n#pragma pack(pop, b)",
  "pop with an unknown label and a number": "#pragma pack(push, a, 2)\n#pragma pack(push, 1)\n#pragma pack(pop, b, 4)",
  "pop with a number and without a push": "#pragma pack(2)\n#pragma pack(pop, 1)",
  "a number before the label": "#pragma pack(push, 1, a)",
  show: "#pragma pack(2)\n#pragma pack(show)",
  "a pushed wrong number": "#pragma pack(4)\n#pragma pack(push, 2)\n#pragma pack(push, 3)\n#pragma pack(pop)",
  "a macro that is kept": kept("#undef AL\n#define AL 16"),
  "a macro that is kept twice": kept(
    '#undef AL\n#define AL 16\n#pragma push_macro("AL")\n#undef AL\n#pragma pop_macro("AL")',
  ),
  "an undefined macro that is kept":
    '#pragma push_macro("ON")\n#define ON\n#pragma pop_macro("ON")\n#ifdef ON\n#pragma pack(1)\n#endif',
  "a macro that the operator keeps":
    '#define AL 2\n_Pragma("push_macro(\\"AL\\")")\n#undef AL\n#define AL 1\n_Pragma("pop_macro(\\"AL\\")")\n#if AL == 2\n#pragma pack(1)\n#endif',
  "a macro that is restored without being kept":
    '#define AL 2\n#pragma pop_macro("AL")\n#if AL == 2\n#pragma pack(1)\n#endif',
};

function kept(between: string): string {
  return `#define AL 2\n#pragma push_macro("AL")\n${between}\n#pragma pop_macro("AL")\n#if AL == 2\n#pragma pack(1)\n#endif`;
}

/** Packing that changes in the struct. */
const INSIDE: Readonly<Record<string, string>> = {
  "packing begins in the struct": STRUCT.replace("uint8_t a;", "\n#pragma pack(1)\nuint8_t a;"),
  "packing begins before the first member": STRUCT.replace("{", "{\n#pragma pack(1)\n"),
  "packing begins before the closing brace": STRUCT.replace("}", "\n#pragma pack(1)\n}"),
  "packing ends in the struct": `#pragma pack(push, 1)\n${STRUCT.replace("uint8_t a;", "\n#pragma pack(pop)\nuint8_t a;")}`,
  "a packed struct in the struct": STRUCT.replace(
    "uint8_t a;",
    "\n#pragma pack(1)\nstruct { uint8_t i; uint64_t j; } a;\n#pragma pack()\n",
  ),
  "a natural struct in a packed one": `#pragma pack(1)\n${STRUCT.replace("uint8_t a;", "\n#pragma pack()\nstruct { uint8_t i; uint64_t j; } a;\n")}`,
};

const HEADERS = {
  ...Object.fromEntries(Object.entries(BEFORE).map(([name, lines]) => [name, `${lines}\n${STRUCT}`])),
  ...INSIDE,
};

const WANTED = [
  ["x86-64, gcc and g++", "gcc"],
  ["x86-64, clang 16", "clang-16"],
  ["arm-eabi", "arm-none-eabi-gcc"],
  ["mingw-x64", "x86_64-w64-mingw32-gcc"],
  ["msvc-x64 (clang)", "clang"],
] as const;
const UNDER_FLAGS = ["pack(4)", "pack(0)", "pack()", "pack(push, 0)"].map((line) => `#pragma ${line}\n`);

for (const [title, program] of WANTED) {
  const target = ACCEPTANCE_TARGETS.find((each) => each.title === title)!;
  const skip = requires(program);
  for (const [name, text] of Object.entries(HEADERS))
    test(`${name}: ${title}`, { skip }, () => assertSame(target, text));
  if (title === "msvc-x64 (clang)") continue;
  for (const flag of ["-fpack-struct", "-fpack-struct=2"])
    for (const line of ["", ...UNDER_FLAGS]) {
      const name = `${flag}, then ${line.trim() || "nothing"}: ${title}`;
      test(name, { skip }, () => assertSame({ ...target, cflags: [flag] }, `${line}${STRUCT}`));
    }
}

const ELIFDEF: Readonly<Record<string, string>> = {
  elifdef: "#define ON\n#ifdef OFF\n#elifdef ON\n#pragma pack(1)\n#else\n#pragma pack(2)\n#endif\n",
  elifndef: "#ifdef OFF\n#elifndef ON\n#pragma pack(1)\n#else\n#pragma pack(2)\n#endif\n",
};
const OF_STANDARD = [
  ["x86-64, gcc and g++", "gcc", ["", "-std=c11", "-ansi", "-std=c2x", "-std=gnu89", "-std=iso9899:2011"]],
  ["x86-64, g++ 11", "gcc-11", ["", "-std=c2x"]],
  ["x86-64, clang 16", "clang-16", ["", "-std=c11"]],
  ["arm-eabi", "arm-none-eabi-gcc", ["", "-std=c99"]],
] as const;

for (const [title, program, standards] of OF_STANDARD) {
  const target = ACCEPTANCE_TARGETS.find((each) => each.title === title)!;
  for (const standard of standards) {
    for (const [name, lines] of Object.entries(ELIFDEF)) {
      test(`${name} is followed or refused: ${title} ${standard}`, { skip: requires(program) }, () => {
        const [found, packed] = compared({ ...target, cflags: standard === "" ? [] : [standard] }, lines + STRUCT);
        if (packed) assert.equal(found?.verdict, "equal");
        else assert.match(found?.why ?? "", new RegExp(`^E152 .*#${name}, which the compiler ignores`));
      });
    }
  }
}

/** Ours, and whether the compiler took the branch behind the directive: it then packs by 1. */
function compared(target: AcceptanceTarget, lines: string) {
  const text = `#include <stdint.h>\n${lines}`;
  const truth = truthOf(target, text, { language: "c", cflags: [], folders: [] });
  if (typeof truth === "string") assert.fail(truth);
  const plan = planOf({ ...abiOf(target), cflags: [...(target.cflags ?? [])], headerFiles: ["lab.h"] });
  const own = truth.get("struct_m")!;
  const [found] = compareRecords(new Map([["struct_m", own]]), { plan, reader: memoryReader({ "lab.h": text }, "") });
  return [found, own.size === PACKED] as const;
}

function assertSame(target: AcceptanceTarget, lines: string): void {
  const [found] = compared(target, lines);
  assert.deepEqual(found, { name: "struct_m", verdict: "equal", why: "" });
}
