/**
 * The newest rows of many measurements: one query for all that a table has in the same columns. A query for each one would read the
 * series of all of them each time.
 */

import { groupBy } from "../../lib/group-by.ts";
import { type Batch, type BatchColumn, TIME } from "../../model/batch.ts";
import type { NewestQuery } from "../../model/store.ts";
import { rowsJson } from "../many-places.ts";
import type { ReadColumn } from "./batch-of.ts";
import { sqlOf } from "./field-form.ts";
import { timeRange, WORDS } from "./query.ts";
import type { Snapshot } from "./readers.ts";
import type { WantedMeasurement } from "./shared-statistics.ts";
import type { SharedTable } from "./shared-table.ts";
import type { Table, TableField } from "./table.ts";

/** Maximum number of values in the answer of one query. */
const VALUES_AT_ONCE = 200_000;
/** Few columns, so that the database holds few values for each measurement while it reads. */
const MOST_FIELDS = 64;
/**
 * Lengths of time before the table's newest row: most devices have sent enough in the last minute, hour or day, so that only what is left
 * reads all rows.
 */
const LENGTHS_NS = [60_000_000_000n, 3_600_000_000_000n, 86_400_000_000_000n, undefined];

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

/** Yields rows as JSON, oldest first; nothing for measurements with many fields, and for those that are alone in their way. */
export async function* sharedNewest(
  wanted: readonly WantedMeasurement[],
  query: RangeQuery,
  source: NewestSource,
): AsyncGenerator<readonly [Table, readonly string[]]> {
  const few = wanted.filter(({ fields }) => fields.length > 0 && fields.length <= MOST_FIELDS);
  for (const alike of groupBy(few, alikeOf).values()) {
    if (alike.length === 1) continue;
    const { fields } = alike[0]!;
    const atOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / (query.limit * (fields.length + 2))));
    for (let from = 0; from < alike.length; from += atOnce) {
      const members = alike.slice(from, from + atOnce).map(({ table }) => table);
      yield* await newestOf(members, fields, query, source);
    }
  }
}

/** @param members measurements that one table has in the same columns */
async function newestOf(
  members: readonly Table[],
  fields: readonly TableField[],
  query: RangeQuery,
  { nameOf, batches }: NewestSource,
): Promise<ReadonlyMap<Table, readonly string[]>> {
  const found = new Map<Table, readonly string[]>();
  const values = fields.map(({ name, type }, i): ReadColumn => ({ name, type, vector: i + 2 }));
  const columns = [{ name: "series", type: "float", vector: 0 } as const, { ...TIME, vector: 1 }, ...values];
  const name = nameOf(members[0]!.rows);
  let left = members;
  for (const lengthNs of LENGTHS_NS) {
    let isAll = false;
    const sql = async (snapshot: Snapshot) => {
      const fromNs = await beginning(snapshot, name, query, lengthNs);
      isAll = fromNs === query.fromNs;
      return newestSql(left, fields, { ...query, fromNs }, name);
    };
    const bySeries = new Map(left.map((table) => [table.series, [] as string[]]));
    for await (const batch of batches(sql, columns)) {
      const [series, ...own] = batch.columns as [BatchColumn, ...BatchColumn[]];
      let at = 0;
      for (const row of rowsJson({ rows: batch.rows, columns: own }))
        bySeries.get(series.values[at++] as number)?.push(row);
    }
    for (const table of left) found.set(table, bySeries.get(table.series)!);
    left = left.filter((table) => found.get(table)!.length < query.limit);
    if (isAll || left.length === 0) break;
  }
  return found;
}

/** SQL of the newest rows, ordered by series and time: the series, the time, and the fields. */
function newestSql(
  members: readonly Table[],
  fields: readonly TableField[],
  { fromNs, toNs, limit, columns }: Omit<RangeQuery, "fromNs"> & { readonly fromNs: bigint | undefined },
  name: string,
): string {
  const values = fields.map((field, i) => `v${i} := ${sqlOf(field)}`);
  const present = columns === undefined ? "true" : fields.map((field) => `${sqlOf(field)} IS NOT NULL`).join(" OR ");
  // The database keeps no more than the limit of each series while it reads, as it does for one.
  const newest = `max_by(struct_pack(t := ${[WORDS.timeNs, ...values].join(", ")}), time, ${limit})`;
  return `
    SELECT series, ${["r.t", ...fields.map((_, i) => `r.v${i}`)].join(", ")} FROM (
      SELECT series, unnest(${newest}) AS r FROM ${name}
      WHERE ${seriesIn(members.map(({ series }) => series))} AND ${timeRange(fromNs, toNs)} AND (${present})
      GROUP BY series
    ) ORDER BY 1, 2`;
}

/** A comparison with each of a thousand numbers costs six times the reading: of rows that lie close together, the others are left out here. */
function seriesIn(series: readonly number[]): string {
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

/** Equal for measurements that one table has in the same columns under the same names. */
function alikeOf({ table, fields }: WantedMeasurement): string {
  return JSON.stringify([table.rows.number, ...fields.map((field) => [field.name, sqlOf(field)])]);
}
