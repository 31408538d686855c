/** Numeric columns over time, downsampled so that extremes survive. */

import { floorTo } from "../../model/clock.ts";
import { type ExactNumber, exactNumber, type Series, type SeriesQuery } from "../../model/store.ts";
import type { InfluxClient } from "./client.ts";
import type { MeasurementColumns } from "./field-types.ts";
import { fieldReference, inRange } from "./influxql.ts";
import { type Cell, parseTime, query, type ResultSeries } from "./query.ts";
import { readExtent } from "./rows.ts";

export async function readSeries(
  client: InfluxClient,
  wanted: SeriesQuery,
  known: MeasurementColumns,
): Promise<Series> {
  const columns = (wanted.columns ?? [...known.types.keys()]).filter((column) => isDrawable(known, column));
  const points = Math.max(2, Math.floor(wanted.points));
  const none = { columns, timesNs: [], values: columns.map(() => []) };
  if (columns.length === 0 || wanted.fromNs >= wanted.toNs) return none;
  const whole = await readWhole(client, wanted, columns, points + 1);
  if (whole.timesNs.length <= points) return whole;
  const extent = await readExtent(client, { ...wanted, columns }, known);
  if (extent === undefined) return none;
  const { firstNs, lastNs } = extent;
  return readDownsampled(client, { ...wanted, fromNs: firstNs, toNs: lastNs + 1n, points }, columns, known);
}

function isDrawable({ types, tags }: MeasurementColumns, column: string): boolean {
  return types.has(column) && types.get(column) !== "string" && !tags.has(column);
}

async function readWhole(
  client: InfluxClient,
  wanted: SeriesQuery,
  columns: readonly string[],
  limit: number,
): Promise<Series> {
  const statement = `SELECT ${columns.map(fieldReference).join(", ")} ${inRange(wanted)} LIMIT ${limit}`;
  const table = new Table(columns);
  for (const series of await query(client, wanted.database, statement)) {
    for (const cells of series.values) {
      const row = table.row(parseTime(cells[0]!));
      columns.forEach((_, index) => {
        row[index] = toNumber(cells[index + 1] ?? null);
      });
    }
  }
  return table.series();
}

async function readDownsampled(
  client: InfluxClient,
  wanted: SeriesQuery,
  columns: readonly string[],
  { types }: MeasurementColumns,
): Promise<Series> {
  const buckets = BigInt(Math.max(1, wanted.points >> 1));
  const width = (wanted.toNs - wanted.fromNs + buckets - 1n) / buckets;
  const grouping = `${inRange(wanted)} GROUP BY time(${width}ns, ${wanted.fromNs - floorTo(wanted.fromNs, width)}ns)`;
  const booleans = columns.filter((column) => types.get(column) === "boolean");
  if (columns.length === 1 && booleans.length === 0) return readPeaks(client, wanted, columns, grouping);
  return readBuckets(client, wanted, columns, booleans, { grouping: `${grouping} fill(none)`, width });
}

/** One column: the extremes of each bucket with their times. */
async function readPeaks(
  client: InfluxClient,
  wanted: SeriesQuery,
  columns: readonly string[],
  grouping: string,
): Promise<Series> {
  const field = fieldReference(columns[0]!);
  const statements = `SELECT bottom(${field}, 1) ${grouping}; SELECT top(${field}, 1) ${grouping}`;
  const table = new Table(columns);
  for (const result of await query(client, wanted.database, statements)) {
    for (const [time, value] of result.values) table.row(parseTime(time!))[0] = toNumber(value ?? null);
  }
  return table.series();
}

/** Several columns share their times: the minimums at the start of each bucket, the maximums at its middle. */
async function readBuckets(
  client: InfluxClient,
  wanted: SeriesQuery,
  columns: readonly string[],
  booleans: readonly string[],
  { grouping, width }: { readonly grouping: string; readonly width: bigint },
): Promise<Series> {
  const numeric = columns.filter((column) => !booleans.includes(column));
  const statements = [
    ...(numeric.length === 0 ? [] : [`SELECT ${numeric.flatMap(extremes).join(", ")} ${grouping}`]),
    // min and max do not support booleans; `distinct` returns both values if a bucket has both.
    ...booleans.map((column) => `SELECT distinct(${fieldReference(column)}) ${grouping}`),
  ];
  const table = new Table(columns);
  for (const result of await query(client, wanted.database, statements.join("; "))) {
    const boolean = booleans[result.statement - (numeric.length > 0 ? 1 : 0)];
    if (boolean === undefined) addExtremes(table, result, numeric, columns, width);
    else addStates(table, result, columns.indexOf(boolean), width);
  }
  return table.series();
}

function extremes(column: string): string[] {
  return [`min(${fieldReference(column)})`, `max(${fieldReference(column)})`];
}

function addExtremes(
  table: Table,
  result: ResultSeries,
  numeric: readonly string[],
  columns: readonly string[],
  width: bigint,
): void {
  const placeOf = new Map(columns.map((column, place) => [column, place]));
  const places = numeric.map((column) => placeOf.get(column)!);
  for (const cells of result.values) {
    const beginning = parseTime(cells[0]!);
    const least = table.row(beginning);
    const greatest = table.row(beginning + width / 2n);
    places.forEach((place, index) => {
      least[place] = toNumber(cells[1 + 2 * index] ?? null);
      greatest[place] = toNumber(cells[2 + 2 * index] ?? null);
    });
  }
}

function addStates(table: Table, result: ResultSeries, place: number, width: bigint): void {
  for (const [time, cell] of result.values) {
    const beginning = parseTime(time!);
    const least = table.row(beginning);
    const greatest = table.row(beginning + width / 2n);
    const state = toNumber(cell ?? null);
    least[place] = Math.min(Number(state ?? 1), Number(least[place] ?? 1));
    greatest[place] = Math.max(Number(state ?? 0), Number(greatest[place] ?? 0));
  }
}

function toNumber(cell: Cell): ExactNumber | null {
  if (cell === null || typeof cell === "string") return null;
  return typeof cell === "boolean" ? Number(cell) : exactNumber(cell);
}

class Table {
  readonly #columns: readonly string[];
  readonly #rows = new Map<bigint, (ExactNumber | null)[]>();

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  row(timeNs: bigint): (ExactNumber | null)[] {
    let row = this.#rows.get(timeNs);
    if (row === undefined) {
      row = this.#columns.map(() => null);
      this.#rows.set(timeNs, row);
    }
    return row;
  }

  series(): Series {
    const timesNs = [...this.#rows.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const rows = timesNs.map((timeNs) => this.#rows.get(timeNs)!);
    return {
      columns: this.#columns,
      timesNs,
      values: this.#columns.map((_, place) => rows.map((row) => row[place] ?? null)),
    };
  }
}
