/**
 * Columns over time from a database with SQL, downsampled so that extremes survive; and the number and times of rows.
 * What databases say in words of their own is in `SqlWords`.
 */

import { type ExactNumber, type Extent, exactNumber, type Series } from "../model/store.ts";

/** Runs a query and returns its rows as arrays. */
export type Ask = (sql: string) => Promise<Read>;

type Read = readonly (readonly unknown[])[];

export interface SqlWords {
  /** A row's time, and the first and the last one of all rows, ns. */
  readonly timeNs: string;
  readonly firstNs: string;
  readonly lastNs: string;
  /** Number of the interval that contains time `t`. The difference of two times may exceed 64 bits. */
  interval(extent: Extent, widthNs: bigint): string;
  /** The times `t` of a column's least and greatest value. */
  timesOf(column: string): readonly [least: string, greatest: string];
  /** Whether the column rises overall; costs half as much as `timesOf`. */
  rises(column: string): string;
}

/** Rows of a relation, and the values of its wanted columns as numbers: integers keep their digits. */
export interface SqlRows {
  readonly relation: string;
  readonly where: string;
  readonly numbers: readonly string[];
}

export interface WantedSeries {
  readonly columns: readonly string[];
  /** Maximum number of points for each column. */
  readonly points: number;
  /** Number of columns that one query may have. */
  readonly atOnce: number;
  /** Up to so many cells, or `points`, are read at once, and downsampled here. Default: the database is asked for the extent first. */
  readonly few?: number;
  readonly words: SqlWords;
  /** Rows with a value in any of the columns. */
  readonly every: Omit<SqlRows, "numbers">;
  /** The same rows, with columns `from` to before `to`. */
  readonly part: (from: number, to: number) => SqlRows;
}

/** Undefined if there is no such row. */
export async function sqlExtent(
  ask: Ask,
  { firstNs, lastNs }: SqlWords,
  { relation, where }: Omit<SqlRows, "numbers">,
): Promise<Extent | undefined> {
  const [[rows, first, last] = []] = await ask(
    `SELECT count(*), ${firstNs}, ${lastNs} FROM ${relation} WHERE ${where}`,
  );
  if (typeof first !== "bigint" || typeof last !== "bigint") return undefined;
  return { rows: Number(rows), firstNs: first, lastNs: last };
}

/** @param ask on one snapshot of the database if it needs several queries */
export async function sqlSeries(ask: Ask, wanted: WantedSeries): Promise<Series> {
  const { columns, points, atOnce, words, few } = wanted;
  if (few !== undefined && columns.length > 0 && columns.length <= atOnce) {
    const most = Math.max(points, Math.floor(few / (columns.length + 2)));
    const found = await fewRows(ask, words, wanted.part(0, atOnce), most);
    if (found !== undefined) {
      return { columns, ...downsampled(plain(found, columns.length), points) };
    }
  }
  const extent = columns.length === 0 ? undefined : await sqlExtent(ask, words, wanted.every);
  if (extent === undefined) return { columns, timesNs: [], values: columns.map(() => []) };
  let timesNs: bigint[] = [];
  const values: Values[] = [];
  for (let from = 0; from < columns.length; from += atOnce) {
    const some = wanted.part(from, from + atOnce);
    const read =
      extent.rows <= points
        ? plain(await ask(`${selected(words, some)} ORDER BY 1`), some.numbers.length)
        : extremesIn(
            await ask(extremesOf(words, some, extent, points, columns.length)),
            columns.length,
            some.numbers.length,
          );
    timesNs = read.timesNs;
    values.push(...read.values);
  }
  return { columns, timesNs, values };
}

function selected({ timeNs }: SqlWords, { relation, where, numbers }: SqlRows): string {
  const values = numbers.map((number, i) => `${number} AS v${i}`);
  return `SELECT ${[`${timeNs} AS t`, ...values].join(", ")} FROM ${relation} WHERE ${where}`;
}

/** All rows, oldest first; undefined if they are more than `most`, which is found out by reading no more than that. */
async function fewRows(ask: Ask, words: SqlWords, rows: SqlRows, most: number) {
  const values = rows.numbers.map((_, i) => `v${i}`);
  const found = await ask(`
    WITH found AS MATERIALIZED (${selected(words, rows)} LIMIT ${most + 1})
    SELECT ${["t", ...values, "n"].join(", ")}
    FROM (SELECT count(*) AS n FROM found) LEFT JOIN found ON n <= ${most} ORDER BY 1`);
  const count = Number(found[0]!.at(-1));
  return count > most ? undefined : found.slice(0, count);
}

function widthOf({ firstNs, lastNs }: Pick<Extent, "firstNs" | "lastNs">, points: number): bigint {
  return (lastNs - firstNs) / BigInt(intervalsOf(points)) + 1n;
}

