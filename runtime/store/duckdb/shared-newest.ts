/**
 * The newest rows of many measurements: one query for all that a table has in the same columns. A query for each one would read the
 * series of all of them each time.
 */

import { groupBy } from "../../lib/group-by.ts";
import { type Batch, type BatchColumn, cellOf, TIME } from "../../model/batch.ts";
import type { Newest, NewestQuery } from "../../model/store.ts";
import { plainValue, rowsJson } from "../many-places.ts";
import type { ReadColumn } from "./batch-of.ts";
import { sqlOf } from "./field-form.ts";
import { timeRange, WORDS } from "./query.ts";
import type { Snapshot } from "./readers.ts";
import type { SharedTable } from "./shared-table.ts";
import type { SharedSeries, TableField } from "./table.ts";

/** Maximum number of values in the answer of one query. */
const VALUES_AT_ONCE = 200_000;
/** Few columns, so that the database holds few values for each measurement while it reads. */
const MOST_FIELDS = 64;
/**
 * Lengths of time before the table's newest row: most devices have sent enough in the last minute, hour or day, so that only what is left
 * reads all rows.
 */
const LENGTHS_NS = [60_000_000_000n, 3_600_000_000_000n, 86_400_000_000_000n, undefined];

/** A measurement whose newest rows are wanted. */
export interface NewestMember extends SharedSeries {
  readonly fields: readonly TableField[];
}

export interface NewestSource {
  /** Full SQL name of a table. */
  readonly nameOf: (table: SharedTable) => string;
  /** Runs a query on the snapshot for which it was made. */
  readonly batches: (
    sql: (snapshot: Snapshot) => Promise<string>,
    columns: readonly ReadColumn[],
  ) => AsyncIterable<Batch>;
}

type RangeQuery = Pick<NewestQuery, "fromNs" | "toNs" | "limit" | "columns">;

/** How a measurement's newest rows are told: rows of the query's answer, and what each of them becomes. */
export interface NewestForm<Found> {
  /** Behind the series. */
  columns(fields: readonly TableField[], limit: number): readonly Omit<ReadColumn, "vector">[];
  /** @param from the rows of some series within a range */
  sql(fields: readonly TableField[], from: string, query: RangeQuery): string;
  read(batch: Batch, limit: number): Iterable<Found>;
  /** How many rows of the measurement these are. */
  size(found: readonly Found[]): number;
}

/** Rows as JSON, oldest first. */
export const ROWS: NewestForm<string> = {
  columns: (fields) => [TIME, ...fields],
  sql: (fields, from, { limit, columns }) => {
    const values = fields.map((field, i) => `v${i} := ${sqlOf(field)}`);
    const present = columns === undefined ? "true" : fields.map((field) => `${sqlOf(field)} IS NOT NULL`).join(" OR ");
    // The database keeps no more than the limit of each series while it reads, as it does for one.
    const newest = `max_by(struct_pack(t := ${[WORDS.timeNs, ...values].join(", ")}), time, ${limit})`;
    return `
      SELECT series::DOUBLE, ${["r.t", ...fields.map((_, i) => `r.v${i}`)].join(", ")}
      FROM (SELECT series, unnest(${newest}) AS r FROM ${from} AND (${present}) GROUP BY series)
      ORDER BY 1, 2`;
  },
  read: rowsJson,
  size: ({ length }) => length,
};

/** One row for each measurement: its last times, newest first, the last value of each field, and the times of these. */
export const SUMMARY: NewestForm<Newest> = {
  columns: (fields, limit) => [
    ...Array.from({ length: limit }, (_none, i) => ({ name: `time ${i}`, type: "float" }) as const),
    ...fields,
    ...fields.map((_, i) => ({ name: `valued ${i}`, type: "float" }) as const),
  ],
  sql: (fields, from, { limit }) => {
    const times = Array.from({ length: limit }, (_none, i) => `epoch_ns(t[${i + 1}]) / 1e6`);
    const values = fields.map((field, i) => `arg_max(${sqlOf(field)}, time) AS v${i}`);
    const valued = fields.map((field, i) => `max(time) FILTER (${sqlOf(field)} IS NOT NULL) AS m${i}`);
    const wanted = [...times, ...fields.map((_, i) => `v${i}`), ...fields.map((_, i) => `epoch_ns(m${i}) / 1e6`)];
    return `
      SELECT series::DOUBLE, ${wanted.join(", ")}
      FROM (SELECT series, ${[`max(time, ${limit}) AS t`, ...values, ...valued].join(", ")} FROM ${from} GROUP BY series)`;
  },
  *read({ rows, columns }, limit) {
    const times = columns.slice(0, limit).reverse();
    const end = limit + (columns.length - limit) / 2;
    const [fields, valued] = [columns.slice(limit, end), columns.slice(end)];
    const names = fields.map(({ name }) => ({ name }));
    for (let row = 0; row < rows; row++) {
      const timesMs: number[] = [];
      for (const { valid, values } of times) if (valid?.[row] !== 0) timesMs.push(values[row] as number);
      const values = fields.map((field) => plainValue(cellOf(field, row)));
      yield { timesMs, columns: names, values, valuedMs: valued.map((one) => plainValue(cellOf(one, row)) as number) };
    }
  },
  size: ([found]) => found?.timesMs.length ?? 0,
};

