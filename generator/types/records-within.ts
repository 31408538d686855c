/** The records that other records' bytes consist of. */

import type { CType, Member, RecordDeclaration } from "./declarations.ts";

/** The records and all in them, each once: of thirty that contain the one before twice, thirty. */
export function recordsWithin(records: readonly RecordDeclaration[]): ReadonlySet<RecordDeclaration> {
  const found = new Set(records);
  for (const { members } of found) for (const record of members.flatMap(recordOf)) found.add(record);
  return found;
}

/** The record that a member consists of, or its elements do, or none. */
function recordOf(member: Member): RecordDeclaration[] {
  return member.kind === "anonymous" ? [member.record] : recordOfType(member.type);
}

/** As `recordOf`, of a member's type. */
export function recordOfType(type: CType): RecordDeclaration[] {
  if (type.kind === "array") return recordOfType(type.element);
  return type.kind === "record" ? [type.record] : [];
}