/** At most about so many points, oldest first, as `extremesOf` has the database make them of rows. */
export function downsampled(rows: Points, points: number): Points {
  const { timesNs, values } = rows;
  if (timesNs.length <= points) return rows;
  const firstNs = timesNs[0]!;
  const widthNs = widthOf({ firstNs, lastNs: timesNs.at(-1)! }, points);
  const intervals: unknown[][] = [];
  for (let from = 0, to = 0; from < timesNs.length; from = to) {
    const endNs = timesNs[from]! - ((timesNs[from]! - firstNs) % widthNs) + widthNs;
    while (to < timesNs.length && timesNs[to]! < endNs) to++;
    const interval: unknown[] = [timesNs[from], timesNs[to - 1]];
    for (const column of values) {
      const [least, greatest] = extremePlaces(column, from, to);
      interval.push(column[least] ?? null, column[greatest] ?? null);
      if (values.length === 1) interval.push(timesNs[least], timesNs[greatest]);
      else interval.push((column[from] ?? 0) <= (column[to - 1] ?? 0));
    }
    intervals.push(interval);
  }
  return extremesIn(intervals, values.length);
}

/** Where the least and the greatest value are; −1 without a value. */
function extremePlaces(values: Values, from: number, to: number): [least: number, greatest: number] {
  let [least, greatest] = [-1, -1];
  for (let at = from; at < to; at++) {
    const value = values[at] ?? null;
    if (value === null) continue;
    if (least < 0 || value < values[least]!) least = at;
    if (greatest < 0 || value > values[greatest]!) greatest = at;
  }
  return [least, greatest];
}

/** One row for each interval. @param columns number of all columns of the series */
function extremesOf(words: SqlWords, rows: SqlRows, extent: Extent, points: number, columns: number): string {
  const widthNs = widthOf(extent, points);
  return `
    WITH selected AS (${selected(words, rows)})
    SELECT ${figuresOf(words, rows.numbers.length, columns)}
    FROM selected GROUP BY ${words.interval(extent, widthNs)} ORDER BY 1`;
}

export function intervalsOf(points: number): number {
  return Math.max(1, Math.floor(points / 2));
}

/** An interval in SQL: its first and last time `t`; of each column `v0`, `v1`… the extremes, and what orders them. */
export function figuresOf({ timesOf, rises }: SqlWords, some: number, columns: number): string {
  const names = Array.from({ length: some }, (_, i) => `v${i}`);
  const order = (v: string) => (columns === 1 ? timesOf(v) : [rises(v)]);
  return ["min(t)", "max(t)", ...names.flatMap((v) => [`min(${v})`, `max(${v})`, ...order(v)])].join(", ");
}

/** Points from rows of `figuresOf`. */
export function extremesIn(rows: Read, columns: number, some = columns): Points {
  return columns === 1 ? extremes(rows) : commonExtremes(rows, some);
}

/** One for each time; null where absent. */
type Values = (ExactNumber | null)[];

export interface Points {
  readonly timesNs: bigint[];
  readonly values: Values[];
}

function numberIn(read: unknown): ExactNumber | null {
  return read === null || read === undefined ? null : exactNumber(read as ExactNumber | string);
}

function plain(rows: Read, columns: number): Points {
  const values = Array.from({ length: columns }, (_, i) => rows.map((row) => numberIn(row[i + 1])));
  return { timesNs: rows.map((row) => row[0] as bigint), values };
}

/** One column: the extremes with their times. */
function extremes(rows: Read): Points {
  const timesNs: bigint[] = [];
  const values: Values = [];
  for (const row of rows) {
    const [, , least, greatest, leastNs, greatestNs] = row as [bigint, bigint, unknown, unknown, bigint, bigint];
    const points: [bigint, ExactNumber | null][] = [
      [leastNs, numberIn(least)],
      [greatestNs, numberIn(greatest)],
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
function commonExtremes(rows: Read, columns: number): Points {
  const timesNs: bigint[] = [];
  const values: Values[] = Array.from({ length: columns }, () => []);
  for (const row of rows) {
    const [firstNs, lastNs] = row as [bigint, bigint];
    timesNs.push(firstNs);
    if (lastNs !== firstNs) timesNs.push(lastNs);
    for (let i = 0; i < columns; i++) {
      const [least, greatest] = [numberIn(row[2 + 3 * i]), numberIn(row[3 + 3 * i])];
      const rises = row[4 + 3 * i] as boolean;
      values[i]!.push(rises ? least : greatest);
      if (lastNs !== firstNs) values[i]!.push(rises ? greatest : least);
    }
  }
  return { timesNs, values };
}
