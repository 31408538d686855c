/** Combines several tables: joined on time, or one below the other. */

import {
  BATCH_ROWS,
  type Batch,
  BatchBuilder,
  type BatchColumn,
  type Cell,
  type ColumnType,
  cellOf,
  columnOf,
  emptyColumn,
  type Table,
  type TableColumn,
  TIME,
} from "../model/batch.ts";

/** One row for each time that any table has. All tables begin with `time`, ascending. */
export function join(tables: readonly Table[]): Table {
  const columns = [TIME, ...tables.flatMap((table) => table.columns.slice(1))];
  return { columns, batches: joined(tables, columns) };
}

async function* joined(tables: readonly Table[], columns: readonly TableColumn[]): AsyncGenerator<Batch> {
  const cursors = tables.map((table) => new Cursor(table));
  const builder = new BatchBuilder(columns);
  try {
    for (;;) {
      for (const cursor of cursors) if (cursor.isSpent) await cursor.refill();
      const least = earliest(cursors);
      if (least === undefined) break;
      const cells: Cell[] = [least];
      for (const cursor of cursors) cursor.take(least, cells);
      builder.add(cells);
      if (builder.rows >= BATCH_ROWS) yield builder.take();
    }
    if (builder.rows > 0) yield builder.take();
  } finally {
    for (const { batches } of tables) await batches.return(undefined);
  }
}

function earliest(cursors: readonly Cursor[]): bigint | undefined {
  let least: bigint | undefined;
  for (const { timeNs } of cursors) if (timeNs !== undefined && (least === undefined || timeNs < least)) least = timeNs;
  return least;
}

class Cursor {
  readonly #batches: AsyncGenerator<Batch>;
  readonly #width: number;
  #batch: Batch | undefined;
  #row = 0;
  #isOver = false;

  constructor({ batches, columns }: Table) {
    this.#batches = batches;
    this.#width = columns.length - 1;
  }

  get isSpent(): boolean {
    return !this.#isOver && (this.#batch === undefined || this.#row >= this.#batch.rows);
  }

  async refill(): Promise<void> {
    do {
      const { done, value } = await this.#batches.next();
      this.#isOver = done === true;
      this.#batch = done === true ? undefined : value;
      this.#row = 0;
    } while (this.isSpent);
  }

  /** Time of the current row; undefined at the end. */
  get timeNs(): bigint | undefined {
    return this.#batch === undefined ? undefined : (this.#batch.columns[0]!.values[this.#row] as bigint);
  }

  /** Adds the row's cells if it has that time. */
  take(timeNs: bigint, cells: Cell[]): void {
    if (this.timeNs !== timeNs) {
      for (let i = 0; i < this.#width; i++) cells.push(null);
      return;
    }
    const { columns } = this.#batch!;
    for (let i = 1; i < columns.length; i++) cells.push(cellOf(columns[i]!, this.#row));
    this.#row++;
  }
}

/** One table below the other, with leading columns that name the source table. */
export function stack(
  tables: readonly Table[],
  labels: readonly { readonly name: string; readonly values: readonly string[] }[],
): Table {
  const types = new Map<string, ColumnType>();
  for (const { name, type } of tables.flatMap(({ columns }) => columns.slice(1))) {
    types.set(name, wider(types.get(name) ?? type, type));
  }
  const columns = [
    TIME,
    ...labels.map(({ name }) => ({ name, type: "string" as const })),
    ...Array.from(types, ([name, type]) => ({ name, type })),
  ];
  return { columns, batches: stacked(tables, columns, labels) };
}

async function* stacked(
  tables: readonly Table[],
  columns: readonly TableColumn[],
  labels: readonly { readonly name: string; readonly values: readonly string[] }[],
): AsyncGenerator<Batch> {
  for (const [index, { batches }] of tables.entries()) {
    const given = new Map(labels.map(({ name, values }) => [name, values[index]!]));
    for await (const batch of batches) {
      const byName = new Map(batch.columns.slice(1).map((column) => [column.name, column]));
      yield { rows: batch.rows, columns: columns.map((column, index) => placed(batch, byName, column, index, given)) };
    }
  }
}

function placed(
  batch: Batch,
  byName: ReadonlyMap<string, BatchColumn>,
  column: TableColumn,
  index: number,
  labels: ReadonlyMap<string, string>,
) {
  if (index === 0) return batch.columns[0]!;
  if (index <= labels.size) return columnOf(column, new Array<string>(batch.rows).fill(labels.get(column.name)!));
  const found = byName.get(column.name);
  if (found === undefined) return emptyColumn(column, batch.rows);
  if (found.type === column.type) return found;
  const cells = Array.from({ length: batch.rows }, (_, row) => cellOf(found, row));
  return columnOf(
    column,
    column.type === "string" ? cells : cells.map((cell) => (cell === null ? null : Number(cell))),
  );
}

/** The type that holds values of both. */
function wider(a: ColumnType, b: ColumnType): ColumnType {
  if (a === b) return a;
  return a === "string" || b === "string" ? "string" : "float";
}
