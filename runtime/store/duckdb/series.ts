/** Columns over time, downsampled so that extremes survive. */

import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import type { Series, SeriesQuery } from "../store.ts";
import { allOf, extentOf, extremesOf, type Selection, selection, timeRange } from "./query.ts";
import type { TableField } from "./table.ts";

export type RunQuery = (sql: string) => Promise<DuckDBValue[][]>;

export function asking(connection: DuckDBConnection): RunQuery {
  return async (sql) => (await connection.run(sql)).getRows();
}
/** The relation to read some fields of a measurement from. */
export type RelationOf = (fields: readonly TableField[]) => string;

/** DuckDB's process crashes when it sorts or aggregates a row wider than 256 KB: more columns need several queries. */
export const COLUMNS_AT_ONCE = 500;

/** @param run on one snapshot if there are more than `COLUMNS_AT_ONCE` fields @param fields the numeric ones wanted */
export async function readSeries(
  run: RunQuery,
  fields: readonly TableField[],
  query: SeriesQuery,
  relationOf: RelationOf,
): Promise<Series> {
  const columns = fields.map(({ name }) => name);
  if (fields.length === 0) return { columns, timesNs: [], values: [] };
  // Finding out whether each of thousands of columns has a value takes a minute; rows of a struct have all of them.
  const isWide = fields.length > COLUMNS_AT_ONCE;
  const table = isWide ? relationOf([]) : relationOf(fields);
  const every = selection(table, fields, query);
  const selected = isWide ? { ...every, where: timeRange(query.fromNs, query.toNs) } : every;
  const [[count, firstNs, lastNs] = []] = await run(extentOf(selected));
  if (typeof firstNs !== "bigint" || typeof lastNs !== "bigint") {
    return { columns, timesNs: [], values: columns.map(() => []) };
  }
  const isShort = Number(count) <= query.points;
  let timesNs: bigint[] = [];
  const values: (number | null)[][] = [];
  for (let from = 0; from < columns.length; from += COLUMNS_AT_ONCE) {
    const columnsOfSome = selected.columns.slice(from, from + COLUMNS_AT_ONCE);
    const ofSome = isWide ? relationOf(fields.slice(from, from + COLUMNS_AT_ONCE)) : table;
    const some = { ...selected, table: ofSome, columns: columnsOfSome };
    const points = isShort
      ? plain(await run(allOf(some)), some.columns.length)
      : await extremesIn(run, some, { firstNs, lastNs }, { points: query.points, isAlone: columns.length === 1 });
    timesNs = points.timesNs;
    values.push(...points.values);
  }
  return { columns, timesNs, values };
}

/** @param asked `isAlone`: the one column of the answer, so that each of its extremes has its own time */
async function extremesIn(
  run: RunQuery,
  some: Selection,
  extent: { readonly firstNs: bigint; readonly lastNs: bigint },
  { points, isAlone }: { readonly points: number; readonly isAlone: boolean },
): Promise<Points> {
  const stretches = Math.max(1, Math.floor(points / 2));
  const rows = await run(extremesOf(some, extent, stretches, isAlone ? "times" : "trend"));
  return isAlone ? extremes(rows) : commonExtremes(rows, some.columns.length);
}

interface Points {
  readonly timesNs: bigint[];
  readonly values: (number | null)[][];
}

function plain(rows: readonly DuckDBValue[][], columns: number): Points {
  const timesNs = rows.map((row) => row[0] as bigint);
  const values = Array.from({ length: columns }, (_, i) => rows.map((row) => row[i + 1] as number | null));
  return { timesNs, values };
}

/** One column: the extremes with their times. */
function extremes(rows: readonly DuckDBValue[][]): Points {
  const timesNs: bigint[] = [];
  const values: (number | null)[] = [];
  for (const row of rows) {
    const [, , least, greatest, leastNs, greatestNs] = row as [bigint, bigint, number, number, bigint, bigint];
    const points: [bigint, number][] = [
      [leastNs, least],
      [greatestNs, greatest],
    ];
    points.sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [timeNs, value] of leastNs === greatestNs ? points.slice(0, 1) : points) {
      timesNs.push(timeNs);
      values.push(value);
    }
  }
  return { timesNs, values: [values] };
}

/**
 * Several columns share their times. Each interval gives two rows, at its first and last time, with each column's
 * extremes; the minimum comes first if the column rises. So a value moves by less than the width of an interval.
 */
function commonExtremes(rows: readonly DuckDBValue[][], columns: number): Points {
  const timesNs: bigint[] = [];
  const values: (number | null)[][] = Array.from({ length: columns }, () => []);
  for (const row of rows) {
    const [firstNs, lastNs] = row as [bigint, bigint];
    timesNs.push(firstNs);
    if (lastNs !== firstNs) timesNs.push(lastNs);
    for (let i = 0; i < columns; i++) {
      const [least, greatest] = [row[2 + 4 * i] as number | null, row[3 + 4 * i] as number | null];
      const rises = Number(row[4 + 4 * i]) <= Number(row[5 + 4 * i]);
      values[i]!.push(rises ? least : greatest);
      if (lastNs !== firstNs) values[i]!.push(rises ? greatest : least);
    }
  }
  return { timesNs, values };
}
