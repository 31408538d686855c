/** `const` and `constexpr` variables, which C headers use in the place of macros. */

import { evaluate } from "../constants/evaluate.ts";
import { type IntegerType, integerType } from "../constants/integer-type.ts";
import type { Constant } from "../constants/literals.ts";
import { cast } from "../constants/operators.ts";
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
  for (const [index, child] of node.children.entries()) {
    const declarator = child.field === "declarator" ? readDeclarator(child, tokens) : undefined;
    if (declarator?.name === undefined || declarator.shape !== "object" || declarator.dimensions.length > 0) continue;
    const next = node.children[index + 1];
    const value =
      child.children.find((inner) => inner.field === "value") ?? (next?.field === "default_value" ? next : undefined);
    const evaluated =
      constant && value !== undefined ? evaluateAs(specifiers, valueTokens(tokens, value), context, scope) : undefined;
    const name = tokens[declarator.name]!.text;
    if (evaluated === undefined) context.symbols.declareVariable(scope, name);
    else context.symbols.declareConstant(scope, name, evaluated);
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
  return target === undefined ? undefined : cast(evaluation.constant, target);
}
