/** Evaluates arithmetic over the results of aggregates, transformations and columns. */

import type { Cell } from "../../model/batch.ts";
import type { FieldType } from "../../model/point.ts";
import type { Aggregation, Expression, Transformation } from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

/** What arithmetic begins with: a column, or the outermost function. */
export type Operand = Extract<Expression, { kind: "column" }> | Aggregation | Transformation;

export function operandsOf(expression: Expression): Operand[] {
  switch (expression.kind) {
    case "column":
    case "aggregate":
    case "transformation":
      return [expression];
    case "operation":
      return [...operandsOf(expression.left), ...operandsOf(expression.right)];
    case "number":
      return [];
    case "all":
      throw new InfluxqlError("* must be the only expression");
  }
}

/** The same for equal operands. */
export function keyOf(operand: Operand): string {
  return JSON.stringify(operand, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}

/** A column's default name. */
export function nameOf(expression: Expression): string {
  switch (expression.kind) {
    case "column":
      return expression.name;
    case "aggregate":
    case "transformation":
      return expression.of;
    case "operation":
      return [expression.left, expression.right]
        .map(nameOf)
        .filter((name) => name !== "")
        .join("_");
    default:
      return "";
  }
}

/** @throws InfluxqlError if arithmetic meets a value that is not a number */
export function checkArithmetic(expression: Expression, typeOf: (operand: Operand) => FieldType | undefined): void {
  if (expression.kind !== "operation") return;
  for (const side of [expression.left, expression.right]) {
    checkArithmetic(side, typeOf);
    if (side.kind === "operation" || side.kind === "number" || side.kind === "all") continue;
    const type = typeOf(side);
    if (type === "boolean" || type === "string")
      throw new InfluxqlError(
        `${nameOf(side)} is ${type === "string" ? "text" : "a boolean"}: only numbers can be calculated with`,
      );
  }
}

/** A row's value. @param cellAt an operand's value in the row */
export function evaluated(expression: Expression, cellAt: (operand: Operand) => Cell): Cell {
  switch (expression.kind) {
    case "column":
    case "aggregate":
    case "transformation":
      return cellAt(expression);
    case "number":
      return expression.value;
    case "operation":
      return calculated(expression.operator, evaluated(expression.left, cellAt), evaluated(expression.right, cellAt));
    case "all":
      throw new InfluxqlError("* must be the only expression");
  }
}

type Operator = Extract<Expression, { kind: "operation" }>["operator"];

/** Null if an operand is missing. */
function calculated(operator: Operator, left: Cell, right: Cell): Cell {
  if (!isFigure(left) || !isFigure(right)) return null;
  if (typeof left === "bigint" && typeof right === "bigint" && operator !== "/") return WHOLE[operator](left, right);
  const result = FLOAT[operator](Number(left), Number(right));
  return Number.isFinite(result) ? result : null;
}

function isFigure(cell: Cell): cell is number | bigint {
  return typeof cell === "number" || typeof cell === "bigint";
}

// Division by zero is 0, and sums go around at 64 bits. [seen with InfluxDB 1.6.7]
const WHOLE: Readonly<Record<Exclude<Operator, "/">, (a: bigint, b: bigint) => bigint>> = {
  "+": (a, b) => within64(a + b),
  "-": (a, b) => within64(a - b),
  "*": (a, b) => within64(a * b),
  "%": (a, b) => (b === 0n ? 0n : a % b),
};

const FLOAT: Readonly<Record<Operator, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? 0 : a / b),
  "%": (a, b) => a % b,
};

function within64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}
