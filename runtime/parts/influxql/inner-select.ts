/** A SELECT in FROM: its rows are those of a measurement in memory, which is made for each range that is read of it. */

import type { TableStore } from "../../export/open-table.ts";
import { type Batch, type Cell, gather, type TableColumn, TIME } from "../../model/batch.ts";
import type { ExtentQuery, RowQuery } from "../../model/store.ts";
import { END_NS, typeOfExpression } from "./plan.ts";
import type { Range, SelectSource } from "./read-rows.ts";
import { isReduced, namesOf, runSelect, wantedFields } from "./select.ts";
import type { Select } from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

/** As the outer one wants it. @throws InfluxqlError */
export function insideOf(outer: Select, inner: Select): Select {
  check(outer, inner);
  return {
    ...inner,
    order: outer.order,
    by: [...new Set([...inner.by, ...outer.by])],
    // Empty intervals would be no values of the outer one.
    ...(isReduced(inner) && inner.fill === "null" && { fill: "none" }),
    ...(isReduced(inner) && inner.everyNs === undefined && { everyNs: outer.everyNs, offsetNs: outer.offsetNs }),
  };
}

/**
 * @param made with the names of all its groups
 * @param stored what it reads
 */
export function innerSource(outer: Select, made: Select, stored: SelectSource): SelectSource {
  const fields = wantedFields(made, stored);
  const names = namesOf(fields);
  const typed = fields.map(
    ({ expression }, i) => [names[i]!, typeOfExpression(expression, stored.columns) ?? "float"] as const,
  );
  const columns = new Map([...made.by.map((name) => [name, "string"] as const), ...typed]);
  const known = new Map<string, Promise<TableStore>>();
  return {
    ...stored,
    columns,
    tags: new Set(made.by.filter((name) => !names.includes(name))),
    inner(range) {
      const limited = { ...made, ...limitsOf(outer, made, range) };
      const key = `${limited.fromNs} ${limited.toNs}`;
      const rows = known.get(key) ?? rowsOf(limited, stored, names, columns);
      known.set(key, rows);
      return rows;
    },
  };
}

function check({ everyNs, fill, seriesLimit, seriesOffset, order }: Select, inner: Select): void {
  if (inner.order === "newest-first" && order === "oldest-first")
    throw new InfluxqlError("subqueries must be ordered in the same direction as the query itself");
  if (seriesLimit + seriesOffset + inner.seriesLimit + inner.seriesOffset > 0)
    throw new InfluxqlError("SLIMIT and SOFFSET are not supported with a SELECT inside another one");
  const isUneven = everyNs !== undefined && inner.everyNs !== undefined && everyNs % inner.everyNs !== 0n;
  if (isUneven && fill !== "none")
    throw new InfluxqlError("the interval of the inner SELECT must divide that of the outer one, or take fill(none)");
}

/** The times of a SELECT are also those of the ones inside of it. */
export function withLimits(outer: Select, inner: Select): Select {
  return { ...inner, ...limitsOf(outer, inner, { fromNs: outer.fromNs ?? 0n, toNs: outer.toNs ?? END_NS }) };
}

function limitsOf(outer: Select, inner: Select, { fromNs, toNs }: Range): Pick<Select, "fromNs" | "toNs"> {
  const isLater = outer.fromNs !== undefined && (inner.fromNs === undefined || fromNs > inner.fromNs);
  const isEarlier = toNs < END_NS && (inner.toNs === undefined || toNs < inner.toNs);
  return { fromNs: isLater ? fromNs : inner.fromNs, toNs: isEarlier ? toNs : inner.toNs };
}

interface MadeRow {
  readonly timeNs: bigint;
  readonly cells: readonly Cell[];
}

async function rowsOf(
  made: Select,
  stored: SelectSource,
  names: readonly string[],
  columns: SelectSource["columns"],
): Promise<TableStore> {
  const rows: MadeRow[] = [];
  for (const { timesNs, values, tags = {} } of await runSelect(made, stored)) {
    const cellsAt = (row: number) =>
      Array.from(columns.keys(), (name) =>
        names.includes(name) ? values[names.indexOf(name)]![row]! : (tags[name] ?? ""),
      );
    rows.push(...timesNs.map((timeNs, row) => ({ timeNs, cells: cellsAt(row) })));
  }
  rows.sort((a, b) => (a.timeNs < b.timeNs ? -1 : a.timeNs > b.timeNs ? 1 : 0));
  return new RowsInMemory(
    Array.from(columns, ([name, type]) => ({ name, type })),
    rows,
  );
}

class RowsInMemory implements TableStore {
  readonly #columns: readonly TableColumn[];
  /** Oldest first. */
  readonly #rows: readonly MadeRow[];

  constructor(columns: readonly TableColumn[], rows: readonly MadeRow[]) {
    this.#columns = columns;
    this.#rows = rows;
  }

  async extent(query: ExtentQuery) {
    const { rows } = this.#wanted(query);
    const [first, last] = [rows[0], rows.at(-1)];
    return first && last && { rows: rows.length, firstNs: first.timeNs, lastNs: last.timeNs };
  }

  async *batches(query: RowQuery): AsyncGenerator<Batch> {
    const { rows, places } = this.#wanted(query);
    const wanted = places.map((place) => this.#columns[place]!);
    yield* gather([TIME, ...wanted], cellsOf(rows, places));
  }

  async stretch(query: RowQuery) {
    const batches: Batch[] = [];
    for await (const batch of this.batches(query)) batches.push(batch);
    return { batches, minutes: [] };
  }

  /** Rows of the range; if columns are named, those with a value in any of them. */
  #wanted({ columns, fromNs = -(2n ** 63n), toNs = 2n ** 63n }: RowQuery) {
    const named = columns && new Set(columns);
    const places = [...this.#columns.keys()].filter((place) => named?.has(this.#columns[place]!.name) ?? true);
    const rows = this.#rows.filter(
      ({ timeNs, cells }) =>
        timeNs >= fromNs && timeNs < toNs && (columns === undefined || places.some((place) => cells[place] !== null)),
    );
    return { rows, places };
  }
}

async function* cellsOf(rows: readonly MadeRow[], places: readonly number[]): AsyncGenerator<Cell[]> {
  for (const { timeNs, cells } of rows) yield [timeNs, ...places.map((place) => cells[place]!)];
}
