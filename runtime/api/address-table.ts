/** A device's rows as a table in memory: sorted, filled and limited by the request. Pure. */

import { ParameterError } from "../http/parameters.ts";
import type { Cell } from "../model/batch.ts";
import type { TableSteps } from "./address-query.ts";

export interface WholeTable {
  /** `time` first, the others in alphabetical order. */
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** @throws ParameterError for an unknown column */
export function shaped(table: WholeTable, steps: TableSteps): WholeTable {
  const { sort, direction, exclude, include, fills, limit } = steps;
  let { names, rows } = table;
  if (sort.length > 0) {
    const by = sort.map((name) => indexOf(table, name));
    const sign = direction === "descending" ? -1 : 1;
    rows = [...rows].sort((a, b) => compare(a, b, by, sign));
  }
  for (const name of [...exclude, ...(include ?? [])]) indexOf(table, name);
  const [without, only] = [new Set(exclude), include && new Set(["time", ...include])];
  // A table may have thousands of columns: none of them is looked for.
  const indexes = [...names.keys()].filter(
    (index) => !without.has(names[index]!) && (only?.has(names[index]!) ?? true),
  );
  rows = rows.map((row) => indexes.map((index) => row[index] ?? null));
  names = indexes.map((index) => names[index]!);
  for (const fill of fills) rows = filled(rows, fill);
  return { names, rows: limit === undefined ? rows : rows.slice(0, limit) };
}

export function indexOf({ names }: WholeTable, name: string): number {
  const index = names.indexOf(name);
  if (index < 0) throw new ParameterError(`There is no column '${name.slice(0, 100)}'; there are ${names.join(", ")}`);
  return index;
}

/** Rows without a value come last, whatever the order. */
function compare(a: readonly Cell[], b: readonly Cell[], by: readonly number[], sign: 1 | -1): number {
  for (const index of by) {
    const [x, y] = [a[index] ?? null, b[index] ?? null];
    if (x === y) continue;
    if (x === null) return 1;
    if (y === null) return -1;
    return x < y ? -sign : sign;
  }
  return 0;
}

function filled(rows: readonly (readonly Cell[])[], how: TableSteps["fills"][number]): (readonly Cell[])[] {
  const cells = rows.map((row) => [...row]);
  const columns = rows[0]?.length ?? 0;
  for (let column = 0; column < columns; column++) {
    if (how === "interpolate") interpolate(cells, column);
    else carry(how === "pad" ? cells : cells.toReversed(), column);
  }
  return cells;
}

function carry(rows: readonly Cell[][], column: number): void {
  let last: Cell = null;
  for (const row of rows) {
    if (row[column] === null) row[column] = last;
    else last = row[column] ?? null;
  }
}

/**
 * Fills gaps by linear interpolation. After the last value it repeats that value; before the first one it leaves gaps.
 */
function interpolate(rows: readonly Cell[][], column: number): void {
  let from = -1;
  for (const [index, row] of rows.entries()) {
    const value = row[column];
    if (typeof value !== "number") continue;
    const begin = rows[from]?.[column];
    if (typeof begin === "number") {
      const step = (value - begin) / (index - from);
      for (let between = from + 1; between < index; between++) rows[between]![column] = begin + step * (between - from);
    }
    from = index;
  }
  if (from >= 0) carry(rows.slice(from), column);
}
