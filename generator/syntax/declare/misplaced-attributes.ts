/** Attributes that stand where compilers ignore them, and names that should have been attributes. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import { isSystemHeader } from "../../targets/standard-headers.ts";
import { looksLikePacked } from "../explain/undefined-macros.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { type Token, tokenSpan } from "../preprocess/token.ts";
import type { Context, RecordFacts } from "./context.ts";
import { attributesBetween, ignoredAttributes } from "./layout-attributes.ts";
import type { Specifiers } from "./specifiers.ts";
import { isUsable } from "./types.ts";

/** In front of `struct`, or behind the name of an instance or a typedef, `packed` does nothing [GCC -Wattributes]. */
export function noteIgnoredAttributes(node: SyntaxNode, specifiers: Specifiers, context: Context): void {
  const { definition } = specifiers;
  if (definition === undefined) return;
  const before = attributesBetween(context.unit, node.from, definition.from);
  const behind = attributesBetween(context.unit, definition.to + 1, node.to - 1).filter(
    (attribute) => attribute.name === "packed",
  );
  factsOf(specifiers, context)?.problems.push(...ignoredAttributes([...before, ...behind], context));
}

/** `struct s {…} PACKED;` declares a variable, with `typedef` in front a type. */
export function noteAttributeName(name: Token, specifiers: Specifiers, context: Context): void {
  if (specifiers.definition === undefined || !looksLikePacked(name.text)) return;
  // A header that is not at hand may define it.
  const code = context.missingIncludes.some((path) => !isSystemHeader(path)) ? "E111" : "W146";
  factsOf(specifiers, context)?.problems.push(report(SYNTAX, code, tokenSpan(name), { name: name.text }));
}

function factsOf({ type }: Specifiers, context: Context): RecordFacts | undefined {
  return isUsable(type) && type.kind === "record" ? context.records.get(type.record) : undefined;
}
