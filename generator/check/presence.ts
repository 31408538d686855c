/** A channel whose headers were read has at least one message. */

import type { ChannelPlan } from "../channel-plan.ts";
import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelDeclarations } from "../syntax/declarations.ts";

export function checkPresence(declarations: ChannelDeclarations, plan: ChannelPlan): Diagnostic[] {
  const [first] = declarations.files;
  // Headers and messages that could not be read were reported already.
  if (declarations.messages.length > 0 || (declarations.unreadable ?? 0) > 0 || first === undefined) return [];
  const start = { line: 1, column: 1 };
  return [report(MESSAGES, "E405", { file: first.path, start, end: start }, { channel: plan.name })];
}
