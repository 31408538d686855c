/** A device's rows as a table in memory: sorted, filled and limited by the request. Pure. */

import { ParameterError } from "../http/parameters.ts";
import { BATCH_ROWS, type Batch, type BatchColumn, between, inOrder, orderedBy } from "../model/batch.ts";
import type { TableSteps } from "./address-query.ts";

/** Columns: `time` first, the others in alphabetical order. @throws ParameterError for an unknown column */
export function shaped(table: Batch, steps: TableSteps): Batch {
  const { sort, direction, fills, limit } = steps;
  let { columns, rows } = table;
  if (sort.length > 0) {
    const order = orderedBy(
      sort.map((name) => columns[indexOf(columns, name)]!),
      rows,
      direction === "descending" ? -1 : 1,
    );
    columns = columns.map((column) => inOrder(column, order));
  }
  columns = wanted(columns, steps);
  for (const fill of fills) columns = columns.map((column) => filled(column, fill));
  if (limit !== undefined && limit < rows) {
    columns = columns.map((column) => between(column, 0, limit));
    rows = limit;
  }
  return { rows, columns };
}

/** Without those that the request leaves out. @throws ParameterError for an unknown column */
export function wanted<Column extends { readonly name: string }>(
  columns: readonly Column[],
  { exclude, include }: Pick<TableSteps, "exclude" | "include">,
): readonly Column[] {
  for (const name of [...exclude, ...(include ?? [])]) indexOf(columns, name);
  const [without, only] = [new Set(exclude), include && new Set(["time", ...include])];
  // A table may have thousands of columns: none of them is looked for.
  return columns.filter(({ name }) => !without.has(name) && (only?.has(name) ?? true));
}

export function indexOf(columns: readonly { readonly name: string }[], name: string): number {
  const index = columns.findIndex((column) => column.name === name);
  if (index >= 0) return index;
  const names = columns.map((column) => column.name).join(", ");
  throw new ParameterError(`There is no column '${name.slice(0, 100)}'; there are ${names}`);
}

/** Others have their turn between two batches. @param size most rows of one */
export async function* inBatches({ rows, columns }: Batch, size = BATCH_ROWS): AsyncGenerator<Batch> {
  for (let from = 0; from < rows; from += size) {
    const to = Math.min(rows, from + size);
    yield { rows: to - from, columns: columns.map((column) => between(column, from, to)) };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** For a text that is made value by value: some milliseconds of one. */
export function inPieces(table: Batch): AsyncGenerator<Batch> {
  return inBatches(table, Math.ceil(8192 / (table.columns.length + 1)));
}

function filled(column: BatchColumn, how: TableSteps["fills"][number]): BatchColumn {
  const { values, valid } = column;
  if (valid === undefined || (how === "interpolate" && column.type !== "float")) return column;
  const full = { ...column, values: values.slice(), valid: valid.slice() } as Filling;
  if (how === "interpolate") interpolate(full);
  else if (how === "pad") carry(full, 0, 1);
  else carry(full, full.valid.length - 1, -1);
  return full as BatchColumn;
}

type Filling = Pick<BatchColumn, "name" | "type"> & { readonly values: unknown[]; readonly valid: Uint8Array };

/** From the row `from` on, each gap gets the value before it. */
function carry({ values, valid }: Filling, from: number, step: 1 | -1): void {
  let last: number | undefined;
  for (let row = from; row >= 0 && row < valid.length; row += step) {
    if (valid[row] !== 0) last = row;
    else if (last !== undefined) {
      values[row] = values[last];
      valid[row] = 1;
    }
  }
}

/**
 * Fills gaps by linear interpolation. After the last value it repeats that value; before the first one it leaves gaps.
 */
function interpolate(column: Filling): void {
  const { valid } = column;
  const values = column.values as number[];
  let from = -1;
  for (let row = 0; row < valid.length; row++) {
    if (valid[row] === 0) continue;
    if (from >= 0) {
      const step = (values[row]! - values[from]!) / (row - from);
      for (let gap = from + 1; gap < row; gap++) {
        values[gap] = values[from]! + step * (gap - from);
        valid[gap] = 1;
      }
    }
    from = row;
  }
  if (from >= 0) carry(column, from, 1);
}
