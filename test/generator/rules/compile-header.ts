/** Compiles headers through syntax, layout and rules. */

import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.ts";
import { render } from "../../../generator/diagnostics/render.ts";
import { layOutChannel } from "../../../generator/layout/lay-out-channel.ts";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import type { ChannelPlan } from "../../../generator/plan/channel-plan.ts";
import { checkMisspelledTags } from "../../../generator/rules/check-misspelled-tags.ts";
import { checkStrayRules } from "../../../generator/rules/check-stray-rules.ts";
import { compileRules } from "../../../generator/rules/compile-rules.ts";
import type { CompiledField, CompiledStruct } from "../../../generator/rules/compiled-rule.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { PLAN } from "./support.ts";

export interface CompiledHeader {
  readonly structs: readonly CompiledStruct[];
  /** Fields of the first struct. */
  readonly fields: readonly CompiledField[];
  /** Diagnostics of the rules phase. */
  readonly diagnostics: readonly Diagnostic[];
}

export function compileHeader(text: string, plan: Partial<ChannelPlan> = {}): CompiledHeader {
  const whole = { ...PLAN, ...plan };
  const declarations = parseChannel(whole, memoryReader({ "tank.h": text }));
  const layouts = layOutChannel(declarations.value, whole);
  const { value: structs, diagnostics } = compileRules(layouts.value, whole);
  return {
    structs,
    fields: structs[0]?.fields ?? [],
    diagnostics: [
      ...checkStrayRules(declarations.value, declarations.diagnostics),
      ...checkMisspelledTags(declarations.value),
      ...diagnostics,
    ],
  };
}

/** A struct with the given members after `length` and `ID`. */
export function tank(...members: string[]): string {
  return ["struct struct_tank {", "uint8_t length;", "uint8_t ID;", ...members, "} tank = {4, 2};", ""].join("\n");
}

/** What the compiler prints about the rules of a struct with these members. */
export function complaints(...members: string[]): string[] {
  const text = tank(...members);
  return render(compileHeader(text).diagnostics, { source: () => text, style: "plain" })
    .split("\n")
    .slice(0, -2);
}
