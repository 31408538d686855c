/** Evaluates an expression without fields. */

import { convertExpression } from "../../../generator/rules/convert-expression.ts";
import { evaluate } from "../../../generator/rules/fold.ts";
import { parseExpression } from "../../../generator/rules/parse-expression.ts";
import type { Scope } from "../../../generator/rules/scope.ts";

const NO_FIELDS: Scope = { own: "", resolve: () => undefined, names: [] };

/** @throws Error if it is not a constant expression */
export function evaluateConstant(text: string): number {
  const parsed = parseExpression(text);
  if (parsed.kind !== "parsed") throw new Error(`cannot be read: ${text}`);
  const { expression, problems } = convertExpression(parsed, NO_FIELDS);
  if (problems.length > 0) throw new Error(`is not a constant expression: ${text}`);
  return evaluate(expression, () => Number.NaN);
}
