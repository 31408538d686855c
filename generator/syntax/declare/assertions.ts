/** `_Static_assert` [C17 6.7.10]: what the header itself says about sizes and offsets holds here as well. */

import { SYNTAX } from "../../diagnostics/codes/syntax.ts";
import { report } from "../../diagnostics/report.ts";
import { evaluate } from "../constants/evaluate.ts";
import { truth } from "../constants/operators.ts";
import type { Assertion } from "../parse/attributes.ts";
import { textOf, tokenSpan } from "../preprocess/token.ts";
import type { Context } from "./context.ts";
import { constantScope } from "./scope-constants.ts";

/** One that fails is an error of the records that it measures; one that cannot be evaluated says nothing. */
export function checkAssertion({ condition, first, last }: Assertion, context: Context): void {
  context.symbols.file = first.file;
  const before = new Set(context.measured);
  context.measured.clear();
  const evaluation = evaluate(condition, constantScope(context, []));
  const measured = [...context.measured];
  // To check a size is not to use it.
  context.measured.clear();
  for (const record of before) context.measured.add(record);
  if (!evaluation.ok || truth(evaluation.constant)) return;
  const problem = report(SYNTAX, "E154", tokenSpan(first, last), { text: textOf(condition).slice(0, 100) });
  for (const record of measured) context.records.get(record)?.problems.push(problem);
}
