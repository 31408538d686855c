/** Evaluates expressions over columns: arithmetic, and transformations of series. */

import type { Cell } from "../../model/batch.ts";
import type { AggregateName, Expression, TransformationName } from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

/** A column or aggregate that must be read. */
export interface Leaf {
  readonly of: AggregateName | undefined;
  readonly column: string;
}

export type Column = readonly Cell[];

export function leavesOf(expression: Expression): Leaf[] {
  switch (expression.kind) {
    case "column":
      return [{ of: undefined, column: expression.name }];
    case "aggregate":
      if (expression.column === undefined) throw new InfluxqlError(`${expression.of}(*) must be the only expression`);
      return [{ of: expression.of, column: expression.column }];
    case "transformation":
      return leavesOf(expression.inner);
    case "operation":
      return [...leavesOf(expression.left), ...leavesOf(expression.right)];
    case "number":
      return [];
    case "all":
      throw new InfluxqlError("* must be the only expression");
  }
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

export function columnOf(
  expression: Expression,
  byLeaf: ReadonlyMap<string, Column>,
  timesNs: readonly bigint[],
  keyOf: (leaf: Leaf) => string,
): Cell[] {
  const inside = (inner: Expression) => columnOf(inner, byLeaf, timesNs, keyOf);
  switch (expression.kind) {
    case "column":
    case "aggregate": {
      const [leaf] = leavesOf(expression);
      return [...byLeaf.get(keyOf(leaf!))!];
    }
    case "number":
      return timesNs.map(() => expression.value);
    case "operation": {
      const [left, right] = [inside(expression.left), inside(expression.right)];
      return left.map((cell, row) => calculated(expression.operator, cell, right[row]!));
    }
    case "transformation":
      return transformed(expression.of, expression.parameter, inside(expression.inner), timesNs);
    case "all":
      throw new InfluxqlError("* must be the only expression");
  }
}

const OPERATIONS = {
  "+": (a: number, b: number) => a + b,
  "-": (a: number, b: number) => a - b,
  "*": (a: number, b: number) => a * b,
  "/": (a: number, b: number) => a / b,
  "%": (a: number, b: number) => a % b,
} as const;

/** Null if one operand is null, and for a division by zero. */
function calculated(operator: keyof typeof OPERATIONS, left: Cell, right: Cell): Cell {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a === null || b === null) return null;
  const result = OPERATIONS[operator](a, b);
  return Number.isFinite(result) ? result : null;
}

function numberOf(cell: Cell): number | null {
  return typeof cell === "number" || typeof cell === "bigint" || typeof cell === "boolean" ? Number(cell) : null;
}

const SECOND_NS = 1_000_000_000n;

/** Uses only existing values; the first has no predecessor. */
function transformed(
  of: TransformationName,
  parameter: bigint | number | undefined,
  cells: readonly Cell[],
  timesNs: readonly bigint[],
): Cell[] {
  const next = stepOf(of, parameter);
  return cells.map((cell, row) => {
    const value = numberOf(cell);
    return value === null ? null : next(value, timesNs[row]!);
  });
}

/** The result for each value in turn. */
function stepOf(
  of: TransformationName,
  parameter: bigint | number | undefined,
): (value: number, timeNs: bigint) => number | null {
  switch (of) {
    case "cumulative_sum": {
      let sum = 0;
      return (value) => (sum += value);
    }
    case "moving_average":
      return averageOf(typeof parameter === "number" ? parameter : 0);
    default:
      return changeOf(of, typeof parameter === "bigint" ? parameter : SECOND_NS);
  }
}

function averageOf(most: number): (value: number) => number | null {
  const latest: number[] = [];
  return (value) => {
    latest.push(value);
    if (latest.length > most) latest.shift();
    return latest.length === most ? latest.reduce((total, one) => total + one, 0) / most : null;
  };
}

function changeOf(of: TransformationName, unitNs: bigint): (value: number, timeNs: bigint) => number | null {
  const isRate = of.endsWith("derivative");
  let before: { readonly value: number; readonly timeNs: bigint } | undefined;
  return (value, timeNs) => {
    const last = before;
    before = { value, timeNs };
    if (last === undefined) return null;
    const change = (value - last.value) / (isRate ? Number(timeNs - last.timeNs) / Number(unitNs) : 1);
    return change < 0 && of.startsWith("non_negative") ? null : change;
  };
}
