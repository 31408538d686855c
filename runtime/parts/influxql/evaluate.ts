/** Evaluates arithmetic over the results of aggregates, transformations and columns. */

import type { Cell } from "../../model/batch.ts";
import type { FieldType } from "../../model/point.ts";
import type { Aggregation, Expression, MathName, Transformation } from "./statement.ts";
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
    case "math":
      return expression.given.flatMap(operandsOf);
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
      return expression.of === "count_distinct" ? "count" : expression.of;
    case "transformation":
    case "math":
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
  if (expression.kind !== "operation" && expression.kind !== "math") return;
  for (const side of expression.kind === "math" ? expression.given : [expression.left, expression.right]) {
    checkArithmetic(side, typeOf);
    if (side.kind === "operation" || side.kind === "math" || side.kind === "number" || side.kind === "all") continue;
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
    case "math":
      return mathOf(
        expression.of,
        expression.given.map((one) => evaluated(one, cellAt)),
      );
    case "all":
      throw new InfluxqlError("* must be the only expression");
  }
}

/** Null where there is no such value. Whole numbers stay whole where the result is. */
function mathOf(of: MathName, [value = null, other = 0]: readonly Cell[]): Cell {
  if (!isFigure(value) || !isFigure(other)) return null;
  if (typeof value === "bigint" && of === "abs") return value < 0n ? -value : value;
  if (typeof value === "bigint" && ["ceil", "floor", "round"].includes(of)) return value;
  const result = MATHS[of](Number(value), Number(other));
  return Number.isFinite(result) ? result : null;
}

const MATHS: Readonly<Record<MathName, (value: number, other: number) => number>> = {
  abs: Math.abs,
  acos: Math.acos,
  asin: Math.asin,
  atan: Math.atan,
  atan2: Math.atan2,
  ceil: Math.ceil,
  cos: Math.cos,
  exp: Math.exp,
  floor: Math.floor,
  ln: Math.log,
  log: (value, base) => Math.log(value) / Math.log(base),
  log2: Math.log2,
  log10: Math.log10,
  pow: Math.pow,
  // Halves away from zero.
  round: (value) => Math.sign(value) * Math.round(Math.abs(value)),
  sin: Math.sin,
  sqrt: Math.sqrt,
  tan: Math.tan,
};

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
