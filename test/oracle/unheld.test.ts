/** What no message can hold still has its size and alignment, and a zero-length array of it does no harm. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { searchPath } from "../../generator/run/compiler-headers.ts";
import { requires } from "../support/requirements.ts";
import { ACCEPTANCE_TARGETS } from "./accepted/compare.ts";
import { compareRecords, planOfCpp, truthOf } from "./corpora/corpus.ts";

const NONE = `
typedef void (*handler)(int); typedef char *name; typedef long double wide;
struct a { char c; void *p[0]; char d; }; struct b { char c; name p[0]; char d; }; struct d { char c; handler p[0]; char d; };
struct e { char c; wide p[0]; char d; }; struct f { char c; _Complex float p[0]; char d; }; struct g { char c; wide p[0][2]; char d; };
struct h { char c; struct { char k; void *q; wide l; _Complex double z; } p[0]; char d; };
struct i { union { char c; wide p[0]; } u[2]; char d; };
struct __attribute__((packed)) j { char c; wide p[0]; char d; };
struct k { char c; char d[sizeof(struct h) + sizeof(wide) + sizeof(wide[2]) + sizeof(_Complex short)]; };
`;
const ONLY_X86 = "struct l { char c; __float128 p[0]; char d; }; struct m { char c; __int128 p[0]; char d; };\n";
const HELD = "typedef long double wide; struct a { char c; wide v; }; struct b { char c; long double v[2][2]; };\n";

const WANTED = [
  ["x86-64, gcc and g++", "gcc"],
  ["arm-eabi", "arm-none-eabi-gcc"],
  ["avr", "avr-gcc"],
  ["i386", "i686-linux-gnu-gcc"],
  ["aarch64", "aarch64-linux-gnu-gcc"],
  ["xtensa (lx106)", "xtensa-lx106-elf-gcc"],
  ["riscv32", "riscv64-unknown-elf-gcc"],
  ["msp430 (clang)", "clang"],
  ["mingw-x64", "x86_64-w64-mingw32-gcc"],
] as const;

/** Their `long double` has a double's bytes. */
const SAME = ["arm-eabi", "xtensa (lx106)", "msp430 (clang)"];

for (const [title, program] of WANTED) {
  const skip = searchPath(program, process.env).length === 0 && `needs ${program}`;
  test(`zero-length arrays of what no message can hold (${title})`, { skip }, () => {
    const target = ACCEPTANCE_TARGETS.find((each) => each.title === title)!;
    const isAvr = title === "avr";
    // On AVR the version decides.
    const none = isAvr ? NONE.replaceAll("long double", "double") : NONE;
    assertAll(compared(target, title.startsWith("x86") ? none + ONLY_X86 : none), "equal");
    if (!isAvr) assertAll(compared(target, HELD), SAME.includes(title) ? "equal" : "refused, true reason");
  });
}

test("long double of AVR is its double up to GCC 9", { skip: requires("avr-gcc") }, () => {
  const target = ACCEPTANCE_TARGETS.find(({ title }) => title === "avr")!;
  assertAll(compared({ ...target, compiler: "gcc-9" }, NONE + HELD.replaceAll(/\b[ab]\b/g, "held_$&")), "equal");
});

test("-mlong-double-64", { skip: requires("gcc") }, () => {
  const target = { ...ACCEPTANCE_TARGETS[0]!, cflags: ["-mlong-double-64"] };
  assertAll(compared(target, NONE + HELD.replaceAll(/\b[ab]\b/g, "held_$&")), "equal");
});

function compared(target: (typeof ACCEPTANCE_TARGETS)[number], text: string) {
  const truths = truthOf(target, text, { language: "c++", cflags: [], folders: [] });
  if (typeof truths === "string") assert.fail(truths);
  return compareRecords(truths, planOfCpp(target, text));
}

function assertAll(found: ReturnType<typeof compared>, verdict: string): void {
  assert.deepEqual(
    found.filter((record) => record.verdict !== verdict),
    [],
  );
  assert.notEqual(found.length, 0);
}
