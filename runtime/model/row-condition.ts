/** Conditions on a row's values as plain data, which can be passed between threads, and the rows that meet them. */

import { type Batch, type BatchColumn, type Cell, cellOf, columnOf } from "./batch.ts";
import { matcherOf, type TextPattern } from "./text-pattern.ts";

export const COMPARISONS = [">", ">=", "<", "<=", "=", "!=", "<>"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * A row without a value in the column, or with one of another type, meets no condition on it. With `absent: "empty"` a row without a value
 * has an empty text.
 */
export type RowCondition =
  | { readonly kind: "and" | "or"; readonly of: readonly RowCondition[] }
  | {
      readonly kind: "compare";
      readonly column: string;
      readonly comparison: Comparison;
      readonly value: number | bigint | boolean | string;
      readonly absent?: "empty";
    }
  | {
      readonly kind: "text";
      readonly column: string;
      readonly pattern: TextPattern;
      readonly fits: boolean;
      readonly absent?: "empty";
    };

export type ColumnCondition = Exclude<RowCondition, { readonly of: unknown }>;

export function columnsIn(condition: RowCondition): string[] {
  return "of" in condition ? condition.of.flatMap(columnsIn) : [condition.column];
}

/** Only the rows that meet it. @param nameOf a column's name in the batch */
export function meeting(batch: Batch, condition: RowCondition, nameOf: (column: string) => string | undefined): Batch {
  const test = testOf(condition, (column) => batch.columns.find(({ name }) => name === nameOf(column)));
  const kept: number[] = [];
  for (let row = 0; row < batch.rows; row++) if (test(row)) kept.push(row);
  if (kept.length === batch.rows) return batch;
  const columns = batch.columns.map((column) =>
    columnOf(
      column,
      kept.map((row) => cellOf(column, row)),
    ),
  );
  return { rows: kept.length, columns };
}

/** Whether one row meets it. @param cellIn null: the row has no value in the column */
export function meets(condition: RowCondition, cellIn: (column: string) => Cell): boolean {
  if (!("of" in condition)) return holdsOf(condition)(cellIn(condition.column));
  return condition.kind === "and"
    ? condition.of.every((one) => meets(one, cellIn))
    : condition.of.some((one) => meets(one, cellIn));
}

type RowTest = (row: number) => boolean;

function testOf(condition: RowCondition, columnNamed: (name: string) => BatchColumn | undefined): RowTest {
  if ("of" in condition) {
    const tests = condition.of.map((one) => testOf(one, columnNamed));
    return condition.kind === "and"
      ? (row) => tests.every((test) => test(row))
      : (row) => tests.some((test) => test(row));
  }
  const column = columnNamed(condition.column);
  const holds = holdsOf(condition);
  if (column !== undefined) return (row) => holds(cellOf(column, row));
  const isMet = holds(null);
  return () => isMet;
}

function holdsOf(condition: ColumnCondition): (cell: Cell) => boolean {
  const holds = holdsForValue(condition);
  return condition.absent === "empty" ? (cell) => holds(cell ?? "") : holds;
}

function holdsForValue(condition: ColumnCondition): (cell: Cell) => boolean {
  if (condition.kind === "text") {
    const fits = matcherOf(condition.pattern);
    return (cell) => typeof cell === "string" && fits(cell) === condition.fits;
  }
  const { value, comparison } = condition;
  if (typeof value === "string" || typeof value === "boolean") {
    const isEqual = comparison === "=";
    if (!isEqual && comparison !== "!=" && comparison !== "<>") return () => false;
    return (cell) => typeof cell === typeof value && (cell === value) === isEqual;
  }
  const holds = HOLDS[comparison];
  return (cell) => (typeof cell === "number" || typeof cell === "bigint") && holds(cell, value);
}

type Figure = number | bigint;

// "=" by two comparisons: a number and a bigint are never equal by ===.
const HOLDS: Readonly<Record<Comparison, (cell: Figure, value: Figure) => boolean>> = {
  ">": (cell, value) => cell > value,
  ">=": (cell, value) => cell >= value,
  "<": (cell, value) => cell < value,
  "<=": (cell, value) => cell <= value,
  "=": (cell, value) => cell >= value && cell <= value,
  "!=": (cell, value) => cell < value || cell > value,
  "<>": (cell, value) => cell < value || cell > value,
};
