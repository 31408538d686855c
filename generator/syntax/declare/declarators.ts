/** Declarators [C17 6.7.6]: what is declared, and which arrays, pointers and functions are around it. */

import type { SyntaxNode } from "../parse/tree.ts";
import { isPunctuator, type Token } from "../preprocess/token.ts";

export interface Declarator {
  /** Index of the name's token; `undefined` for an unnamed bit-field. */
  readonly name: number | undefined;
  readonly shape: "object" | "pointer" | "reference" | "function";
  /** Outermost first; token ranges between the brackets, empty for `[]`. */
  readonly dimensions: readonly { readonly from: number; readonly to: number }[];
}

/** @param node absent of what has none: a type by itself */
export function readDeclarator(node: SyntaxNode | undefined, tokens: readonly Token[]): Declarator {
  const dimensions: { from: number; to: number }[] = [];
  let shape: Declarator["shape"] = "object";
  for (let current = node; current !== undefined; current = innerDeclarator(current)) {
    const { type, missing, from, to } = current;
    const kind = /^(?:abstract_)?(array|pointer|reference|function|parenthesized)_declarator$/.exec(type)?.[1];
    if (kind === "array") dimensions.unshift(dimension(current, tokens));
    else if (kind === "pointer" || kind === "reference" || kind === "function") shape = kind;
    else if (kind === undefined && !AROUND.has(type))
      return { name: missing || to <= from ? undefined : from, shape, dimensions };
  }
  return { name: undefined, shape, dimensions };
}

/** Nodes around a declarator. */
const AROUND: ReadonlySet<string> = new Set(["init_declarator", "attributed_declarator", "bitfield_clause"]);

/** References and parentheses have their declarator without a field name. */
function innerDeclarator({ type, children }: SyntaxNode): SyntaxNode | undefined {
  const inner = children.find((child) => child.field === "declarator");
  if (inner !== undefined || /(?:array|function)_declarator$/.test(type)) return inner;
  return children.find((child) => child.type.endsWith("declarator") || child.type.endsWith("identifier"));
}

/** Between the brackets; the declarator in front of them is all that the grammar is asked for. */
function dimension(node: SyntaxNode, tokens: readonly Token[]): { from: number; to: number } {
  const inner = node.children.find((child) => child.field === "declarator");
  let open = inner?.to ?? node.from;
  while (open < node.to && !isPunctuator(tokens[open], "[")) open += 1;
  return { from: open + 1, to: Math.max(open + 1, node.to - 1) };
}
