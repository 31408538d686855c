/** The expression of a rule for one leaf: checked, with its problems placed in the comment. */

import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { Span } from "../source/span.ts";
import { spanWithin } from "./comment-place.ts";
import type { Expression } from "./compiled-rule.ts";
import { type Converted, convertExpression, type ExpressionProblem } from "./convert-expression.ts";
import type { FieldRule } from "./field-rule.ts";
import type { Scope } from "./scope.ts";

export interface CompiledExpression {
  /** Absent when it has errors. */
  readonly expression: Expression | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

type RuleWithExpression = FieldRule & { readonly expression: NonNullable<FieldRule["expression"]> };

export function hasExpression(rule: FieldRule): rule is RuleWithExpression {
  return rule.expression !== undefined;
}

export function compileExpression(rule: RuleWithExpression, scope: Scope): CompiledExpression {
  const { parsed, text } = rule.expression;
  const field = scope.own;
  const place = (offset: number, length: number): Span =>
    spanWithin(rule.comment, rule.expression.offset + offset, length);
  if (parsed.kind === "too large") {
    return failed([report(RULES, "E308", place(0, text.length), { field, what: parsed.what, limit: parsed.limit })]);
  }
  if (parsed.kind === "unreadable") {
    return failed([
      report(RULES, "E304", place(Math.min(parsed.offset, text.length - 1), 1), { field, problem: parsed.problem }),
    ]);
  }
  const converted = convertExpression(parsed, scope);
  if (converted.problems.length > 0) {
    return failed(converted.problems.map((problem) => placed(problem, place(problem.offset, problem.length), field)));
  }
  return { expression: converted.expression, diagnostics: usageWarnings(converted, scope, place(0, text.length)) };
}

function failed(diagnostics: readonly Diagnostic[]): CompiledExpression {
  return { expression: undefined, diagnostics };
}

function usageWarnings({ uses }: Converted, scope: Scope, span: Span): Diagnostic[] {
  if (uses.size === 0) return [report(RULES, "W322", span, { field: scope.own })];
  return uses.has(scope.own) ? [] : [report(RULES, "W323", span, { field: scope.own })];
}

function placed(problem: ExpressionProblem, span: Span, field: string): Diagnostic {
  switch (problem.code) {
    case "E301":
      return report(RULES, "E301", span, {
        field,
        name: problem.name,
        nearest: problem.nearest,
        unit: problem.unit,
        call: problem.call,
      });
    case "E302":
      return report(RULES, "E302", span, {
        field,
        name: problem.name,
        expected: problem.expected,
        given: problem.given,
      });
    case "E303":
      return report(RULES, "E303", span, { field, construct: problem.construct });
    case "E305":
    case "E306":
      return report(RULES, problem.code, span, { field, name: problem.name });
    case "E307":
      return report(RULES, "E307", span, { field, name: problem.name, what: problem.what });
    case "E308":
      return report(RULES, "E308", span, { field, what: problem.what, limit: problem.limit });
  }
}
