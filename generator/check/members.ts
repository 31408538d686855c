/** Names of members: each is declared once in its struct, those of anonymous structs and unions included [C17 6.7.2.1p13]. */

import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { Span } from "../source/span.ts";
import type { CType, Member, MessageDeclaration, RecordDeclaration } from "../syntax/declarations.ts";

export function checkMembers(messages: readonly MessageDeclaration[]): Diagnostic[] {
  const seen = new Set<RecordDeclaration>();
  return messages.flatMap((message) => checkRecord(message.record, message.name, seen));
}

function checkRecord(record: RecordDeclaration, name: string, seen: Set<RecordDeclaration>): Diagnostic[] {
  if (seen.has(record)) return [];
  seen.add(record);
  const first = new Map<string, Span>();
  const found: Diagnostic[] = [];
  for (const member of namedMembers(record.members)) {
    const other = first.get(member.name);
    if (other === undefined) first.set(member.name, member.span);
    else
      found.push(
        report(MESSAGES, "E411", member.span, { name, member: member.name }, [
          { span: other, message: "first declared here" },
        ]),
      );
    const inner = recordIn(member.type);
    if (inner !== undefined) found.push(...checkRecord(inner, inner.name ?? member.name, seen));
  }
  return found;
}

function namedMembers(members: readonly Member[]): { name: string; type: CType; span: Span }[] {
  return members.flatMap((member) => {
    if (member.kind === "anonymous") return namedMembers(member.record.members);
    return member.name === undefined ? [] : [{ name: member.name, type: member.type, span: member.span }];
  });
}

function recordIn(type: CType): RecordDeclaration | undefined {
  let current = type;
  while (current.kind === "array") current = current.element;
  return current.kind === "record" ? current.record : undefined;
}
