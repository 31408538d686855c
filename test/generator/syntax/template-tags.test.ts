/** The word in front of a template's name must be that of its declaration. [C++17 dcl.type.elab]p3 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseText } from "../../support/parse-text.ts";

const message = (member: string): string =>
  `template <typename T> struct box { T t; };\nstruct struct_a { uint8_t length; uint8_t ID; ${member} };`;

for (const [member, codes] of [
  ["struct box<uint8_t> x;", []],
  ["class box<uint8_t> x;", []],
  ["union box<uint8_t> x;", ["lab.h:2: E108"]],
  ["enum box<uint8_t> x;", ["lab.h:2: E119"]],
] as const)
  test(`${member} has ${codes.length} errors`, () => {
    assert.deepEqual(parseText(message(member)).codes, codes);
  });
