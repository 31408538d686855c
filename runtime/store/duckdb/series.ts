/** Columns over time, downsampled so that extremes survive. */

import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import type { Series, SeriesQuery } from "../../model/store.ts";
import { sqlSeries } from "../sql-series.ts";
import { numberSql } from "./field-form.ts";
import { quoted } from "./identifier.ts";
import { selection, timeRange, WORDS } from "./query.ts";
import type { TableField } from "./table.ts";

export type RunQuery = (sql: string) => Promise<DuckDBValue[][]>;

export function asking(connection: DuckDBConnection): RunQuery {
  return async (sql) => (await connection.run(sql)).getRows();
}
/** The relation to read some fields of a measurement from. */
export type RelationOf = (fields: readonly TableField[]) => string;

/** DuckDB's process crashes when it sorts or aggregates a row wider than 256 KB: more columns need several queries. */
export const COLUMNS_AT_ONCE = 500;

/**
 * @param run on one snapshot if there are more than `COLUMNS_AT_ONCE` fields
 * @param fields the numeric ones wanted
 * @param few cells that are read at once and downsampled here
 */
export function readSeries(
  run: RunQuery,
  fields: readonly TableField[],
  query: SeriesQuery,
  relationOf: RelationOf,
  few: number,
): Promise<Series> {
  // Finding out whether each of thousands of columns has a value takes a minute; rows of a struct have all of them.
  const isWide = fields.length > COLUMNS_AT_ONCE;
  const relation = relationOf(isWide ? [] : fields);
  const where = isWide ? timeRange(query.fromNs, query.toNs) : selection(fields, query);
  return sqlSeries(run, {
    columns: fields.map(({ name }) => name),
    points: query.points,
    atOnce: COLUMNS_AT_ONCE,
    few,
    words: WORDS,
    every: { relation, where },
    part(from, to) {
      const some = fields.slice(from, to);
      const numbers = some.map(({ column, type }) => numberSql(quoted(column), type));
      return { relation: isWide ? relationOf(some) : relation, where, numbers };
    },
  });
}
