/** Statistics of columns over all rows of a range. */

import type { FieldType } from "../../model/point.ts";
import {
  type ExactNumber,
  exactNumber,
  finiteOrNull,
  type Statistics,
  type StatisticsQuery,
  type StoredStatistics,
} from "../../model/store.ts";
import type { InfluxClient } from "./client.ts";
import { fieldReference, inRange } from "./influxql.ts";
import { type Cell, parseTime, query } from "./query.ts";

const EXACT = ["count", "min", "max", "first", "last"];
const FUNCTIONS = [...EXACT, "mean", "stddev"];
/** More columns in one query would make the URL too long. */
const COLUMNS_AT_ONCE = 50;

export async function readStatistics(
  client: InfluxClient,
  wanted: StatisticsQuery,
  types: ReadonlyMap<string, FieldType>,
): Promise<Statistics> {
  const named = wanted.columns ?? [...types.keys()];
  const numbers = named.filter((column) => types.get(column) === "float" || types.get(column) === "integer");
  const booleans = named.filter((column) => types.get(column) === "boolean");
  const ofNumbers = (functions: readonly string[]) =>
    ofColumns(client, wanted, numbers, numberStatement(functions), numberStatistics);
  const found = [
    // If a sum or a square is infinite, InfluxDB answers with a JSON error.
    ...(await ofNumbers(FUNCTIONS).catch((error) => {
      if (!(error instanceof SyntaxError)) throw error;
      return ofNumbers(EXACT);
    })),
    ...(await ofColumns(client, wanted, booleans, booleanStatement, booleanStatistics)),
  ];
  return new Map(found);
}

/** Runs one or more statements for each column; each returns at most one row. */
async function ofColumns(
  client: InfluxClient,
  wanted: StatisticsQuery,
  columns: readonly string[],
  statementOf: (field: string, from: string) => readonly string[],
  statisticsOf: (rows: readonly (readonly Cell[] | undefined)[]) => StoredStatistics | undefined,
): Promise<(readonly [string, StoredStatistics])[]> {
  const from = inRange(wanted);
  const found: (readonly [string, StoredStatistics])[] = [];
  for (let first = 0; first < columns.length; first += COLUMNS_AT_ONCE) {
    const some = columns.slice(first, first + COLUMNS_AT_ONCE).map((column) => ({
      column,
      statements: statementOf(fieldReference(column), from),
    }));
    const rows = new Map<number, readonly Cell[]>();
    const statements = some.flatMap((one) => one.statements);
    for (const { statement, values } of await query(client, wanted.database, statements.join("; "))) {
      if (values[0] !== undefined) rows.set(statement, values[0]);
    }
    let statement = 0;
    for (const { column, statements: own } of some) {
      const statistics = statisticsOf(own.map(() => rows.get(statement++)));
      if (statistics !== undefined) found.push([column, statistics]);
    }
  }
  return found;
}

function numberStatement(functions: readonly string[]): (field: string, from: string) => readonly string[] {
  return (field, from) => [
    `SELECT ${functions.map((name) => `${name}(${field})`).join(", ")} ${from}`,
    `SELECT last(${field}) ${from}`,
  ];
}

function numberStatistics([row, newest]: readonly (readonly Cell[] | undefined)[]): StoredStatistics | undefined {
  if (row === undefined || newest === undefined || !(Number(row[1]) > 0)) return undefined;
  const [count, min, max, first, last, mean, deviation] = row
    .slice(1)
    .map((cell) => (cell === null ? Number.NaN : exactNumber(cell as ExactNumber)));
  return {
    count: Number(count),
    min: min!,
    max: max!,
    mean: finiteOrNull(Number(mean ?? Number.NaN)),
    deviation: count === 1 ? null : finiteOrNull(Number(deviation ?? Number.NaN)),
    first: first!,
    last: last!,
    lastNs: parseTime(newest[0]!),
  };
}

/** InfluxQL has no mean of booleans: their number and the number of true values give the same information. */
function booleanStatement(field: string, from: string): readonly string[] {
  const all = `SELECT count(${field}), first(${field}), last(${field}) ${from}`;
  return [all, `SELECT last(${field}) ${from}`, `SELECT count(${field}) ${from} AND ${field} = true`];
}

function booleanStatistics([all, newest, trues]: readonly (readonly Cell[] | undefined)[]):
  | StoredStatistics
  | undefined {
  if (all === undefined || newest === undefined || !(Number(all[1]) > 0)) return undefined;
  const [count, first, last] = all.slice(1).map(Number) as [number, number, number];
  const mean = Number(trues?.[1] ?? 0) / count;
  return {
    count,
    min: mean === 1 ? 1 : 0,
    max: mean === 0 ? 0 : 1,
    mean,
    deviation: count === 1 ? null : Math.sqrt((mean * (1 - mean) * count) / (count - 1)),
    first,
    last,
    lastNs: parseTime(newest[0]!),
  };
}
