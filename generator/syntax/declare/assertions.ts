/** `_Static_assert` [C17 6.7.10]: what the header itself says about sizes and offsets holds here as well. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import type { RecordDeclaration } from "../../types/declarations.ts";
import { evaluate } from "../constants/evaluate.ts";
import { truth } from "../constants/operators.ts";
import type { Assertion } from "../parse/attributes.ts";
import { textOf, tokenSpan } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { constantScope } from "./scope-constants.ts";
import type { Scope } from "./symbols.ts";

/** One that fails is an error of the records that it measures. */
export function checkAssertion(assertion: Assertion, context: Context): void {
  const { condition, first, last } = assertion;
  context.symbols.file = first.file;
  const { holds, measured } = assertionHolds(assertion, context, []);
  if (holds) return;
  const problem = report(SYNTAX, "E154", tokenSpan(first, last), { text: textOf(condition).slice(0, 100) });
  for (const record of measured) context.records.get(record)?.problems.push(problem);
}

/** One that cannot be evaluated says nothing. */
export function assertionHolds(
  { condition }: Assertion,
  context: Context,
  scope: Scope,
): { readonly holds: boolean; readonly measured: readonly RecordDeclaration[] } {
  const before = new Set(context.measured);
  context.measured.clear();
  const evaluation = evaluate(condition, constantScope(context, scope));
  const measured = [...context.measured];
  // To check a size is not to use it.
  context.measured.clear();
  for (const record of before) context.measured.add(record);
  return { holds: !evaluation.ok || truth(evaluation.constant), measured };
}
