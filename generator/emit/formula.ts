/** Writes a checked expression in another language. Only numbers, operators and what the notation gives reach the text. */

import type { Expression } from "../rules/compiled-rule.ts";
import { type Operator, operationOf } from "../rules/operation.ts";

/** How a language writes expressions. Every piece is an operand as it stands: in parentheses where it has operators. */
export interface Notation {
  number(value: number): string;
  /** The raw value of a field, as a number of binary64. */
  field(path: string): string;
  /** `$0`, `$1` are operands as numbers, `?0`, `?1` as conditions, `$*` all of them; those of tests give conditions. */
  readonly operations: Readonly<Partial<Record<Operator, string>>>;
  /** A condition as 0 or 1. */
  asNumber(condition: string): string;
  /** A number as a condition: 0 and NaN are false. */
  asCondition(number: string): string;
}

/** What most languages write alike. */
export const INFIX = {
  add: "($0 + $1)",
  subtract: "($0 - $1)",
  multiply: "($0 * $1)",
  divide: "($0 / $1)",
  unaryMinus: "(-$0)",
  smaller: "($0 < $1)",
  smallerEq: "($0 <= $1)",
  larger: "($0 > $1)",
  largerEq: "($0 >= $1)",
  equal: "($0 == $1)",
  unequal: "($0 != $1)",
} as const satisfies Notation["operations"];

/** The expression as a number; absent where the language lacks an operation of it. */
export function formula(expression: Expression, notation: Notation): string | undefined {
  switch (expression.kind) {
    case "number":
      return notation.number(expression.value);
    case "field":
      return notation.field(expression.path);
    case "operation": {
      const text = operationText(expression, notation);
      const isTruth = operationOf(expression.operator).truth === true;
      return text !== undefined && isTruth ? notation.asNumber(text) : text;
    }
  }
}

function condition(expression: Expression, notation: Notation): string | undefined {
  if (expression.kind === "operation" && operationOf(expression.operator).truth === true) {
    return operationText(expression, notation);
  }
  const number = formula(expression, notation);
  return number === undefined ? undefined : notation.asCondition(number);
}

type Operation = Extract<Expression, { kind: "operation" }>;

function operationText({ operator, operands }: Operation, notation: Notation): string | undefined {
  const template = notation.operations[operator];
  if (template === undefined) return undefined;
  let missing = false;
  const written = (text: string | undefined): string => {
    missing ||= text === undefined;
    return text ?? "";
  };
  const text = template.replace(/\$\*|([$?])(\d)/g, (_, kind: string | undefined, index: string) => {
    if (kind === undefined) return operands.map((operand) => written(formula(operand, notation))).join(", ");
    const operand = operands[Number(index)];
    if (operand === undefined) return written(undefined);
    return written(kind === "$" ? formula(operand, notation) : condition(operand, notation));
  });
  return missing ? undefined : text;
}

/** The name of the first operation that the notation lacks, for the note about it. */
export function missingOperation(expression: Expression, notation: Notation): string | undefined {
  if (expression.kind !== "operation") return undefined;
  if (notation.operations[expression.operator] === undefined) return expression.operator;
  for (const operand of expression.operands) {
    const missing = missingOperation(operand, notation);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/** A literal that is a floating-point number in most languages: `100.0`, `1e-7`, `0.1`. */
export function floatLiteral(value: number): string {
  const text = Object.is(value, -0) ? "-0.0" : String(value);
  const literal = /[.e]/.test(text) ? text : `${text}.0`;
  return literal.startsWith("-") ? `(${literal})` : literal;
}
