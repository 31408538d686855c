/** Statistics of columns over all rows of a range. */

import type { DuckDBValue } from "@duckdb/node-api";
import { type ExactNumber, exactNumber, type Statistics, type StatisticsQuery } from "../../model/store.ts";
import { numberSql } from "./field-form.ts";
import { added, type Figures, LARGEST, statisticsOf } from "./figures.ts";
import { quoted } from "./identifier.ts";
import { timeRange } from "./query.ts";
import type { RelationOf, RunQuery } from "./series.ts";
import type { TableField } from "./table.ts";

/** Number of columns in one query. To plan a query costs DuckDB the square of its aggregates: 20 s for 1,000 columns. */
export const STATISTICS_AT_ONCE = 32;
/** Number of figures of a column. */
export const FIGURES = 9;

export async function readStatistics(
  run: RunQuery,
  fields: readonly TableField[],
  query: StatisticsQuery,
  relationOf: RelationOf,
  /** Statistics of deleted rows, by column. */
  gone: ReadonlyMap<string, Figures> = new Map(),
): Promise<Statistics> {
  const statistics = new Map();
  const where = timeRange(query.fromNs, query.toNs);
  for (let from = 0; from < fields.length; from += STATISTICS_AT_ONCE) {
    const some = fields.slice(from, from + STATISTICS_AT_ONCE);
    const columns = some.map(({ column, type }) => numberSql(quoted(column), type));
    const [row = []] = await run(figuresOf(`${relationOf(some)} WHERE ${where}`, columns));
    some.forEach(({ name, column }, i) => {
      const found = added(readFigures(row.slice(FIGURES * i, FIGURES * (i + 1))), gone.get(column));
      if (found !== undefined) statistics.set(name, statisticsOf(found));
    });
  }
  return statistics;
}

/**
 * The figures of each column; with `by` a row for each of its values, which is first.
 * @param from relation and condition @param columns numbers in SQL
 */
export function figuresOf(from: string, columns: readonly string[], by?: string): string {
  const group = by === undefined ? [] : [by];
  const values = columns.map((column, i) => `${column} AS v${i}`);
  const figures = columns.map((_, i) => {
    const v = `v${i}`;
    const double = `${v}::DOUBLE`;
    const moderate = `CASE WHEN abs(${double}) < ${LARGEST} THEN ${double} END`;
    // A FILTER costs a tenth of the whole query.
    const present = `CASE WHEN ${v} IS NOT NULL THEN time END`;
    const times = `epoch_ns(min(${present})), epoch_ns(max(${present}))`;
    return `count(${v}), min(${v}), max(${v}), avg(${double}), var_pop(${moderate}) * count(${v}), arg_min(${v}, time), arg_max(${v}, time), ${times}`;
  });
  return `
    WITH selected AS (SELECT ${[...group, "time", ...values].join(", ")} FROM ${from})
    SELECT ${[...group, ...figures].join(", ")} FROM selected${by === undefined ? "" : ` GROUP BY ${by}`}`;
}

export function readFigures(row: readonly DuckDBValue[]): Figures | undefined {
  const [count, min, max, mean, squares, first, last, firstNs, lastNs] = row as [...ExactNumber[], bigint, bigint];
  if (!(Number(count) > 0)) return undefined;
  const [least, greatest, oldest, newest] = [min, max, first, last].map((one) => exactNumber(one!));
  return {
    count: Number(count),
    min: least!,
    max: greatest!,
    mean: Number(mean),
    squares: Number(squares),
    first: oldest!,
    last: newest!,
    firstNs: firstNs as bigint,
    lastNs: lastNs as bigint,
  };
}