/** Yields nothing for measurements with many fields, and for those that are alone in their way. */
export async function* sharedNewest<Member extends NewestMember, Found>(
  wanted: readonly Member[],
  query: RangeQuery,
  source: NewestSource,
  form: NewestForm<Found>,
): AsyncGenerator<readonly [Member, readonly Found[]]> {
  const few = wanted.filter(({ fields }) => fields.length > 0 && fields.length <= MOST_FIELDS);
  const keys = new Map<readonly TableField[], string>();
  for (const alike of groupBy(few, (member) => alikeOf(member, keys)).values()) {
    if (alike.length === 1) continue;
    const atOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / (query.limit * (alike[0]!.fields.length + 2))));
    for (let from = 0; from < alike.length; from += atOnce)
      yield* await newestOf(alike.slice(from, from + atOnce), query, source, form);
  }
}

/** @param members measurements that one table has in the same columns */
async function newestOf<Member extends NewestMember, Found>(
  members: readonly Member[],
  query: RangeQuery,
  { nameOf, batches }: NewestSource,
  form: NewestForm<Found>,
): Promise<ReadonlyMap<Member, readonly Found[]>> {
  const found = new Map<Member, readonly Found[]>();
  const { fields, rows } = members[0]!;
  const { limit, toNs } = query;
  const answer = form.columns(fields, limit).map(({ name, type }, i): ReadColumn => ({ name, type, vector: i + 1 }));
  const name = nameOf(rows);
  let left = members;
  for (const lengthNs of LENGTHS_NS) {
    let isAll = false;
    const sql = async (snapshot: Snapshot) => {
      const fromNs = await beginning(snapshot, name, query, lengthNs);
      isAll = fromNs === query.fromNs;
      return form.sql(fields, `${name} WHERE ${seriesIn(left)} AND ${timeRange(fromNs, toNs)}`, query);
    };
    const bySeries = new Map(left.map(({ series }) => [series, [] as Found[]]));
    for await (const batch of batches(sql, [{ name: "series", type: "float", vector: 0 }, ...answer])) {
      const [series, ...own] = batch.columns as [BatchColumn, ...BatchColumn[]];
      let at = 0;
      for (const one of form.read({ rows: batch.rows, columns: own }, limit))
        bySeries.get(series.values[at++] as number)?.push(one);
    }
    for (const member of left) found.set(member, bySeries.get(member.series)!);
    left = left.filter((member) => form.size(found.get(member)!) < limit);
    if (isAll || left.length === 0) break;
  }
  return found;
}

/** A comparison with each of a thousand numbers costs six times the reading: of rows that lie close together, the others are left out here. */
function seriesIn(members: readonly NewestMember[]): string {
  const series = members.map((member) => member.series);
  const [first, last] = series.reduce(([low, high], one) => [Math.min(low, one), Math.max(high, one)], [Infinity, 0]);
  return 2 * series.length > last! - first!
    ? `series BETWEEN ${first} AND ${last}`
    : `series IN (${series.join(", ")})`;
}

/** The beginning is this long before the table's newest row, or before now; it is the query's own if the table has nothing earlier. */
async function beginning(
  { ask }: Snapshot,
  name: string,
  { fromNs, toNs }: RangeQuery,
  lengthNs: bigint | undefined,
): Promise<bigint | undefined> {
  if (lengthNs === undefined) return fromNs;
  // The database finds these rows by the blocks' extremes, while min and max read all of them.
  const first = (order: string) =>
    `(SELECT ${WORDS.timeNs} FROM ${name} WHERE ${timeRange(fromNs, toNs)} ORDER BY time ${order} LIMIT 1)`;
  const [[oldestNs, newestNs] = []] = (await ask(`SELECT ${first("ASC")}, ${first("DESC")}`)) as (bigint | null)[][];
  if (typeof oldestNs !== "bigint" || typeof newestNs !== "bigint") return fromNs;
  const nowNs = BigInt(Date.now()) * 1_000_000n;
  const fromNewestNs = (newestNs < nowNs ? newestNs : nowNs) - lengthNs;
  return fromNewestNs <= oldestNs ? fromNs : fromNewestNs;
}

/** Equal for measurements that one table has in the same columns under the same names. @param keys of fields, which measurements share */
function alikeOf({ rows, fields }: NewestMember, keys: Map<readonly TableField[], string>): string {
  let key = keys.get(fields);
  if (key === undefined) {
    key = JSON.stringify(fields.map((field) => [field.name, sqlOf(field)]));
    keys.set(fields, key);
  }
  return `${rows.number} ${key}`;
}
