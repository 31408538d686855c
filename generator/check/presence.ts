/** Checks that a channel has at least one message. */

import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelDeclarations } from "../messages/message.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import { targetOf } from "../targets/flags.ts";
import { suggestMessages } from "./suggest-messages.ts";

/** A vendor's header may declare hundreds of structs. */
const MOST_SUGGESTED = 40;

export function checkPresence(declarations: ChannelDeclarations, plan: ChannelPlan): Diagnostic[] {
  // Unreadable headers and messages have their own diagnostics.
  if (declarations.messages.length > 0 || (declarations.unreadable ?? 0) > 0) return [];
  if (declarations.files.length === 0) return [];
  const { messages } = suggestMessages(declarations, targetOf(plan));
  const numbered = messages.map(({ id, name, size, record }, index) => ({
    id: id ?? String(index + 1),
    name,
    size,
    record,
  }));
  const related = numbered.slice(0, MOST_SUGGESTED).map(({ record, id, name, size }) => {
    return { span: record.span, message: `${size} bytes: messages = ${id} ${name}` };
  });
  const structs = numbered.map(({ name, id }) => `${id} ${name}`);
  return [report(MESSAGES, "E405", undefined, { channel: plan.name, headers: plan.headerFiles, structs }, related)];
}
