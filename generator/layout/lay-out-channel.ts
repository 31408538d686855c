/** The layout phase: computes the offsets of every message struct as the target's compiler does. [D4] */

import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic, Outcome } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { layOutMessage } from "./lay-out-message.ts";
import { checkAssumedCompiler, checkAssumedTarget } from "./other-targets.ts";
import type { StructLayout } from "./struct-layout.ts";

/** Layouts, in declaration order, of all messages that have an ID and a valid layout. */
export function layOutChannel(declarations: ChannelDeclarations, plan: ChannelPlan): Outcome<readonly StructLayout[]> {
  const value: StructLayout[] = [];
  const byId = new Map<number, StructLayout>();
  const diagnostics: Diagnostic[] = [];
  for (const message of declarations.messages) {
    const outcome = layOutMessage(message, plan);
    const { value: layout } = outcome;
    diagnostics.push(...outcome.diagnostics);
    if (layout === undefined) continue;
    const other = message.idByPlace && byId.get(layout.id);
    if (other) {
      const details = { name: message.name, id: BigInt(layout.id), other: other.message.name, free: undefined };
      diagnostics.push(
        report(MESSAGES, "E407", message.span, details, [{ span: other.message.span, message: "declared here" }]),
      );
    }
    value.push(layout);
    if (!byId.has(layout.id)) byId.set(layout.id, layout);
  }
  diagnostics.push(...checkAssumedTarget(value, plan), ...checkAssumedCompiler(value, plan));
  return { value, diagnostics };
}
