/** What is wrong with a constant expression in a declaration, with the nearest known name. */

import { nearest } from "../../../runtime/config/nearest.ts";
import { describeConstant } from "../constants/describe.ts";
import type { ConstantProblem } from "../constants/evaluate.ts";
import type { Context } from "./context.ts";
import type { Scope } from "./symbols.ts";

export function describeUnknown(problem: ConstantProblem, context: Context, scope: Scope): string {
  const text = describeConstant(problem);
  if (problem.kind !== "unknown-name") return text;
  if (context.symbols.isVariable(scope, problem.name)) return `'${problem.name}' is a variable, not a constant`;
  const known = context.symbols.constant(scope, problem.name);
  if (known?.kind === "unknown") return known.problem.message;
  const near = nearest(problem.name, context.symbols.constantNames());
  return near === undefined ? text : `${text} (did you mean '${near}'?)`;
}
