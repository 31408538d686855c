/** Names of members, with those of anonymous structs and of base classes among them. */

import type { Span } from "../../source/span.ts";
import type { AnonymousMember, Member } from "../../types/declarations.ts";

export interface NamedMember {
  readonly name: string;
  readonly span: Span;
  /** The base class that it belongs to. */
  readonly base?: AnonymousMember;
}

export function namedMembers(members: readonly Member[], base?: AnonymousMember): NamedMember[] {
  return members.flatMap((member) => {
    if (member.kind === "anonymous")
      return namedMembers(member.record.members, base ?? (member.isBase ? member : undefined));
    return member.name === undefined ? [] : [{ name: member.name, span: member.span, ...(base && { base }) }];
  });
}
