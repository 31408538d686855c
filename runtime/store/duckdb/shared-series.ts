/**
 * Series of many measurements: one query for all that have as many columns. A query for each measurement, or table, costs DuckDB
 * more than all its rows.
 */

import type { DuckDBListValue, DuckDBValue } from "@duckdb/node-api";
import { groupBy } from "../../lib/group-by.ts";
import { type ExactNumber, exactNumber, type ManySeriesQuery, type Series } from "../../model/store.ts";
import { downsampled, extremesIn, figuresOf, intervalsOf, type Points } from "../sql-series.ts";
import { numberSql, sqlOf } from "./field-form.ts";
import { timeRange, WORDS } from "./query.ts";
import type { RunQuery } from "./series.ts";
import type { WantedMeasurement } from "./shared-statistics.ts";
import type { SharedTable } from "./shared-table.ts";
import { STATISTICS_AT_ONCE } from "./statistics.ts";
import type { Table, TableField } from "./table.ts";

/** Maximum number of values in the answer of one query. */
const VALUES_AT_ONCE = 200_000;
/** Up to this number, cells are downsampled here: the database takes twice as long, mostly to group and order rows. */
const FEW_CELLS = 65_536;
/** Rows of a measurement that has a table to itself, and may have more than there is memory. */
const MOST_ALONE = 50_000;
const INT64_MAX = 2n ** 63n - 1n;

export type ReadShared = (run: RunQuery) => Promise<readonly (readonly [Table, Series])[]>;

/** The queries; measurements with many fields are in none, and those with many rows in no answer. @param nameOf full SQL name of a table */
export function* sharedSeries(
  wanted: readonly WantedMeasurement[],
  query: Pick<ManySeriesQuery, "fromNs" | "toNs" | "points">,
  nameOf: (table: SharedTable) => string,
): Generator<ReadShared> {
  const few = wanted.filter(({ fields }) => fields.length > 0 && fields.length <= STATISTICS_AT_ONCE);
  // UNION wants rows of one width, and makes doubles of integers beside them.
  for (const members of groupBy(few, ({ fields }) => fields.map(formOf).join()).values()) {
    const atOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / (query.points * members[0]!.fields.length)));
    for (let from = 0; from < members.length; from += atOnce)
      yield seriesOf(members.slice(from, from + atOnce), nameOf, query);
  }
}

function seriesOf(
  members: readonly WantedMeasurement[],
  nameOf: (table: SharedTable) => string,
  { fromNs, toNs, points }: Pick<ManySeriesQuery, "fromNs" | "toNs" | "points">,
): ReadShared {
  const width = members[0]!.fields.length;
  const selects = Array.from(groupBy(members, alikeOf).values(), (alike) => {
    const [{ table, fields }] = alike as [WantedMeasurement];
    const columns = fields.map(sqlOf);
    const values = fields.map((field, i) => `${numberSql(sqlOf(field), field.type)} AS v${i}`);
    const present = columns.map((column) => `${column} IS NOT NULL`).join(" OR ");
    const series = alike.map((member) => member.table.series).join(", ");
    return `(SELECT ${table.rows.number} AS place, series, ${WORDS.timeNs} AS t, ${values.join(", ")} FROM ${nameOf(table.rows)}
      WHERE series IN (${series}) AND ${timeRange(fromNs, toNs)} AND (${present})${table.rows.isAlone ? ` LIMIT ${MOST_ALONE + 1}` : ""})`;
  });
  // The wider type is slower.
  const first = `first${toNs - fromNs > INT64_MAX ? "::HUGEINT" : ""}`;
  const all = selects.join(" UNION ALL ");
  const most = Math.floor(FEW_CELLS / (width + 1));
  const lists = ["t", ...Array.from({ length: width }, (_, i) => `v${i}`)].map((name) => `list(${name})`);
  const few = `SELECT place, series, ${lists.join(", ")} FROM (SELECT * FROM (${all}) LIMIT ${most + 1}) GROUP BY place, series`;
  const many = `
      WITH selected AS MATERIALIZED (${all}),
        extents AS (SELECT place, series, count(*) AS rows, min(t) AS first, max(t) AS last FROM selected GROUP BY place, series)
      SELECT place, series, max(rows), ${figuresOf(WORDS, width, width)} FROM selected JOIN extents USING (place, series)
      GROUP BY place, series, (t - ${first}) // CASE WHEN rows <= ${points} THEN 1 ELSE (last - ${first}) // ${intervalsOf(points)} + 1 END
      ORDER BY 1, 2, 4`;
  return async (run) => {
    const placed = ([place, series]: readonly DuckDBValue[]) => `${place} ${series}`;
    const wantedOf = (pointsOf: (key: string, table: Table) => Points | undefined) =>
      members.flatMap(({ table, fields }): (readonly [Table, Series])[] => {
        const read = pointsOf(`${table.rows.number} ${table.series}`, table);
        return read === undefined ? [] : [[table, { columns: fields.map(({ name }) => name), ...read }]];
      });
    const found = new Map((await run(few)).map((row) => [placed(row), row.slice(2).map(itemsOf)]));
    const rows = Array.from(found.values(), ([times]) => times!.length).reduce((sum, one) => sum + one, 0);
    if (rows <= most) return wantedOf((key) => downsampled(inOrder(found.get(key) ?? none(width)), points));
    const intervals = groupBy(await run(many), placed);
    return wantedOf((key, table) => {
      const own = intervals.get(key) ?? [];
      if (table.rows.isAlone && Number(own[0]?.[2] ?? 0) > MOST_ALONE) return undefined;
      return extremesIn(
        own.map((row) => row.slice(3)),
        width,
      );
    });
  };
}

function formOf({ type }: TableField): string {
  return type === "integer" || type === "unsigned" ? type : "double";
}

function itemsOf(list: DuckDBValue): readonly DuckDBValue[] {
  return (list as DuckDBListValue).items;
}

function none(width: number): readonly (readonly DuckDBValue[])[] {
  return Array.from({ length: width + 1 }, () => []);
}

/** Rows come in the order in which they were stored, or read by several threads. @param columns times first */
function inOrder(columns: readonly (readonly DuckDBValue[])[]): Points {
  const [timesNs = [], ...read] = columns as [bigint[], ...(ExactNumber | null)[][]];
  const values = read.map((some) => (typeof some[0] === "number" ? some : some.map((one) => one && exactNumber(one))));
  if (timesNs.every((timeNs, at) => at === 0 || timesNs[at - 1]! <= timeNs)) return { timesNs, values };
  const order = [...timesNs.keys()].sort((a, b) => (timesNs[a]! < timesNs[b]! ? -1 : 1));
  return { timesNs: order.map((at) => timesNs[at]!), values: values.map((some) => order.map((at) => some[at]!)) };
}

/** Equal for measurements that one table has in the same columns. */
function alikeOf({ table, fields }: WantedMeasurement): string {
  return `${table.rows.number} ${fields.map(sqlOf).join()}`;
}
