/** Layouts compared with firmware compilers: random structs with fixed seeds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { requires } from "../support/requirements.ts";
import { TARGETS } from "./layout/compilers.ts";
import { compareRandomStructs, compareRandomValues, compareReadStructs } from "./layout/oracle.ts";

for (const target of TARGETS) {
  test(`75 random structs have the layout of ${target.title}`, { skip: requires(target.program) }, () => {
    const { structs, fields, mismatches } = compareRandomStructs(target, 20_240_601, 75);
    assert.deepEqual(mismatches, []);
    assert.equal(structs, 75);
    assert.ok(fields > 500, `only ${fields} fields were compared`);
  });
}

for (const target of TARGETS) {
  test(`the same structs as C text are parsed as intended (${target.title})`, () => {
    const { structs, mismatches } = compareReadStructs(target, 20_240_601, 75);
    assert.deepEqual(mismatches, []);
    assert.equal(structs, 75);
  });
}

for (const dialect of ["gcc", "clang", "gcc, big-endian", "gcc, both byte orders"] as const) {
  test(`values that programs of ${dialect} wrote decode equal and encode to the same bytes`, {
    skip: requires(dialect === "clang" ? "clang" : "gcc"),
  }, async () => {
    const { structs, fields, mismatches } = await compareRandomValues(dialect, 7, { count: 30, rounds: 5 });
    assert.deepEqual(mismatches, []);
    assert.equal(structs, 30);
    assert.ok(fields > 1000, `only ${fields} values were compared`);
  });
}
