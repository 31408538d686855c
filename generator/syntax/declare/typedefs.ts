/** `typedef` and `using`. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import type { Context } from "./context.ts";
import { readDeclarator } from "./declarators.ts";
import { readDimensions } from "./dimensions.ts";
import { attributesBetween, layoutAttributes } from "./layout-attributes.ts";
import { noteAttributeName, noteIgnoredAttributes } from "./misplaced-attributes.ts";
import { type DeclareRecord, readSpecifiers, type Specifiers } from "./specifiers.ts";
import type { Scope } from "./symbols.ts";
import { arrayOf, type Resolved } from "./types.ts";

export function declareTypedef(node: SyntaxNode, context: Context, scope: Scope, declareRecord: DeclareRecord): void {
  const { tokens } = context.unit;
  const declarators = node.children.filter((child) => child.field === "declarator");
  const first = declarators
    .map((child) => readDeclarator(child, tokens))
    .find((declarator) => declarator.shape === "object" && declarator.dimensions.length === 0);
  const firstName = first?.name === undefined ? undefined : tokens[first.name]?.text;
  const specifiers = readSpecifiers(node, context, scope, firstName, declareRecord);
  noteIgnoredAttributes(node, specifiers, context);
  for (const child of declarators) {
    const declarator = readDeclarator(child, tokens);
    if (declarator.name === undefined) continue;
    const place = tokens[declarator.name]!;
    noteAttributeName(place, specifiers, context);
    const aligned = typedefAlignment(node, child, specifiers, context, scope);
    let type: Resolved = specifiers.type;
    if (declarator.shape === "object") {
      const dimensions = readDimensions(declarator.dimensions, place.text, place, context, scope);
      type = dimensions.ok ? arrayOf(type, dimensions.sizes) : { kind: "unusable", diagnose: () => dimensions.problem };
    } else {
      const code = declarator.shape === "reference" ? "E114" : "E113";
      type = { kind: "unusable", diagnose: (member, span) => report(SYNTAX, code, span, { member }) };
    }
    if (type.kind === "arithmetic" && typeof aligned === "number") type = { ...type, aligned };
    context.symbols.declareTypedef(scope, place.text, { type, aligned: aligned ?? specifiers.aligned });
  }
}

/** `using name = type;` */
export function declareTypeAlias(node: SyntaxNode, context: Context, scope: Scope, declareRecord: DeclareRecord): void {
  const name = node.children.find((child) => child.field === "name");
  const descriptor = node.children.find((child) => child.field === "type");
  if (name === undefined || descriptor === undefined) return;
  const token = context.unit.tokens[name.from]!;
  const specifiers = readSpecifiers(descriptor, context, scope, token.text, declareRecord);
  const abstract = descriptor.children.find((child) => child.field === "declarator");
  let type = specifiers.type;
  if (abstract !== undefined) {
    const isArray = abstract.type === "abstract_array_declarator";
    type = isArray ? arrayAlias(abstract, specifiers, token.text, context, scope) : pointerAlias();
  }
  context.symbols.declareTypedef(scope, token.text, { type, aligned: specifiers.aligned });
}

function arrayAlias(node: SyntaxNode, specifiers: Specifiers, name: string, context: Context, scope: Scope): Resolved {
  const size = node.children.find((child) => child.field === "size");
  const place = context.unit.tokens[node.from]!;
  const range = size === undefined ? { from: node.to, to: node.to } : { from: size.from, to: size.to };
  const dimensions = readDimensions([range], name, place, context, scope);
  return dimensions.ok
    ? arrayOf(specifiers.type, dimensions.sizes)
    : { kind: "unusable", diagnose: () => dimensions.problem };
}

function pointerAlias(): Resolved {
  return { kind: "unusable", diagnose: (member, span) => report(SYNTAX, "E113", span, { member }) };
}

function typedefAlignment(
  node: SyntaxNode,
  declarator: SyntaxNode,
  specifiers: Specifiers,
  context: Context,
  scope: Scope,
) {
  const { definition } = specifiers;
  const leading = definition === undefined ? attributesBetween(context.unit, node.from, declarator.from) : [];
  const behind = attributesBetween(context.unit, declarator.from + 1, declarator.to);
  return layoutAttributes([...leading, ...behind], context, scope, context.diagnostics).aligned;
}
