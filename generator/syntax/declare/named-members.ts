/** Names of members, with those of anonymous structs and of base classes among them; and types that they hide. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Span } from "../../source/span.ts";
import { knownType } from "../../targets/known-types.ts";
import type { AnonymousMember, Member, RecordDeclaration } from "../../types/declarations.ts";
import { QUALIFIERS } from "../parse/declaration-words.ts";
import { isPunctuator, isWord, type Token } from "../preprocess/token.ts";
import type { Context, RecordFacts } from "./context.ts";

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

/**
 * In C++ `uint32_t word;` hides the type `word`, and the class cannot use that as a type before or behind it.
 * [C++17 basic.scope.class]
 */
export function hiddenTypes(
  { members }: RecordDeclaration,
  { scope, from, to }: RecordFacts,
  { language, symbols, target, unit }: Context,
): Diagnostic[] {
  if (language === "c") return [];
  const tokens = unit.tokens.slice(from, to);
  return namedMembers(members).flatMap(({ name, span }) => {
    if (knownType(name, target) === undefined && !symbols.isTypedef(scope, name)) return [];
    const isUsed = tokens.some((token, at) => token.text === name && !isDeclared(tokens, at));
    // A template's parameter precedes the class.
    if (!isUsed && !symbols.isOfTemplate(scope, name)) return [];
    return [report(SYNTAX, "E108", span, { found: name, reason: "the struct uses it as the name of a type" })];
  });
}

const BEHIND_NAME: ReadonlySet<string> = new Set([";", ",", "[", ":", "=", "{"]);
const BEFORE_NAME: ReadonlySet<string> = new Set([",", "*", "}", ">", ")"]);

/** The token is the name that a member's declaration gives, and no type in one: `word a;`, `const word : 3;`. */
function isDeclared(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const behind = tokens[at + 1];
  if (before === undefined || behind?.kind !== "punctuator" || !BEHIND_NAME.has(behind.text)) return false;
  if (isPunctuator(before, "}") && isPunctuator(behind, ":")) return false;
  const isBehindType =
    before.kind === "punctuator"
      ? BEFORE_NAME.has(before.text)
      : before.kind === "identifier" && !QUALIFIERS.has(before.text) && !isWord(before, "using");
  const start = tokens.slice(0, at).findLastIndex(({ kind, text }) => kind === "punctuator" && ";{}".includes(text));
  return isBehindType && !isWord(tokens[start + 1], "typedef");
}
