/** Valid and damaged headers compared with compilers: accepted ones have the compiler's layout (scripts/oracle/headers.ts is the long form). */

import assert from "node:assert/strict";
import { test } from "node:test";
import { requires } from "../support/requirements.ts";
import { ACCEPTANCE_TARGETS, compareHeaders } from "./accepted/compare.ts";

const PROGRAMS = [
  ["x86-64, gcc and g++", "gcc", "g++"],
  ["x86-64, clang", "clang", "clang"],
  ["arm-eabi", "arm-none-eabi-gcc", "arm-none-eabi-gcc"],
  ["avr", "avr-gcc", "avr-gcc"],
  ["msvc-x64 (clang)", "clang", "clang"],
] as const;

for (const [title, ...programs] of PROGRAMS) {
  test(`60 headers, damaged or not, are accepted as the compiler does or rejected (${title})`, {
    skip: requires(...programs),
  }, () => {
    const target = ACCEPTANCE_TARGETS.find((candidate) => candidate.title === title)!;
    const found = compareHeaders(target, 20_261_121, 60, 0.6);
    assert.deepEqual(
      found.filter(({ verdict }) => verdict === "wrong"),
      [],
    );
    const valid = found.filter(({ kind, beyond }) => kind === "valid" && !beyond);
    const refused = valid.filter(({ verdict }) => verdict === "refused by us");
    assert.deepEqual(refused, []);
    assert.ok(found.filter(({ verdict }) => verdict === "equal").length > 20, "more than 20 equal");
  });
}
