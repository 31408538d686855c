/** Parses the rule of a declared field from its comments. */

import { RULES } from "../diagnostics/codes/rules.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { Span } from "../source/span.ts";
import type { FieldComment } from "../types/declarations.ts";
import { spanWithin } from "./comment-place.ts";
import { type DisplayParts, readDisplayParts } from "./display-parts.ts";
import { type Parsed, parseExpression } from "./parse-expression.ts";
import { type RulePart, type RulePartName, type RuleText, type RuleTextProblem, ruleTextOf } from "./rule-text.ts";

export interface FieldRule {
  readonly comment: FieldComment;
  readonly span: Span;
  readonly name: RulePart | undefined;
  readonly unit: RulePart | undefined;
  readonly expression: (RulePart & { readonly parsed: Parsed }) | undefined;
  /** How to judge and show values. */
  readonly display: DisplayParts;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses the rule.
 * @param field name of the field in diagnostics
 */
export function readFieldRule(comments: readonly FieldComment[], field: string): FieldRule | undefined {
  const [first, ...others] = comments.flatMap((comment) => {
    const text = ruleTextOf(comment.text);
    return text ? [{ comment, text }] : [];
  });
  if (first === undefined) return undefined;
  const seconds = others.map(({ comment, text }) =>
    report(RULES, "E320", markerSpan(comment, text), { field, marker: undefined }),
  );
  const diagnostics = [...first.text.problems.map((problem) => textProblem(problem, first.comment, field)), ...seconds];
  const { parts, offset, end } = first.text;
  const expr = partNamed(parts, "expr");
  const display = readDisplayParts(parts, ({ part, value, expected }) => {
    const span = spanWithin(first.comment, value.offset, Math.max(1, value.text.length));
    diagnostics.push(report(RULES, "E327", span, { field, part, expected }));
  });
  return {
    comment: first.comment,
    span: spanWithin(first.comment, offset, end - offset),
    name: partNamed(parts, "name"),
    unit: partNamed(parts, "unit"),
    expression: expr && { ...expr, parsed: parseExpression(expr.text) },
    display,
    diagnostics,
  };
}

/** Position of a part's value, for problems that are found later. */
export function partSpan(rule: FieldRule, part: RulePart): Span {
  return spanWithin(rule.comment, part.offset, part.text.length);
}

function partNamed(parts: RuleText["parts"], name: RulePartName): RulePart | undefined {
  const part = parts.get(name);
  return part?.text === "" ? undefined : part;
}

function markerSpan(comment: FieldComment, text: RuleText): Span {
  return spanWithin(comment, text.offset, text.end - text.offset);
}

function textProblem(problem: RuleTextProblem, comment: FieldComment, field: string): Diagnostic {
  const span = spanWithin(comment, problem.offset, problem.length);
  return report<typeof RULES, typeof problem.code>(RULES, problem.code, span, { ...problem, field });
}
