/** The example of every diagnostic triggers it, with no error before it: headers, sections of `channels.ini`, commands. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkDeclarations } from "../../../generator/check/check-declarations.ts";
import { FAMILIES } from "../../../generator/diagnostics/catalogue.ts";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import type { ChannelPlan } from "../../../generator/plan/channel-plan.ts";
import { checkMisspelledTags } from "../../../generator/rules/check-misspelled-tags.ts";
import { checkStrayRules } from "../../../generator/rules/check-stray-rules.ts";
import { compileRules } from "../../../generator/rules/compile-rules.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { planOf } from "../../support/channel-plan.ts";
import { ELSEWHERE, headersOf, keysOf, projectOf } from "../../support/diagnostic-examples.ts";
import { onlyLong } from "../../support/long.ts";
import { type Project, project } from "../run/project.ts";

const COMMANDS: Readonly<Record<string, Parameters<Project["run"]>[0]>> = {
  // The folder is a file.
  E502: { out: "channels.ini" },
  E504: { mode: "check" },
};
async function codesOfProject(code: string, example: string): Promise<string[]> {
  const lab = project(projectOf(code, example));
  return (await lab.run(COMMANDS[code])).diagnostics.map((diagnostic) => diagnostic.code);
}

function codesOf(
  example: string,
  headers: Readonly<Record<string, string>>,
): { readonly all: string[]; readonly firstError: string | undefined } {
  const { abi, layout, cflags } = keysOf(example);
  const plan: ChannelPlan = planOf({
    layout: layout as ChannelPlan["layout"],
    ...(cflags && { cflags: [cflags] }),
    ...(abi === undefined ? { abiAssumed: true } : { abi }),
  });
  const declarations = parseChannel(plan, memoryReader(headers, ""));
  const layouts = layOutChannel(declarations.value, plan);
  const diagnostics = [
    ...declarations.diagnostics,
    ...checkStrayRules(declarations.value, declarations.diagnostics),
    ...checkMisspelledTags(declarations.value),
    ...layouts.diagnostics,
    ...compileRules(layouts.value, plan).diagnostics,
    ...checkDeclarations(declarations.value, plan),
  ];
  const all = diagnostics.map((diagnostic) => diagnostic.code);
  return { all, firstError: all.find((found) => found.startsWith("E") && found !== "E405") };
}

/** Their examples have ten thousand structs. */
const LARGE = new Set(["E151"]);

for (const [code, { example }] of FAMILIES.flatMap(({ codes }) => Object.entries(codes))) {
  if (ELSEWHERE.has(code)) continue;
  test(`the example of ${code} triggers it`, { skip: LARGE.has(code) && onlyLong }, async () => {
    const headers = headersOf(code, example);
    if (headers === undefined) {
      const all = await codesOfProject(code, example);
      assert.ok(all.includes(code), `${all.join(", ")} instead`);
      return;
    }
    const { all, firstError } = codesOf(example, headers);
    assert.ok(all.includes(code), `${all.join(", ")} instead`);
    if (code.startsWith("E") && code !== "E405") assert.equal(firstError, code);
  });
}
