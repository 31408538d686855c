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

export function readDeclarator(node: SyntaxNode, tokens: readonly Token[]): Declarator {
  const dimensions: { from: number; to: number }[] = [];
  let shape: Declarator["shape"] = "object";
  let current = node;
  for (;;) {
    switch (current.type) {
      case "array_declarator":
      case "abstract_array_declarator":
        dimensions.unshift(dimension(current, tokens));
        break;
      case "pointer_declarator":
      case "abstract_pointer_declarator":
        shape = "pointer";
        break;
      case "reference_declarator":
      case "abstract_reference_declarator":
        shape = "reference";
        break;
      case "function_declarator":
      case "abstract_function_declarator":
        shape = "function";
        break;
      case "parenthesized_declarator":
      case "abstract_parenthesized_declarator":
      case "init_declarator":
      case "attributed_declarator":
      case "bitfield_clause":
        break;
      default:
        return { name: current.missing || current.to <= current.from ? undefined : current.from, shape, dimensions };
    }
    const inner = current.children.find((child) => child.field === "declarator") ?? innerDeclarator(current);
    if (inner === undefined) return { name: undefined, shape, dimensions };
    current = inner;
  }
}

/** References and parentheses have their declarator without a field name. */
function innerDeclarator(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type.endsWith("array_declarator") || node.type.endsWith("function_declarator")) return undefined;
  return node.children.find((child) => child.type.endsWith("declarator") || child.type.endsWith("identifier"));
}

/** Between the brackets; the declarator in front of them is all that the grammar is asked for. */
function dimension(node: SyntaxNode, tokens: readonly Token[]): { from: number; to: number } {
  const inner = node.children.find((child) => child.field === "declarator");
  let open = inner?.to ?? node.from;
  while (open < node.to && !isPunctuator(tokens[open], "[")) open += 1;
  return { from: open + 1, to: Math.max(open + 1, node.to - 1) };
}
