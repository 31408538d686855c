/** Compiles a rule's expression for one leaf. Problems have positions in the comment. */

import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { Span } from "../source/span.ts";
import type { FieldComment } from "../types/declarations.ts";
import { spanWithin } from "./comment-place.ts";
import type { Expression } from "./compiled-rule.ts";
import { type Converted, convertExpression, type ExpressionProblem } from "./convert-expression.ts";
import type { FieldRule } from "./field-rule.ts";
import type { Parsed } from "./parse-expression.ts";
import type { Scope } from "./scope.ts";

export interface CompiledExpression {
  /** Absent after an error. */
  readonly expression: Expression | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

type RuleWithExpression = FieldRule & { readonly expression: NonNullable<FieldRule["expression"]> };

export function hasExpression(rule: FieldRule): rule is RuleWithExpression {
  return rule.expression !== undefined;
}

/** Problems of an expression in a comment: syntax errors, or errors of its conversion. */
export function problemsAt(
  {
    comment,
    offset,
    text,
    field,
  }: { readonly comment: FieldComment; readonly offset: number; readonly text: string; readonly field: string },
  problems: Parsed | readonly ExpressionProblem[],
): Diagnostic[] {
  const place = (from: number, length: number): Span => spanWithin(comment, offset + from, length);
  if (!("kind" in problems))
    return problems.map((problem) => placed(problem, place(problem.offset, problem.length), field));
  switch (problems.kind) {
    case "too large":
      return [report(RULES, "E308", place(0, text.length), { field, what: problems.what, limit: problems.limit })];
    case "unreadable":
      return [
        report(RULES, "E304", place(Math.min(problems.offset, text.length - 1), 1), {
          field,
          problem: problems.problem,
        }),
      ];
    case "parsed":
      return [];
  }
}

/** @param beside other fields of the same declaration, which share the rule: `lat, lon; // @rule: …` */
export function compileExpression(
  rule: RuleWithExpression,
  scope: Scope,
  beside: readonly string[] = [],
): CompiledExpression {
  const { parsed, text } = rule.expression;
  const field = scope.own;
  const at = { comment: rule.comment, offset: rule.expression.offset, text, field };
  if (parsed.kind !== "parsed") return failed(problemsAt(at, parsed));
  const converted = convertExpression(parsed, scope);
  if (converted.problems.length > 0) return failed(problemsAt(at, converted.problems));
  const whole = spanWithin(rule.comment, rule.expression.offset, text.length);
  return { expression: converted.expression, diagnostics: usageWarnings(converted, scope, whole, beside) };
}

function failed(diagnostics: readonly Diagnostic[]): CompiledExpression {
  return { expression: undefined, diagnostics };
}

function usageWarnings({ uses }: Converted, scope: Scope, span: Span, beside: readonly string[]): Diagnostic[] {
  if (uses.size === 0) return [report(RULES, "W322", span, { field: scope.own })];
  if (uses.has(scope.own)) return [];
  return [report(RULES, "W323", span, { field: scope.own, shared: beside.find((name) => uses.has(name)) })];
}

function placed(problem: ExpressionProblem, span: Span, field: string): Diagnostic {
  return report<typeof RULES, typeof problem.code>(RULES, problem.code, span, { ...problem, field });
}
