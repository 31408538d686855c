/** Constants of floating type must have the compiler's value: rounded to the type, converted before they are compared. [C17 6.3.1.8] */

import assert from "node:assert/strict";
import { test } from "node:test";
import { searchPath } from "../../generator/run/compiler-headers.ts";
import { memoryReader } from "../../generator/source/header-reader.ts";
import { planOf } from "../support/channel-plan.ts";
import { ACCEPTANCE_TARGETS, abiOf } from "./accepted/compare.ts";
import { compareRecords, truthOf } from "./corpora/corpus.ts";
import { Random } from "./layout/random.ts";

const NUMBERS =
  "0.1f 0.2f 0.3f 1.1f 0.7f 0.1 0.2 0.3 1.1 0.7 16777217 16777216.0f 100 7 2.5f 33333333 4.35 1.005".split(" ");

/** @returns lines of one struct each, whose size is the value */
function structs(seed: number, count: number): string {
  const random = new Random(seed);
  const number = () => random.pick(NUMBERS);
  const operation = () => `${number()} ${random.pick(["+", "-", "*", "/"])} ${number()}`;
  const value = () =>
    random.pick([
      () => `(${operation()} == ${number()}) + 1`,
      () => `(${operation()} < ${operation()}) + 1`,
      () => `((float)(${operation()}) == ${number()}) + 1`,
      () => `(${number()} == (float)${number()}) + 1`,
      () => `(int)((${number()} / 100000) * 16) % 16 + 16`,
    ])();
  return Array.from({ length: count }, (_, at) => `struct s${at} { char a[(int)(${value()})]; };\n`).join("");
}

const WANTED = [
  ["x86-64, gcc and g++", "gcc", [], "all equal"],
  ["avr", "avr-gcc", [], "all equal"],
  ["i386", "i686-linux-gnu-gcc", [], "all equal"],
  ["i386", "i686-linux-gnu-gcc", ["-std=c17", "-mfpmath=sse", "-msse2"], "all equal"],
  ["i386", "i686-linux-gnu-gcc", ["-std=c17"], "equal or refused"],
] as const;

for (const [title, program, cflags, expected] of WANTED) {
  test(`floating constants (${title}${cflags.map((flag) => ` ${flag}`).join("")})`, {
    skip: searchPath(program, process.env).length === 0 && `needs ${program}`,
  }, () => {
    const target = ACCEPTANCE_TARGETS.find((each) => each.title === title)!;
    const text = structs(7, 400);
    const truth = truthOf(target, text, { language: "c", cflags, folders: [] });
    if (typeof truth === "string") assert.fail(truth);
    const plan = planOf({ ...abiOf(target), cflags, headerFiles: ["lab.h"] });
    const found = compareRecords(truth, { plan, reader: memoryReader({ "lab.h": text }, "") });
    assert.equal(found.length, 400);
    const others = found.filter(({ verdict }) => verdict !== "equal");
    if (expected === "all equal") assert.deepEqual(others, []);
    else for (const { verdict, why } of others) assert.match(`${verdict}: ${why}`, /^refused.*more digits than double/);
    assert.ok(others.length < found.length, "all are refused");
  });
}
