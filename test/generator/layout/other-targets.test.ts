/** gen reports an ambiguous layout if the section does not name the target. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { targetsByLayout } from "../../../generator/layout/other-targets.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { ABI_NAMES } from "../../../runtime/channels/abi-names.ts";
import { planOf } from "../../support/channel-plan.ts";

function warnings(header: string, abiAssumed = true): string[] {
  const plan = planOf(abiAssumed ? { abiAssumed: true } : {});
  const declarations = parseChannel(plan, memoryReader({ "lab.h": header }, ""));
  return layOutChannel(declarations.value, plan).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const struct = (members: string, values = "= {0, 4}") =>
  `#include <stdint.h>\nstruct struct_tank { uint8_t length; uint8_t ID; ${members} } tank ${values};`;
/** No declared length. */
const NO_LENGTH = "; struct struct_tank t = { .ID = 4 }";

test("the layout of Arduino's unsigned long depends on the target", () => {
  const [warning = ""] = warnings(struct("uint16_t pad; unsigned long ms; float heat;", NO_LENGTH));
  assert.match(warning, /^W210 'ms' depends on the processor: uint64 at byte 8 for x86-64, the default; /);
  assert.match(warning, /uint32 at byte 4 for .*arm-eabi, avr, xtensa/);
});

for (const members of ["int v;", "size_t v;", "double v;", "enum { A, B } v;", "wchar_t v;", "char v;"]) {
  test(`${members} differs between targets`, () => {
    assert.match(warnings(struct(`uint16_t p; uint32_t q; ${members}`, NO_LENGTH)).join(), /W210/);
  });
}

test("a declared length that only one layout has removes the ambiguity", () => {
  // 8 bytes with padding; 6 on AVR.
  assert.deepEqual(warnings(struct("float heat;", "= {8, 4}")), []);
  assert.match(warnings(struct("float heat;", NO_LENGTH)).join(), /W210 'heat' .*float32 at byte 2 for avr, msp430/);
});

test("no warning if the layout is the same everywhere, or the target is named", () => {
  assert.deepEqual(warnings(struct("uint16_t a; int8_t b[4]; float heat; char name[4];", NO_LENGTH)), []);
  assert.deepEqual(warnings(struct("unsigned long ms;", NO_LENGTH), false), []);
});

test("targets that lay all structs out equally need one layout only", () => {
  const alike = (members: string) => {
    const { messages } = parseChannel(planOf(), memoryReader({ "lab.h": struct(members) }, "")).value;
    const records = messages.map(({ record }) => record);
    return [...new Set(targetsByLayout(records, ABI_NAMES, planOf()).values())];
  };
  assert.deepEqual(alike("int16_t a[4001]; float heat;"), ["x86-64"]);
  assert.deepEqual(alike("uint16_t pad; double heat;"), ["x86-64", "i386", "avr"]);
});
