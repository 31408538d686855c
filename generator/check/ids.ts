/** Struct IDs: within a channel each belongs to one struct [D8]. */

import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { MessageDeclaration } from "../messages/message.ts";
import { initialByte } from "./initial-values.ts";

export function checkIds(messages: readonly MessageDeclaration[]): Diagnostic[] {
  const first = new Map<bigint, MessageDeclaration>();
  const found: Diagnostic[] = [];
  for (const message of messages) {
    const id = initialByte(message, "ID");
    if (id === undefined) continue;
    const other = first.get(id);
    if (other === undefined) first.set(id, message);
    else found.push(duplicate(message, other, id));
  }
  return found;
}

function duplicate(message: MessageDeclaration, other: MessageDeclaration, id: bigint): Diagnostic {
  const span = message.initialSpans.get("ID") ?? message.span;
  const otherSpan = other.initialSpans.get("ID") ?? other.span;
  const related = [{ span: otherSpan, message: `'${other.name}' gets it here` }];
  return report(MESSAGES, "E407", span, { name: message.name, id, other: other.name }, related);
}
