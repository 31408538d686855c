/** SQL of the read side, and the conversion of its results. Times are passed as integer nanoseconds. */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import { type Batch, type Cell, gather, TIME } from "../../model/batch.ts";
import {
  type ExactNumber,
  type Extent,
  exactNumber,
  finiteOrNull,
  type RowQuery,
  type Series,
  type SeriesQuery,
  type Statistics,
  type StatisticsQuery,
  type StoredStatistics,
} from "../../model/store.ts";
import { type Ask, type SqlWords, sqlExtent, sqlSeries } from "../../store/sql-series.ts";
import { text } from "./names.ts";
import { type Field, fieldValue, relationOf, type Table } from "./registry.ts";
import { primaryKey } from "./series.ts";

const PAGE_VALUES = 200_000;
const MOST_PAGE_ROWS = 5_000;
/** A select list has at most 1,664 columns. [PostgreSQL 15, appendix K] */
const COLUMNS_AT_ONCE = 300;
/** The squares of larger values overflow a double. */
const LARGEST = 1e150;
const INT64_MAX = 2n ** 63n - 1n;

interface Range {
  readonly fromNs?: bigint | undefined;
  readonly toNs?: bigint | undefined;
}

function timeRange({ fromNs, toNs }: Range): string {
  const conditions = [
    ...(fromNs === undefined || fromNs <= -INT64_MAX ? [] : [`time_ns >= ${fromNs}`]),
    ...(toNs === undefined || toNs > INT64_MAX ? [] : [`time_ns < ${toNs}`]),
  ];
  return conditions.length === 0 ? "true" : conditions.join(" AND ");
}

function having(fields: readonly Field[], range: Range): string {
  const present = fields.map((field) => `${fieldValue(field)} IS NOT NULL`).join(" OR ");
  return `${timeRange(range)} AND (${present})`;
}

/** The stored fields of a query, in the requested order; all if it names none. */
export function fieldsOf(table: Table, columns: readonly string[] | undefined): Field[] {
  if (columns === undefined) return [...table.fields.values()];
  return [...new Set(columns)].flatMap((name) => table.fields.get(name) ?? []);
}

/** Oldest first; with a limit, the newest rows. Each page is a separate query. */
export function readBatches(ask: Ask, table: Table, query: RowQuery): AsyncGenerator<Batch> {
  const fields = fieldsOf(table, query.columns);
  return gather([TIME, ...fields.map(({ name, type }) => ({ name, type }))], cellsOf(ask, table, fields, query));
}

async function* cellsOf(
  ask: Ask,
  table: Table,
  fields: readonly Field[],
  query: RowQuery,
): AsyncGenerator<(Cell | undefined)[]> {
  if (fields.length === 0) return;
  const own = fields.filter(({ column }) => column !== undefined).map((field) => fieldValue(field));
  const key = primaryKey(table);
  const order = (direction: "ASC" | "DESC") => `ORDER BY ${key.map((name) => `${name} ${direction}`).join(", ")}`;
  // Rows of one time may be on two pages.
  const series = key.slice(1);
  const selected = ["time_ns", ...own, ...(own.length < fields.length ? ["_more"] : []), ...series];
  const select = `SELECT ${selected.join(", ")} FROM ${relationOf(table)} WHERE`;
  const condition = (range: Range) => (query.columns === undefined ? timeRange(range) : having(fields, range));
  if (query.limit !== undefined) {
    const rows = await ask(`${select} ${condition(query)} ${order("DESC")} LIMIT ${query.limit}`);
    for (const row of [...rows].reverse()) yield inOrder(fields, row, own.length);
    return;
  }
  const most = Math.max(1, Math.min(MOST_PAGE_ROWS, Math.floor(PAGE_VALUES / (fields.length + 1))));
  for (let after = ""; ; ) {
    const rows = await ask(`${select} ${condition(query)}${after} ${order("ASC")} LIMIT ${most}`);
    for (const row of rows) yield inOrder(fields, row, own.length);
    const last = rows.at(-1);
    if (last === undefined || rows.length < most) return;
    const values = [String(last[0]), ...series.map(() => text(String(last.at(-1))))];
    after = ` AND (${key.join(", ")}) > (${values.join(", ")})`;
  }
}

/** @param own number of the fields that have a column; the others are members of the last one */
function inOrder(fields: readonly Field[], row: readonly unknown[], own: number): (Cell | undefined)[] {
  if (own === fields.length) return row.slice(0, own + 1) as Cell[];
  const more = (row[own + 1] ?? {}) as Record<string, unknown>;
  let place = 0;
  const cells = fields.map((field) => (field.column === undefined ? ofMore(field, more) : (row[++place] as Cell)));
  return [row[0] as bigint, ...cells];
}

