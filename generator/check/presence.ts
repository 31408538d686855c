/** A channel whose headers were read has at least one message. */

import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { targetOf } from "../targets/flags.ts";
import { suggestMessages } from "./suggest-messages.ts";

/** A vendor's header may have hundreds of structs. */
const MOST_SUGGESTED = 40;

export function checkPresence(declarations: ChannelDeclarations, plan: ChannelPlan): Diagnostic[] {
  // Headers and messages that could not be read were reported already.
  if (declarations.messages.length > 0 || (declarations.unreadable ?? 0) > 0) return [];
  if (declarations.files.length === 0) return [];
  const suggested = suggestMessages(declarations.structs ?? [], declarations.enums, targetOf(plan));
  const usable = suggested.filter(({ size }) => size !== undefined && size > 0);
  const related = usable.slice(0, MOST_SUGGESTED).map(({ record, id, size }) => {
    return { span: record.span, message: `${size} bytes: messages = ${id} ${record.name}` };
  });
  const structs = usable.map(({ record, id }) => `${id} ${record.name}`);
  return [report(MESSAGES, "E405", undefined, { channel: plan.name, headers: plan.headerFiles, structs }, related)];
}
