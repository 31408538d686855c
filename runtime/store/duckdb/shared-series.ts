/**
 * Series of many measurements: one query for all that have the same columns of a table. A query for each measurement costs DuckDB
 * more than all its rows.
 */

import type { DuckDBValue } from "@duckdb/node-api";
import { groupBy } from "../../lib/group-by.ts";
import type { ManySeriesQuery, Series } from "../../model/store.ts";
import { extremesIn, figuresOf, intervalsOf } from "../sql-series.ts";
import { sqlOf } from "./field-form.ts";
import { timeRange, WORDS } from "./query.ts";
import type { WantedMeasurement } from "./shared-statistics.ts";
import type { SharedTable } from "./shared-table.ts";
import { STATISTICS_AT_ONCE } from "./statistics.ts";
import type { Table } from "./table.ts";

/** Maximum number of values in the answer of one query. */
const VALUES_AT_ONCE = 200_000;
const INT64_MAX = 2n ** 63n - 1n;

export interface SharedSeries {
  readonly sql: string;
  read(rows: readonly (readonly DuckDBValue[])[]): Generator<readonly [Table, Series]>;
}

/** The queries; measurements that stand alone, or have many fields, are in none. @param nameOf full SQL name of a table */
export function* sharedSeries(
  wanted: readonly WantedMeasurement[],
  query: Pick<ManySeriesQuery, "fromNs" | "toNs" | "points">,
  nameOf: (table: SharedTable) => string,
): Generator<SharedSeries> {
  const few = wanted.filter(({ fields }) => fields.length > 0 && fields.length <= STATISTICS_AT_ONCE);
  const alike = groupBy(few, ({ table, fields }) => `${table.rows.number} ${fields.map(sqlOf).join()}`);
  for (const members of alike.values()) {
    const [{ table, fields }] = members as [WantedMeasurement];
    const atOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / (query.points * fields.length)));
    for (let from = 0; from < members.length && members.length > 1; from += atOnce)
      yield seriesOf(members.slice(from, from + atOnce), fields.map(sqlOf), nameOf(table.rows), query);
  }
}

function seriesOf(
  members: readonly WantedMeasurement[],
  columns: readonly string[],
  from: string,
  { fromNs, toNs, points }: Pick<ManySeriesQuery, "fromNs" | "toNs" | "points">,
): SharedSeries {
  const series = members.map(({ table }) => table.series).join(", ");
  const values = columns.map((column, i) => `${column}::DOUBLE AS v${i}`);
  const present = columns.map((column) => `${column} IS NOT NULL`).join(" OR ");
  // The wider type is slower.
  const first = `first${toNs - fromNs > INT64_MAX ? "::HUGEINT" : ""}`;
  return {
    sql: `
      WITH selected AS (SELECT series, ${WORDS.timeNs} AS t, ${values.join(", ")} FROM ${from}
          WHERE series IN (${series}) AND ${timeRange(fromNs, toNs)} AND (${present})),
        extents AS (SELECT series, count(*) AS rows, min(t) AS first, max(t) AS last FROM selected GROUP BY series)
      SELECT series, ${figuresOf(WORDS, columns.length, columns.length)} FROM selected JOIN extents USING (series)
      GROUP BY series, (t - ${first}) // CASE WHEN rows <= ${points} THEN 1 ELSE (last - ${first}) // ${intervalsOf(points)} + 1 END
      ORDER BY 1, 2`,
    *read(rows) {
      const bySeries = groupBy(rows, ([number]) => Number(number));
      for (const { table, fields } of members) {
        const own = (bySeries.get(table.series) ?? []).map(([, ...figures]) => figures);
        yield [table, { columns: fields.map(({ name }) => name), ...extremesIn(own, columns.length) }];
      }
    },
  };
}
