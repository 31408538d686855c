/** Inverts rules that are affine in their own field, so that stored values can be encoded again. */

import type { AffineInverse, Expression } from "./compiled-rule.ts";
import { evaluate, number, operation } from "./fold.ts";

/** slope · field + offset */
export interface Line {
  readonly slope: number;
  readonly offset: number;
}

const STORED: Expression = { kind: "field", path: "" };

/** Inverts an expression that is affine in the field at `path` and uses no other field; undefined if there is no inverse. */
export function invertAffine(expression: Expression, path: string): AffineInverse | undefined {
  const inverse = undo(expression, STORED, path) ?? undoLine(lineOf(expression, path));
  return inverse && { expression: inverse };
}

/** True if rule and inverse return the raw samples within 0.25. Rounding tolerates 0.5; the rest is a margin for values between the samples. */
export function bringsBack(rule: Expression, inverse: AffineInverse, raws: readonly number[]): boolean {
  return raws.every((raw) => {
    const stored = evaluate(rule, () => raw);
    return Math.abs(evaluate(inverse.expression, () => stored) - raw) <= 0.25;
  });
}

/** Undoes the operations one by one, outermost first, so that each loses no more than the rounding it undoes. */
function undo(expression: Expression, target: Expression, path: string): Expression | undefined {
  if (expression.kind === "field") return expression.path === path ? target : undefined;
  if (expression.kind !== "operation") return undefined;
  const [left, right] = expression.operands;
  if (left === undefined) return undefined;
  if (expression.operator === "unaryMinus") return undo(left, operation("unaryMinus", target), path);
  if (right === undefined) return undefined;
  if (isFinitePart(right)) return undoRight(expression.operator, left, right, target, path);
  if (isFinitePart(left)) return undoLeft(expression.operator, left, right, target, path);
  return undefined;
}

function undoRight(
  operator: string,
  left: Expression,
  right: Expression & { readonly kind: "number" },
  target: Expression,
  path: string,
): Expression | undefined {
  switch (operator) {
    case "add":
      return undo(left, operation("subtract", target, right), path);
    case "subtract":
      return undo(left, operation("add", target, right), path);
    case "multiply":
      return right.value === 0 ? undefined : undo(left, operation("divide", target, right), path);
    case "divide":
      return right.value === 0 ? undefined : undo(left, operation("multiply", target, right), path);
    default:
      return undefined;
  }
}

function undoLeft(
  operator: string,
  left: Expression & { readonly kind: "number" },
  right: Expression,
  target: Expression,
  path: string,
): Expression | undefined {
  switch (operator) {
    case "add":
      return undo(right, operation("subtract", target, left), path);
    case "subtract":
      return undo(right, operation("subtract", left, target), path);
    case "multiply":
      return left.value === 0 ? undefined : undo(right, operation("divide", target, left), path);
    default:
      return undefined;
  }
}

function isFinitePart(expression: Expression): expression is Expression & { readonly kind: "number" } {
  return expression.kind === "number" && Number.isFinite(expression.value);
}

/** Also handles the field on both sides of an operator (`x + 10%`, `2 x - x / 3`): slopes and offsets are added. */
export function lineOf(expression: Expression, path: string): Line | undefined {
  if (expression.kind === "number") return { slope: 0, offset: expression.value };
  if (expression.kind === "field") return expression.path === path ? { slope: 1, offset: 0 } : undefined;
  const [left, right] = expression.operands.map((operand) => lineOf(operand, path));
  if (left === undefined) return undefined;
  if (expression.operator === "unaryMinus") return { slope: -left.slope, offset: -left.offset };
  if (right === undefined) return undefined;
  switch (expression.operator) {
    case "add":
      return { slope: left.slope + right.slope, offset: left.offset + right.offset };
    case "subtract":
      return { slope: left.slope - right.slope, offset: left.offset - right.offset };
    case "multiply":
      return productOf(left, right);
    case "divide":
      return right.slope === 0 ? { slope: left.slope / right.offset, offset: left.offset / right.offset } : undefined;
    default:
      return undefined;
  }
}

function productOf(left: Line, right: Line): Line | undefined {
  if (left.slope !== 0 && right.slope !== 0) return undefined;
  const [line, factor] = right.slope === 0 ? [left, right.offset] : [right, left.offset];
  return { slope: line.slope * factor, offset: line.offset * factor };
}

function undoLine(line: Line | undefined): Expression | undefined {
  if (line === undefined || line.slope === 0 || !Number.isFinite(line.slope) || !Number.isFinite(line.offset)) {
    return undefined;
  }
  return operation("divide", operation("subtract", STORED, number(line.offset)), number(line.slope));
}
