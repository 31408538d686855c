/** Statistics of columns over all rows of a range. */

import type { DuckDBValue } from "@duckdb/node-api";
import { type ColumnStatistics, finiteOrNull, type Statistics, type StatisticsQuery } from "../store.ts";
import { quoted } from "./identifier.ts";
import { timeRange } from "./query.ts";
import { COLUMNS_AT_ONCE, type RelationOf, type RunQuery } from "./series.ts";
import type { TableField } from "./table.ts";

/** The squares of larger values have no place in a double, and `stddev_samp` fails. */
const LARGEST = 1e150;
const FIGURES = 7;

export async function readStatistics(
  run: RunQuery,
  fields: readonly TableField[],
  query: StatisticsQuery,
  relationOf: RelationOf,
): Promise<Statistics> {
  const statistics = new Map<string, ColumnStatistics>();
  const where = timeRange(query.fromNs, query.toNs);
  for (let from = 0; from < fields.length; from += COLUMNS_AT_ONCE) {
    const some = fields.slice(from, from + COLUMNS_AT_ONCE);
    const [row = []] = await run(statisticsOf(relationOf(some), some, where));
    some.forEach(({ name }, i) => {
      const found = columnStatistics(row.slice(FIGURES * i, FIGURES * (i + 1)));
      if (found !== undefined) statistics.set(name, found);
    });
  }
  return statistics;
}

function statisticsOf(table: string, fields: readonly TableField[], where: string): string {
  const values = fields.map(({ column }, i) => `${quoted(column)}::DOUBLE AS v${i}`);
  const figures = fields.map((_, i) => {
    const v = `v${i}`;
    const moderate = `CASE WHEN abs(${v}) < ${LARGEST} THEN ${v} END`;
    return `count(${v}), min(${v}), max(${v}), avg(${v}), stddev_samp(${moderate}), arg_min(${v}, time), arg_max(${v}, time)`;
  });
  return `
    WITH selected AS (SELECT ${["time", ...values].join(", ")} FROM ${table} WHERE ${where})
    SELECT ${figures.join(", ")} FROM selected`;
}

function columnStatistics(figures: readonly DuckDBValue[]): ColumnStatistics | undefined {
  const [count, min, max, mean, deviation, first, last] = figures.map(Number) as [number, ...number[]];
  if (!(count > 0)) return undefined;
  const isModerate = Math.max(Math.abs(min!), Math.abs(max!)) < LARGEST;
  return {
    count,
    min: min!,
    max: max!,
    mean: finiteOrNull(mean!),
    deviation: count > 1 && isModerate ? finiteOrNull(deviation!) : null,
    first: first!,
    last: last!,
  };
}
