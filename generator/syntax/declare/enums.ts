/** Enumerations [C17 6.7.2.2], [C++17 dcl.enum]. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { report } from "../../diagnostics/report.ts";
import type { Span } from "../../source/span.ts";
import { type ArithmeticType, scalarSize } from "../../targets/target.ts";
import type { CType, Enumerator } from "../../types/declarations.ts";
import { enumScalar } from "../../types/enum-scalar.ts";
import { fits, type IntegerType } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { isWord, joined, textOf, tokenSpan } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { doubtOf } from "./doubts.ts";
import { attributesBetween } from "./layout-attributes.ts";
import type { Scope, UnknownValue } from "./symbols.ts";
import { typeName } from "./type-names.ts";
import type { Resolved } from "./types.ts";
import { integerConstant } from "./unknown-constant.ts";

/** @param typedefName names an enum that has no tag */
export function declareEnum(
  node: SyntaxNode,
  context: Context,
  scope: Scope,
  typedefName: string | undefined,
): Resolved {
  const { unit, symbols } = context;
  const nameNode = node.children.find((child) => child.field === "name");
  const tag = nameNode === undefined ? undefined : joined(unit.tokens.slice(nameNode.from, nameNode.to));
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
      : arithmeticOf(typeName(unit.tokens.slice(base.from, base.to), context, scope));
  if (base !== undefined && underlying === undefined)
    return unknownEnum(textOf(unit.tokens.slice(base.from, base.to)), tokenSpan(unit.tokens[base.from]!));
  const inner = tag === undefined ? scope : [...scope, tag];
  const { found: enumerators, problem } =
    body === undefined ? NOTHING : readEnumerators(node, body, context, scope, inner);
  if (body === undefined && underlying === undefined) return incompleteEnum(tag ?? "");
  const plain: CType = {
    kind: "enum",
    name: tag ?? typedefName,
    enumerators,
    underlying,
    packed: isPacked(node, body, context),
  };
  const type: Resolved = problem === undefined ? plain : { kind: "unusable", diagnose: () => problem };
  if (tag !== undefined) symbols.declareTag(scope, tag, type);
  const name = tag ?? typedefName;
  if (name !== undefined && body !== undefined) {
    const place = nameNode === undefined ? node.from : nameNode.from;
    context.enums.push({ name, enumerators, span: tokenSpan(unit.tokens[place]!) });
  }
  return type;
}

const NOTHING = { found: [], problem: undefined };

/** `enum mode mode;` without its enumerators: no compiler knows its size. */
function incompleteEnum(tag: string): Resolved {
  const type = `enum ${tag}`;
  return { kind: "unusable", forward: tag, diagnose: (member, span) => report(SYNTAX, "E119", span, { member, type }) };
}

function isPacked(node: SyntaxNode, body: SyntaxNode | undefined, context: Context): boolean {
  if (body === undefined) return false;
  const attributes = [
    ...attributesBetween(context.unit, node.from + 1, body.from),
    ...attributesBetween(context.unit, body.to, body.to),
  ];
  for (const attribute of attributes) context.takenAttributes.add(attribute);
  return attributes.some((attribute) => attribute.name === "packed");
}

/** Enumerators are names of the enclosing scope, and of the enum's own. One whose value is not known is missed by those who use it. */
function readEnumerators(
  node: SyntaxNode,
  body: SyntaxNode,
  context: Context,
  outer: Scope,
  inner: Scope,
): { found: Enumerator[]; problem: Diagnostic | undefined } {
  const found: Enumerator[] = [];
  let problem: Diagnostic | undefined = context.current.error ?? doubtOf(context.unit.tokens.slice(node.from, node.to));
  let next: bigint | undefined = 0n;
  for (const enumerator of body.children) {
    if (enumerator.type !== "enumerator") continue;
    const name = context.unit.tokens[enumerator.from]!;
    const given = enumerator.children.find((child) => child.field === "value");
    if (given !== undefined) {
      const value = enumeratorValue(given, name.text, context, inner);
      next = typeof value === "bigint" ? value : undefined;
      if (typeof value !== "bigint") problem ??= value;
    }
    const constant: Constant | UnknownValue =
      next === undefined || problem !== undefined
        ? { kind: "unknown", problem: problem! }
        : { kind: "integer", value: next, type: enumeratorType(next, context) };
    context.symbols.declareConstant(outer, name.text, constant);
    if (inner !== outer) context.symbols.declareConstant(inner, name.text, constant);
    if (next === undefined) continue;
    found.push({ name: name.text, value: next });
    next += 1n;
  }
  return { found, problem };
}

/** An int where it fits, as in C. [C17 6.7.2.2p3; GCC for wider ones] */
function enumeratorType(value: bigint, { widths }: Context): IntegerType {
  const types = [widths.int, widths.long, 64].flatMap((bits) => [
    { bits, signed: true },
    { bits, signed: false },
  ]);
  return types.find((type) => fits(value, type)) ?? { bits: 64, signed: true };
}

function enumeratorValue(node: SyntaxNode, name: string, context: Context, scope: Scope): bigint | Diagnostic {
  const tokens = context.unit.tokens.slice(node.from, node.to);
  const value = integerConstant(tokens, "integer", context, scope);
  if (typeof value === "bigint") return value;
  return report(SYNTAX, "E126", tokenSpan(tokens[0]!, tokens.at(-1)), { name, reason: value });
}

function arithmeticOf(type: Resolved | undefined): ArithmeticType | undefined {
  return type?.kind === "arithmetic" ? type.type : undefined;
}

function unknownEnum(type: string, span: Span): Resolved {
  return { kind: "unusable", diagnose: () => report(SYNTAX, "E112", span, { type, nearest: undefined, missing: [] }) };
}

/** The integer type that an enum's value has in an expression. */
export function enumInteger(type: CType & { kind: "enum" }, context: Context): IntegerType | undefined {
  const scalar = enumScalar(type, context.target);
  return scalar === undefined ? undefined : { bits: scalarSize(scalar) * 8, signed: !scalar.startsWith("u") };
}
