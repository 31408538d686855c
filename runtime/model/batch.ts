/**
 * Rows as typed columns, some thousands at a time: the form in which stored values pass from the database to writers.
 */

import type { ColumnValue } from "../codec/struct-codec.ts";
import type { FieldType } from "./point.ts";

/** `time`: ns since 1970 (UTC). */
export type ColumnType = FieldType | "time";

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
}

interface Values {
  readonly float: Float64Array;
  readonly integer: BigInt64Array;
  readonly unsigned: BigUint64Array;
  /** 0 or 1. */
  readonly boolean: Uint8Array;
  readonly string: readonly string[];
  readonly time: BigInt64Array;
}

/** `valid[i]` is 0 if row i has no value (`values[i]` is then undefined); absent: every row has a value. */
export type BatchColumn = {
  readonly [Type in ColumnType]: {
    readonly name: string;
    readonly type: Type;
    readonly values: Values[Type];
    readonly valid?: Uint8Array;
  };
}[ColumnType];

export interface Batch {
  readonly rows: number;
  readonly columns: readonly BatchColumn[];
}

/** Columns over any number of rows. */
export interface Table {
  readonly columns: readonly TableColumn[];
  /** All batches have these columns, in this order. */
  readonly batches: AsyncGenerator<Batch>;
}

export type Cell = ColumnValue | null;

export const TIME: TableColumn = { name: "time", type: "time" };

export function cellOf(column: BatchColumn, row: number): Cell {
  if (column.valid?.[row] === 0) return null;
  return column.type === "boolean" ? column.values[row] === 1 : column.values[row]!;
}

/** @param cells null for a row without a value, or with one of another type */
export function columnOf({ name, type }: TableColumn, cells: readonly (Cell | undefined)[]): BatchColumn {
  const valid = new Uint8Array(cells.length);
  let missing = 0;
  for (let row = 0; row < cells.length; row++) {
    if (isOf(type, cells[row])) valid[row] = 1;
    else missing++;
  }
  const given = <T>(otherwise: T, value: (cell: Cell) => T): T[] =>
    cells.map((cell, row) => (valid[row] === 1 ? value(cell as Cell) : otherwise));
  const rest = { name, ...(missing > 0 && { valid }) };
  switch (type) {
    case "float":
      return { ...rest, type, values: Float64Array.from(given(0, Number)) };
    case "time":
    case "integer":
      return { ...rest, type, values: BigInt64Array.from(given(0n, (cell) => BigInt(cell as bigint))) };
    case "unsigned":
      return { ...rest, type, values: BigUint64Array.from(given(0n, (cell) => BigInt(cell as bigint))) };
    case "boolean":
      return { ...rest, type, values: Uint8Array.from(given(0, Number)) };
    case "string":
      return { ...rest, type, values: given("", String) };
  }
}

function isOf(type: ColumnType, cell: Cell | undefined): boolean {
  if (cell === null || cell === undefined) return false;
  if (type === "string") return true;
  if (type === "float" || type === "boolean") return typeof cell !== "string";
  return typeof cell === "bigint" || Number.isInteger(cell);
}

/** The values one below the other. @param parts columns of its type */
export function joined({ name, type }: TableColumn, parts: readonly BatchColumn[]): BatchColumn {
  const rows = parts.reduce((sum, { values }) => sum + values.length, 0);
  const values = emptyValues(type, rows);
  const valid = parts.some((part) => part.valid !== undefined) ? new Uint8Array(rows).fill(1) : undefined;
  let at = 0;
  for (const part of parts) {
    if (type === "string") for (let row = 0; row < part.values.length; row++) values[at + row] = part.values[row];
    else (values as unknown as Float64Array).set(part.values as Float64Array, at);
    if (part.valid !== undefined) valid?.set(part.valid, at);
    at += part.values.length;
  }
  return { name, type, values, ...(valid && { valid }) } as unknown as BatchColumn;
}

/** The values of these rows, in their order. */
export function inOrder({ name, type, values, valid }: BatchColumn, rows: Uint32Array): BatchColumn {
  const ordered = emptyValues(type, rows.length);
  for (let at = 0; at < rows.length; at++) ordered[at] = values[rows[at]!];
  const given = valid && { valid: Uint8Array.from(rows, (row) => valid[row]!) };
  return { name, type, values: ordered, ...given } as unknown as BatchColumn;
}

/** Places of the rows in their new order. Rows without a value come last, whatever the order. */
export function orderedBy(by: readonly BatchColumn[], rows: number, sign: 1 | -1): Uint32Array {
  return Uint32Array.from({ length: rows }, (_, row) => row).sort((a, b) => {
    for (const column of by) {
      const [x, y] = [cellOf(column, a), cellOf(column, b)];
      if (x === y) continue;
      if (x === null) return 1;
      if (y === null) return -1;
      return x < y ? -sign : sign;
    }
    return a - b;
  });
}

/** The columns with their rows sorted by time, if there is one. */
export function inTimeOrder({ columns, rows }: Batch): readonly BatchColumn[] {
  const time = columns.find(({ type }) => type === "time");
  if (time?.type !== "time" || time.values.every((value, row, all) => row === 0 || all[row - 1]! <= value))
    return columns;
  const order = orderedBy([time], rows, 1);
  return columns.map((column) => inOrder(column, order));
}

/** The values of the rows from `from` to before `to`. */
export function between(column: BatchColumn, from: number, to: number): BatchColumn {
  const { values, valid } = column;
  return { ...column, values: values.slice(from, to), ...(valid && { valid: valid.slice(from, to) }) } as BatchColumn;
}

/** As a list, although most types have a typed array. */
function emptyValues(type: ColumnType, rows: number): unknown[] {
  return EMPTY[type](rows) as unknown as unknown[];
}

const EMPTY: { readonly [Type in ColumnType]: (rows: number) => Values[Type] } = {
  float: (rows) => new Float64Array(rows),
  integer: (rows) => new BigInt64Array(rows),
  unsigned: (rows) => new BigUint64Array(rows),
  boolean: (rows) => new Uint8Array(rows),
  string: (rows) => new Array<string>(rows).fill(""),
  time: (rows) => new BigInt64Array(rows),
};

/** A column of `rows` rows without any value. */
export function emptyColumn(column: TableColumn, rows: number): BatchColumn {
  return columnOf(column, new Array<undefined>(rows).fill(undefined));
}

/** Collects rows into batches. */
export class BatchBuilder {
  readonly #columns: readonly TableColumn[];
  #cells: (Cell | undefined)[][];

  constructor(columns: readonly TableColumn[]) {
    this.#columns = columns;
    this.#cells = columns.map(() => []);
  }

  get rows(): number {
    return this.#cells[0]?.length ?? 0;
  }

  add(cells: readonly (Cell | undefined)[]): void {
    for (let i = 0; i < this.#cells.length; i++) this.#cells[i]!.push(cells[i]);
  }

  take(): Batch {
    const batch = { rows: this.rows, columns: this.#columns.map((column, i) => columnOf(column, this.#cells[i]!)) };
    this.#cells = this.#columns.map(() => []);
    return batch;
  }
}

/** Number of rows of a full batch. */
export const BATCH_ROWS = 4096;

/** @param rows cells in the order of `columns` */
export async function* gather(
  columns: readonly TableColumn[],
  rows: AsyncIterable<readonly (Cell | undefined)[]>,
): AsyncGenerator<Batch> {
  const builder = new BatchBuilder(columns);
  for await (const row of rows) {
    builder.add(row);
    if (builder.rows >= BATCH_ROWS) yield builder.take();
  }
  if (builder.rows > 0) yield builder.take();
}
