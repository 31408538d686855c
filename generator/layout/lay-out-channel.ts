/** The layout phase: every message struct of a channel gets the offsets its target's compiler gives it. [D4] */

import type { ChannelPlan } from "../channel-plan.ts";
import type { Diagnostic, Outcome } from "../diagnostics/diagnostic.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import { layOutMessage } from "./lay-out-message.ts";
import type { StructLayout } from "./struct-layout.ts";

/** Layouts of all messages that have an ID and could be laid out, in order of declaration. */
export function layOutChannel(declarations: ChannelDeclarations, plan: ChannelPlan): Outcome<readonly StructLayout[]> {
  const value: StructLayout[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const message of declarations.messages) {
    const outcome = layOutMessage(message, plan);
    if (outcome.value !== undefined) value.push(outcome.value);
    diagnostics.push(...outcome.diagnostics);
  }
  return { value, diagnostics };
}
