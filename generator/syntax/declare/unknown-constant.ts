/** Constant expressions in declarations, and what is wrong with one, with the nearest known name. */

import { nearest } from "../../../runtime/config/nearest.ts";
import { describeConstant } from "../constants/describe.ts";
import { type ConstantProblem, evaluate } from "../constants/evaluate.ts";
import type { Token } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { constantScope } from "./scope-constants.ts";
import type { Scope } from "./symbols.ts";

/** A text says why it is none. @param what it is for: `size` */
export function integerConstant(
  tokens: readonly Token[],
  what: string,
  context: Context,
  scope: Scope,
): bigint | string {
  const evaluation = evaluate(tokens, constantScope(context, scope));
  if (!evaluation.ok) return describeUnknown(evaluation.problem, context, scope);
  return evaluation.constant.kind === "integer" ? evaluation.constant.value : `a floating number is no ${what}`;
}

export function describeUnknown(problem: ConstantProblem, context: Context, scope: Scope): string {
  const text = describeConstant(problem);
  if (problem.kind !== "unknown-name") return text;
  if (context.symbols.isVariable(scope, problem.name)) return `'${problem.name}' is a variable, not a constant`;
  const known = context.symbols.constant(scope, problem.name);
  if (known?.kind === "unknown") return known.problem.message;
  const near = nearest(problem.name, context.symbols.constantNames());
  return near === undefined ? text : `${text} (did you mean '${near}'?)`;
}
