/** Notes why a struct that looks like a message is not one. */

import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { Context } from "../syntax/declare/context.ts";
import { isOneByte } from "../syntax/declare/types.ts";
import type { Member, RecordDeclaration } from "../types/declarations.ts";
import { firstTwo } from "./find-messages.ts";

/** @param scope `all`: report every candidate, because no message was found; `named`: only structs named like messages */
export function nearMisses(context: Context, scope: "all" | "named"): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [record, facts] of context.records) {
    if (facts.isInner || record.kind === "union") continue;
    if (scope === "named" && !record.name?.startsWith("struct_")) continue;
    const reason = reasonOf(record);
    if (reason !== undefined)
      found.push(report(MESSAGES, "N413", record.span, { name: record.name ?? "struct", reason }));
  }
  return found;
}

function reasonOf(record: RecordDeclaration): string | undefined {
  const [first, second] = firstTwo(record.members);
  const names = [nameOf(first), nameOf(second)];
  if (first === undefined || second === undefined) return undefined;
  if (names[0] === "length" && names[1] === "ID") return byteReason(first) ?? byteReason(second);
  const [one, two] = names.map((name) => name.toLowerCase());
  if (one === "id" && isLength(two)) return `its members '${names[0]}' and '${names[1]}' stand in the wrong order`;
  if (isLength(one) && two === "id")
    return `its first members are '${names[0]}' and '${names[1]}', not 'length' and 'ID'`;
  return undefined;
}

function byteReason(member: Member): string | undefined {
  if (member.kind === "anonymous") return undefined;
  if (member.kind === "bit-field") return `'${member.name}' is a bit-field, not a byte`;
  return isOneByte(member.type) ? undefined : `'${member.name}' is of type '${member.declaredType}', not one byte`;
}

function nameOf(member: Member | undefined): string {
  return member === undefined || member.kind === "anonymous" ? "" : (member.name ?? "");
}

function isLength(name: string | undefined): boolean {
  return name === "length" || name === "len";
}
