/** `const` and `constexpr` variables, which C headers use in the place of macros. */

import { evaluate } from "../constants/evaluate.ts";
import { type IntegerType, integerType, wrap } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";
import type { SyntaxNode } from "../parse/tree.ts";
import { isPunctuator, type Token } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { readDeclarator } from "./declarators.ts";
import { constantScope } from "./scope-constants.ts";
import type { Specifiers } from "./specifiers.ts";
import type { Scope } from "./symbols.ts";

/** Declares what can be evaluated; the rest are variables. */
export function declareConstants(node: SyntaxNode, specifiers: Specifiers, context: Context, scope: Scope): void {
  const { tokens } = context.unit;
  const constant = specifiers.words.has("const") || specifiers.words.has("constexpr");
  let last: { name: Token; value: SyntaxNode | undefined } | undefined;
  const declarators: { name: Token; value: SyntaxNode | undefined }[] = [];
  for (const child of node.children) {
    if (child.field === "declarator") {
      const declarator = readDeclarator(child, tokens);
      last = undefined;
      if (declarator.name === undefined || declarator.shape !== "object" || declarator.dimensions.length > 0) continue;
      last = { name: tokens[declarator.name]!, value: child.children.find((inner) => inner.field === "value") };
      declarators.push(last);
    } else if (child.field === "default_value" && last !== undefined) {
      last.value = child;
    }
  }
  for (const { name, value } of declarators) {
    const evaluated =
      constant && value !== undefined ? evaluateAs(specifiers, valueTokens(tokens, value), context, scope) : undefined;
    if (evaluated === undefined) context.symbols.declareVariable(scope, name.text);
    else context.symbols.declareConstant(scope, name.text, evaluated);
  }
}

/** `= 5`, `{5}` and `(5)` are all the same. */
function valueTokens(tokens: readonly Token[], value: SyntaxNode): readonly Token[] {
  const own = tokens.slice(value.from, value.to);
  return isPunctuator(own[0], "{") && isPunctuator(own.at(-1), "}") ? own.slice(1, -1) : own;
}

function evaluateAs(
  specifiers: Specifiers,
  tokens: readonly Token[],
  context: Context,
  scope: Scope,
): Constant | undefined {
  const evaluation = evaluate(tokens, constantScope(context, scope));
  if (!evaluation.ok) return undefined;
  const { type } = specifiers;
  const target: IntegerType | "real" | undefined =
    type.kind === "arithmetic"
      ? integerType(type.type, context.target)
      : type.kind === "enum" || specifiers.words.has("auto")
        ? { bits: 64, signed: true }
        : undefined;
  if (target === undefined) return undefined;
  const { constant } = evaluation;
  if (target === "real") return { kind: "real", value: Number(constant.value) };
  if (constant.kind === "real")
    return { kind: "integer", value: wrap(BigInt(Math.trunc(constant.value) || 0), target), type: target };
  return { kind: "integer", value: wrap(constant.value, target), type: target };
}
