/** Checks that no two structs of a channel have the same struct ID [D8]. */

import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { MessageDeclaration } from "../messages/message.ts";
import type { Span } from "../source/span.ts";
import { freeId, initialByte } from "./initial-values.ts";

/** Reports a message whose ID in `messages` differs from its initialiser in the header [D36]. */
function differentId(message: MessageDeclaration): Diagnostic[] {
  const { named, name } = message;
  const other = initialByte(message, "ID");
  if (named === undefined || other === undefined || other === BigInt(named.id)) return [];
  const span = message.initialSpans.get("ID") ?? message.span;
  return [report(MESSAGES, "E418", named.span, { name, id: named.id, other }, [{ span, message: "the initialiser" }])];
}

export function checkIds(messages: readonly MessageDeclaration[]): Diagnostic[] {
  const first = new Map<bigint, MessageDeclaration>();
  const found: Diagnostic[] = messages.flatMap(differentId);
  for (const message of messages) {
    if (message.idByPlace) continue;
    const id = message.named === undefined ? initialByte(message, "ID") : BigInt(message.named.id);
    if (id === undefined) continue;
    const other = first.get(id);
    if (other === undefined) first.set(id, message);
    else found.push(duplicate(message, other, id, freeId(messages)));
  }
  return found;
}

function duplicate(
  message: MessageDeclaration,
  other: MessageDeclaration,
  id: bigint,
  free: number | undefined,
): Diagnostic {
  const span = idSpan(message);
  const otherSpan = idSpan(other);
  const related = [{ span: otherSpan, message: `'${other.name}' gets it here` }];
  return report(MESSAGES, "E407", span, { name: message.name, id, other: other.name, free }, related);
}

function idSpan({ named, initialSpans, span }: MessageDeclaration): Span {
  return named?.span ?? initialSpans.get("ID") ?? span;
}