function ofMore({ name, type }: Field, more: Record<string, unknown>): Cell {
  const value = Object.hasOwn(more, name) ? more[name] : null;
  if (value === null || value === undefined) return null;
  return type === "integer" || type === "unsigned" ? BigInt(value as string) : (value as ColumnValue);
}

/** Undefined if there is no such row. */
export async function readExtent(ask: Ask, table: Table, query: Omit<RowQuery, "limit">): Promise<Extent | undefined> {
  const fields = fieldsOf(table, query.columns);
  if (fields.length === 0) return undefined;
  const where = query.columns === undefined ? timeRange(query) : having(fields, query);
  return sqlExtent(ask, WORDS, { relation: relationOf(table), where });
}

function numbers(table: Table, columns: readonly string[] | undefined): Field[] {
  return fieldsOf(table, columns).filter(({ type }) => type !== "string");
}

/** Integers keep their digits. */
function numberOf(field: Field): string {
  const value = fieldValue(field);
  if (field.type === "integer" || field.type === "unsigned") return value;
  return field.type === "boolean" ? `(${value})::int::float8` : `(${value})::float8`;
}

const WORDS: SqlWords = {
  timeNs: "time_ns",
  firstNs: "min(time_ns)",
  lastNs: "max(time_ns)",
  interval: ({ firstNs }, widthNs) => `div(t::numeric - (${firstNs}), ${widthNs})`,
  timesOf: (v) => [`(array_agg(t ORDER BY ${v}, t))[1]`, `(array_agg(t ORDER BY ${v} DESC NULLS LAST, t))[1]`],
  // A covariance needs no sorting.
  rises: (v) => `coalesce(covar_pop(CASE WHEN abs(${v}) < ${LARGEST} THEN ${v}::float8 END, t::float8 / 1e18), 0) >= 0`,
};

/** @param ask queries one snapshot of the database */
export function readSeries(ask: Ask, table: Table, query: SeriesQuery): Promise<Series> {
  const fields = numbers(table, query.columns);
  const where = fields.length > COLUMNS_AT_ONCE ? timeRange(query) : having(fields, query);
  const every = { relation: relationOf(table), where };
  return sqlSeries(ask, {
    columns: fields.map(({ name }) => name),
    points: query.points,
    atOnce: COLUMNS_AT_ONCE,
    words: WORDS,
    every,
    part: (from, to) => ({ ...every, numbers: fields.slice(from, to).map(numberOf) }),
  });
}

const FIGURES = 8;

export async function readStatistics(ask: Ask, table: Table, query: StatisticsQuery): Promise<Statistics> {
  const fields = numbers(table, query.columns);
  const found = new Map<string, StoredStatistics>();
  const [relation, where] = [relationOf(table), timeRange(query)];
  for (let from = 0; from < fields.length; from += 100) {
    const some = fields.slice(from, from + 100);
    const figures = some.map((field, i) => {
      const v = `v${i}`;
      const moderate = `CASE WHEN abs(${v}) < ${LARGEST} THEN ${v}::float8 END`;
      // Uses the index instead of sorting all rows.
      const end = (value: string, order: string) =>
        `(SELECT ${value} FROM ${relation} WHERE ${having([field], query)} ORDER BY time_ns ${order} LIMIT 1)`;
      return `count(${v}), min(${v}), max(${v}), avg(${moderate}), stddev_samp(${moderate}), ${end(numberOf(field), "ASC")}, ${end(numberOf(field), "DESC")}, ${end("time_ns", "DESC")}`;
    });
    const numbers = some.map((field, i) => `${numberOf(field)} AS v${i}`).join(", ");
    const [row = []] = await ask(
      `WITH selected AS (SELECT ${numbers} FROM ${relation} WHERE ${where}) SELECT ${figures.join(", ")} FROM selected`,
    );
    some.forEach(({ name }, i) => {
      const statistics = statisticsOf(row.slice(FIGURES * i, FIGURES * (i + 1)));
      if (statistics !== undefined) found.set(name, statistics);
    });
  }
  return found;
}

function statisticsOf(figures: readonly unknown[]): StoredStatistics | undefined {
  const [count, mean, deviation] = [0, 3, 4].map((at) => Number(figures[at])) as [number, number, number];
  if (!(count > 0)) return undefined;
  const exact = (at: number) => exactNumber(figures[at] as ExactNumber | string);
  const [min, max] = [exact(1), exact(2)];
  const isModerate = Math.max(Math.abs(Number(min)), Math.abs(Number(max))) < LARGEST;
  return {
    count,
    min,
    max,
    mean: isModerate ? finiteOrNull(mean) : null,
    deviation: count > 1 && isModerate ? finiteOrNull(deviation) : null,
    first: exact(5),
    last: exact(6),
    lastNs: figures[7] as bigint,
  };
}
