/**
 * Attributes of a struct, union or enum that a declaration without a body has: `struct __attribute__((packed)) s;`. g++ and clang give them
 * to the definition behind it, GCC for C ignores them. [GCC 6.38; Clang, attributes]
 */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import { compilerFlags } from "../../targets/flags.ts";
import type { LayoutAttributes } from "../../types/declarations.ts";
import type { CleanUnit } from "../parse/attributes.ts";
import type { Chunk } from "../parse/chunks.ts";
import { isRecordKeyword } from "../parse/declaration-words.ts";
import type { EnumNode, RecordNode } from "../parse/nodes.ts";
import { isPunctuator, isWord, tokenSpan } from "../preprocess/token.ts";
import { layoutAttributes, recordAttributes, setsLayout } from "./attributes.ts";
import type { Announced, Context, RecordFacts } from "./context.ts";
import type { Scope } from "./symbols.ts";

/** By their tags. */
export function announcedIn({ tokens, attributes }: CleanUnit, chunks: readonly Chunk[]): Context["announced"] {
  const found = new Map<string, Announced[]>();
  for (const [at, all] of attributes) {
    const own = all.filter(setsLayout);
    const [keyword, tag, behind] = [tokens[at - 1], tokens[at], tokens[at + 1]];
    if (own.length === 0 || !isRecordKeyword(keyword) || tag?.kind !== "identifier" || !isUse(behind?.text)) continue;
    const first = at - (isRecordKeyword(tokens[at - 2]) ? 2 : 1);
    const alone = isPunctuator(behind, ";") ? chunks.find(({ from, to }) => from <= at && at < to) : undefined;
    const isAlone = alone !== undefined && (alone.from === first || alone.kind === "template") && alone.to === at + 2;
    const one = {
      at,
      attributes: own,
      scope: isAlone ? alone.scope : undefined,
      isInClass: isWord(tokens[first - 1], "friend") || (isPunctuator(behind, ";") && isBegin(tokens[first - 1]?.text)),
    };
    found.set(tag.text, [...(found.get(tag.text) ?? []), one]);
  }
  return found;
}

/** False for `struct s {`, `struct s : base {`, `struct s final {` and `struct s<int> {`. */
function isUse(behind: string | undefined): boolean {
  return behind !== undefined && !["{", ":", "<", "::", "final"].includes(behind);
}

function isBegin(before: string | undefined): boolean {
  return before === undefined || [";", "{", "}", ":", ">"].includes(before);
}

/** The attributes of a definition with those of the declarations before it. What compilers do not agree on is a problem of the record. */
export function definedAttributes(
  node: RecordNode,
  facts: RecordFacts,
  context: Context,
  scope: Scope,
): LayoutAttributes {
  const tag = node.tag?.tokens.at(-1)?.text;
  const before = tag === undefined ? [] : announcedBefore(tag, node, context);
  const inherited = before.filter((one) => isInherited(one, scope, context) === "yes");
  const all = [...inherited.flatMap(({ attributes }) => attributes), ...node.attributes];
  const found = recordAttributes(all, context, scope, facts.problems);
  for (const one of before) {
    if (isInherited(one, scope, context) !== "unknown" || !changes(one, found, context, scope)) continue;
    facts.problems.push(disagreement(one, tag ?? ""));
  }
  return found;
}

/** The problem of an enum that a declaration before it packs, while it does not. */
export function announcedEnum(node: EnumNode, context: Context, scope: Scope) {
  const tag = node.tag?.tokens.at(-1)?.text;
  if (tag === undefined || node.body === undefined || node.attributes.some(({ name }) => name === "packed"))
    return undefined;
  const one = announcedBefore(tag, node, context).find(
    (each) => each.attributes.some(({ name }) => name === "packed") && isInherited(each, scope, context) !== "no",
  );
  return one && disagreement(one, tag);
}

function announcedBefore(tag: string, { from }: { readonly from: number }, { announced }: Context) {
  return (announced.get(tag) ?? []).filter(({ at }) => at < from);
}

/** As measured with GCC 8 to 12 and clang 14 to 19. */
function isInherited(one: Announced, scope: Scope, { language, plan, target }: Context): "yes" | "no" | "unknown" {
  const isOurs = one.scope?.join("::") === scope.filter((name) => !name.includes("<#")).join("::");
  // A declaration alone in another scope is another struct's, and so is one inside of something else, or not.
  if (one.scope !== undefined && !isOurs) return "no";
  const { family } = target.compiler;
  if (family === "clang") return isOurs ? "yes" : "unknown";
  if (family !== "gcc") return "unknown";
  if (!isOurs) return one.isInClass ? "unknown" : "no";
  if (language === "c++") return "yes";
  // The firmware may be C++ if no flag says that it is C.
  const isPlain = one.attributes.every(({ form }) => form === "gnu");
  return isPlain && compilerFlags(plan).language === "c" ? "no" : "unknown";
}

function changes({ attributes }: Announced, found: LayoutAttributes, context: Context, scope: Scope): boolean {
  const problems: Diagnostic[] = [];
  const { packed, aligned } = layoutAttributes(attributes, context, scope, problems);
  if (problems.length > 0) return true;
  if (packed && !found.packed) return true;
  if (aligned === undefined || found.aligned === "max") return false;
  return aligned === "max" || aligned > (found.aligned ?? 0);
}

function disagreement({ attributes }: Announced, tag: string) {
  const { name, first, last } = attributes[0]!;
  return report(SYNTAX, "E161", tokenSpan(first, last), { name, tag });
}
