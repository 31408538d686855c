/** A channel whose headers were read has at least one message. */

import type { ChannelPlan } from "../channel-plan.ts";
import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelDeclarations } from "../messages/message.ts";

export function checkPresence(declarations: ChannelDeclarations, plan: ChannelPlan): Diagnostic[] {
  // Headers and messages that could not be read were reported already.
  if (declarations.messages.length > 0 || (declarations.unreadable ?? 0) > 0) return [];
  if (declarations.files.length === 0) return [];
  return [
    report(MESSAGES, "E405", undefined, {
      channel: plan.name,
      headers: plan.headerFiles,
      structs: declarations.structs ?? [],
    }),
  ];
}
