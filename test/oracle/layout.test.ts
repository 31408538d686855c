/** Layouts against the compilers that firmware is built with: random structs with fixed seeds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { requires } from "../support/requirements.ts";
import { TARGETS } from "./layout/compilers.ts";
import { compareRandomStructs } from "./layout/oracle.ts";

for (const target of TARGETS) {
  test(`150 random structs lie as ${target.title} has them`, { skip: requires(target.program) }, () => {
    const { structs, fields, mismatches } = compareRandomStructs(target, 20_240_601, 150);
    assert.deepEqual(mismatches, []);
    assert.equal(structs, 150);
    assert.ok(fields > 1000, `only ${fields} fields were compared`);
  });
}
