/** Statistics of columns over all rows of a range. */

import type { DuckDBValue } from "@duckdb/node-api";
import type { Statistics, StatisticsQuery } from "../store.ts";
import { added, type Figures, LARGEST, statisticsOf } from "./figures.ts";
import { quoted } from "./identifier.ts";
import { timeRange } from "./query.ts";
import { COLUMNS_AT_ONCE, type RelationOf, type RunQuery } from "./series.ts";
import type { TableField } from "./table.ts";

const FIGURES = 9;

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
  for (let from = 0; from < fields.length; from += COLUMNS_AT_ONCE) {
    const some = fields.slice(from, from + COLUMNS_AT_ONCE);
    const [row = []] = await run(figuresOf(relationOf(some), some, where, gone.size > 0));
    some.forEach(({ name, column }, i) => {
      const found = added(readFigures(row.slice(FIGURES * i, FIGURES * (i + 1))), gone.get(column));
      if (found !== undefined) statistics.set(name, statisticsOf(found));
    });
  }
  return statistics;
}

function figuresOf(table: string, fields: readonly TableField[], where: string, withTimes: boolean): string {
  const values = fields.map(({ column }, i) => `${quoted(column)}::DOUBLE AS v${i}`);
  const figures = fields.map((_, i) => {
    const v = `v${i}`;
    const moderate = `CASE WHEN abs(${v}) < ${LARGEST} THEN ${v} END`;
    const present = `FILTER (${v} IS NOT NULL)`;
    const times = withTimes ? `epoch_ns(min(time) ${present}), epoch_ns(max(time) ${present})` : "0, 0";
    return `count(${v}), min(${v}), max(${v}), avg(${v}), var_pop(${moderate}) * count(${v}), arg_min(${v}, time), arg_max(${v}, time), ${times}`;
  });
  return `
    WITH selected AS (SELECT ${["time", ...values].join(", ")} FROM ${table} WHERE ${where})
    SELECT ${figures.join(", ")} FROM selected`;
}

function readFigures(row: readonly DuckDBValue[]): Figures | undefined {
  const [count, min, max, mean, squares, first, last] = row.map(Number) as [number, ...number[]];
  if (!(count > 0)) return undefined;
  const [firstNs, lastNs] = row.slice(-2) as [bigint, bigint];
  return { count, min: min!, max: max!, mean: mean!, squares: squares!, first: first!, last: last!, firstNs, lastNs };
}
