/**
 * Statistics of many measurements: one query for each table, grouped by series. A query for each
 * measurement would read the table's whole range each time.
 */

import type { DuckDBValue } from "@duckdb/node-api";
import type { Statistics, StoredStatistics } from "../../model/store.ts";
import { numberSql, sqlOf } from "./field-form.ts";
import { statisticsOf } from "./figures.ts";
import type { RunQuery } from "./series.ts";
import type { SharedTable } from "./shared-table.ts";
import { FIGURES, figuresOf, readFigures, STATISTICS_AT_ONCE } from "./statistics.ts";
import type { Table, TableField } from "./table.ts";

/** A measurement's fields in their table. */
interface Member {
  readonly measurement: string;
  readonly series: number;
  /** Name of each field → number of its column in the query. */
  readonly columns: ReadonlyMap<string, number>;
}

/** The query of a table of rows, and who is in it. */
export interface SharedQuery {
  readonly sql: string;
  readonly members: readonly Member[];
}

export interface WantedMeasurement {
  readonly table: Table;
  readonly fields: readonly TableField[];
}

/**
 * The queries, and the measurements with too many fields for them.
 * @param nameOf full SQL name of a table
 */
export function sharedQueries(
  wanted: readonly WantedMeasurement[],
  where: string,
  nameOf: (table: SharedTable) => string,
): { readonly queries: readonly SharedQuery[]; readonly others: readonly WantedMeasurement[] } {
  const byTable = new Map<SharedTable, { readonly columns: Map<string, number>; readonly members: Member[] }>();
  const others: WantedMeasurement[] = [];
  for (const one of wanted) {
    if (one.fields.length > STATISTICS_AT_ONCE) {
      others.push(one);
      continue;
    }
    const { names, rows, series } = one.table;
    const group = byTable.get(rows) ?? emptyGroup();
    byTable.set(rows, group);
    const columns = new Map(
      one.fields.map((field) => [field.name, numberOf(group.columns, numberSql(sqlOf(field), field.type))]),
    );
    group.members.push({ measurement: names.measurement, series, columns });
  }
  const queries = Array.from(byTable, ([table, { columns, members }]) => {
    const from = `${nameOf(table)} WHERE ${where} AND series IN (${members.map(({ series }) => series).join(", ")})`;
    return { sql: figuresOf(from, [...columns.keys()], "series"), members };
  });
  return { queries, others };
}

/** Adds the statistics of a table's measurements to `found`. */
export async function readShared(
  run: RunQuery,
  { sql, members }: SharedQuery,
  found: Map<string, Statistics>,
): Promise<void> {
  const rows = new Map((await run(sql)).map(([series, ...figures]) => [Number(series), figures]));
  for (const { measurement, series, columns } of members) {
    const row = rows.get(series);
    if (row === undefined) continue;
    const statistics = new Map<string, StoredStatistics>();
    for (const [name, column] of columns) {
      const figures = readFigures(row.slice(FIGURES * column, FIGURES * (column + 1)) as DuckDBValue[]);
      if (figures !== undefined) statistics.set(name, statisticsOf(figures));
    }
    if (statistics.size > 0) found.set(measurement, statistics);
  }
}

function emptyGroup() {
  return { columns: new Map<string, number>(), members: [] as Member[] };
}

/** Measurements may have the same field in different columns, and different fields in the same one. */
function numberOf(columns: Map<string, number>, sql: string): number {
  const number = columns.get(sql) ?? columns.size;
  columns.set(sql, number);
  return number;
}
