/** `typedef` and `using`. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import type { Token } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { type Declarator, readDeclarator } from "./declarators.ts";
import { readDimensions } from "./dimensions.ts";
import { doubtOf } from "./doubts.ts";
import { attributesBetween, leadingAttributes, typedefAlignment } from "./layout-attributes.ts";
import { noteAttributeName, noteIgnoredAttributes } from "./misplaced-attributes.ts";
import { type DeclareRecord, readSpecifiers, type Specifiers } from "./specifiers.ts";
import type { Scope } from "./symbols.ts";
import { arrayOf, flexibleArray, pointerType, type Resolved } from "./types.ts";

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
    const doubt = doubtOf(tokens.slice(node.from, node.to));
    const error = specifiers.definition === undefined ? context.current.error : undefined;
    const problems: Diagnostic[] = [error, doubt].filter((problem) => problem !== undefined);
    const attributes = [
      ...leadingAttributes(context.unit, node.from, child.from, specifiers.definition),
      ...attributesBetween(context.unit, child.from + 1, child.to),
    ];
    const aligned = typedefAlignment(attributes, context, scope, problems);
    const type = declaredType(declarator, specifiers, place, context, scope);
    context.symbols.declareTypedef(scope, place.text, withAlignment(type, aligned, problems[0]));
  }
}

function declaredType(
  declarator: Declarator,
  { type }: Specifiers,
  place: Token,
  context: Context,
  scope: Scope,
): Resolved {
  if (declarator.shape !== "object") return indirect(declarator.shape, context);
  const dimensions = readDimensions(declarator.dimensions, place.text, place, context, scope);
  if (!dimensions.ok) return { kind: "unusable", diagnose: () => dimensions.problem };
  const array = arrayOf(type, dimensions.sizes);
  return dimensions.flexible ? flexibleArray(array) : array;
}

function indirect(shape: Declarator["shape"], context: Context): Resolved {
  if (shape === "pointer") return pointerType(context.target.sizes.pointer);
  const code = shape === "reference" ? "E114" : "E113";
  return { kind: "unusable", diagnose: (member, span) => report(SYNTAX, code, span, { member }) };
}

/** The alignment is the new type's; the old one keeps its own. */
function withAlignment(type: Resolved, aligned: number | undefined, problem: Diagnostic | undefined): Resolved {
  if (problem !== undefined) return { kind: "unusable", diagnose: () => problem };
  return aligned === undefined ? type : { ...type, aligned };
}

/** `using name = type;` */
export function declareTypeAlias(node: SyntaxNode, context: Context, scope: Scope, declareRecord: DeclareRecord): void {
  const name = node.children.find((child) => child.field === "name");
  const descriptor = node.children.find((child) => child.field === "type");
  if (name === undefined || descriptor === undefined) return;
  const token = context.unit.tokens[name.from]!;
  const specifiers = readSpecifiers(descriptor, context, scope, token.text, declareRecord);
  const abstract = descriptor.children.find((child) => child.field === "declarator");
  const declarator = readDeclarator(abstract, context.unit.tokens);
  const type = declaredType(declarator, specifiers, token, context, scope);
  const problems: Diagnostic[] = [];
  const doubt = doubtOf(context.unit.tokens.slice(node.from, node.to));
  const aligned = typedefAlignment(attributesBetween(context.unit, node.from, node.to), context, scope, problems);
  context.symbols.declareTypedef(scope, token.text, withAlignment(type, aligned, doubt ?? problems[0]));
}
