/** The example of every diagnostic about headers gives that diagnostic, and no error before it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelPlan } from "../../../generator/channel-plan.ts";
import { checkDeclarations } from "../../../generator/check/check-declarations.ts";
import { FAMILIES } from "../../../generator/diagnostics/catalogue.ts";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import { checkStrayRules } from "../../../generator/rules/check-stray-rules.ts";
import { compileRules } from "../../../generator/rules/compile-rules.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { ABI_NAMES } from "../../../generator/target.ts";
import { planOf } from "../../support/channel-plan.ts";

const MESSAGE = "struct struct_m { uint8_t length; uint8_t ID; } m = {2, 1};";
const nested = (depth: number): string =>
  `struct a { ${"struct {".repeat(depth)} int x; ${"} m;".repeat(depth)} uint8_t length; uint8_t ID; };`;

/** Examples that need more than they show. */
const WHOLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  E102: {
    "lab.h": '#include "0.h"\n',
    ...Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`${index}.h`, `#include "${index + 1}.h"\n`])),
  },
  E106: {
    "lab.h": `#define A0 x\n${Array.from({ length: 24 }, (_, index) => `#define A${index + 1} A${index} A${index}`).join("\n")}\nint A24;\n`,
  },
  E110: { "lab.h": nested(120) },
  E153: {
    "lab.h":
      '#include "a.h"\n#include "b.h"\nstruct struct_c { uint8_t length; uint8_t ID; struct pos at; } c = {6, 1};',
    "a.h": "struct pos { float x; };",
    "b.h": "struct pos { double x; };",
  },
};

/** Codes whose examples are something else than a header, or too long to run here. */
const ELSEWHERE = /^(?:E103|E151|W203|E308|E325|E326|W324|E33\d|E40[1-4]|E41[4-9]|[EW]50\d|N6\d\d)$/;

function codesOf(code: string, example: string): { readonly all: string[]; readonly firstError: string | undefined } {
  const abi = ABI_NAMES.find((name) => example.includes(`abi = ${name}`));
  const plan: ChannelPlan = planOf(abi === undefined ? {} : { abi });
  const reader = memoryReader(WHOLE[code] ?? { "lab.h": example }, "");
  const declarations = parseChannel(plan, reader);
  const layouts = layOutChannel(declarations.value, plan);
  const diagnostics = [
    ...declarations.diagnostics,
    ...checkStrayRules(declarations.value),
    ...layouts.diagnostics,
    ...compileRules(layouts.value, plan).diagnostics,
    ...checkDeclarations(declarations.value, plan),
  ];
  const all = diagnostics.map((diagnostic) => diagnostic.code);
  return { all, firstError: all.find((found) => found.startsWith("E") && found !== "E405") };
}

for (const [code, { example }] of FAMILIES.flatMap(({ codes }) => Object.entries(codes))) {
  if (ELSEWHERE.test(code)) continue;
  test(`the example of ${code} gives it`, () => {
    const { all, firstError } = codesOf(code, example.includes("struct") ? example : `${example}\n${MESSAGE}`);
    assert.ok(all.includes(code), `${all.join(", ")} instead`);
    if (code.startsWith("E") && code !== "E405") assert.equal(firstError, code);
  });
}
