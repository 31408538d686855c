/** Enumerations [C17 6.7.2.2], [C++17 dcl.enum]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import { evaluate } from "../constants/evaluate.ts";
import type { CType, Enumerator } from "../declarations.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { isWord, tokenSpan } from "../preprocess/token.ts";
import { arithmeticOfTokens } from "./arithmetic-type.ts";
import type { Context } from "./context.ts";
import { attributesBetween } from "./layout-attributes.ts";
import { constantScope } from "./scope-constants.ts";
import type { Scope } from "./symbols.ts";
import type { Resolved } from "./types.ts";
import { describeUnknown } from "./unknown-constant.ts";

/** @param typedefName names an enum that has no tag */
export function declareEnum(
  node: SyntaxNode,
  context: Context,
  scope: Scope,
  typedefName: string | undefined,
): Resolved {
  const { unit, symbols } = context;
  const nameNode = node.children.find((child) => child.field === "name");
  const tag = nameNode === undefined ? undefined : nameText(nameNode, context);
  const body = node.children.find((child) => child.field === "body");
  const scoped = isWord(unit.tokens[node.from + 1], "class") || isWord(unit.tokens[node.from + 1], "struct");
  if (body === undefined && tag !== undefined) {
    const known = symbols.tag(scope, tag);
    if (known !== undefined) return known;
  }
  const base = node.children.find((child) => child.field === "base");
  const underlying =
    base === undefined
      ? scoped
        ? "int"
        : undefined
      : arithmeticOfTokens(unit.tokens.slice(base.from, base.to), context, scope);
  const inner = tag === undefined ? scope : [...scope, tag];
  const enumerators = body === undefined ? [] : readEnumerators(body, context, scope, inner);
  const type: CType = {
    kind: "enum",
    name: tag ?? typedefName,
    enumerators,
    underlying,
    packed: isPacked(node, body, context),
  };
  if (tag !== undefined) symbols.declareTag(scope, tag, type);
  const name = tag ?? typedefName;
  if (name !== undefined && body !== undefined) {
    const place = nameNode === undefined ? node.from : nameNode.from;
    context.enums.push({ name, enumerators, span: tokenSpan(unit.tokens[place]!) });
  }
  return type;
}

function nameText(node: SyntaxNode, context: Context): string {
  return context.unit.tokens
    .slice(node.from, node.to)
    .map((token) => token.text)
    .join("");
}

function isPacked(node: SyntaxNode, body: SyntaxNode | undefined, context: Context): boolean {
  if (body === undefined) return false;
  const attributes = [
    ...attributesBetween(context.unit, node.from + 1, body.from),
    ...attributesBetween(context.unit, body.to, body.to),
  ];
  return attributes.some((attribute) => attribute.name === "packed");
}

/** Enumerators are names of the enclosing scope, and of the enum's own. */
function readEnumerators(body: SyntaxNode, context: Context, outer: Scope, inner: Scope): Enumerator[] {
  const found: Enumerator[] = [];
  let next = 0n;
  for (const node of body.children) {
    if (node.type !== "enumerator") continue;
    const name = context.unit.tokens[node.from]!;
    const given = node.children.find((child) => child.field === "value");
    if (given !== undefined) next = enumeratorValue(given, name.text, context, inner) ?? next;
    found.push({ name: name.text, value: next });
    const constant = { kind: "integer", value: next, type: { bits: 64, signed: true } } as const;
    context.symbols.declareConstant(outer, name.text, constant);
    if (inner !== outer) context.symbols.declareConstant(inner, name.text, constant);
    next += 1n;
  }
  return found;
}

function enumeratorValue(node: SyntaxNode, name: string, context: Context, scope: Scope): bigint | undefined {
  const tokens = context.unit.tokens.slice(node.from, node.to);
  const evaluation = evaluate(tokens, constantScope(context, scope));
  if (evaluation.ok && evaluation.constant.kind === "integer") return evaluation.constant.value;
  const reason = evaluation.ok
    ? "a floating number is no integer"
    : describeUnknown(evaluation.problem, context, scope);
  context.diagnostics.push(report(SYNTAX, "E126", tokenSpan(tokens[0]!, tokens.at(-1)), { name, reason }));
  return undefined;
}
