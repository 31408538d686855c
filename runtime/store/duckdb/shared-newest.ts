/**
 * The newest rows of many measurements: one query for all that a table has in the same columns. A query for each one would read the
 * series of all of them each time.
 */

import { groupBy } from "../../lib/group-by.ts";
import { TIME } from "../../model/batch.ts";
import type { NewestQuery } from "../../model/store.ts";
import type { ReadColumn } from "./batch-of.ts";
import { sqlOf } from "./field-form.ts";
import { timeRange, WORDS } from "./query.ts";
import type { WantedMeasurement } from "./shared-statistics.ts";
import type { SharedTable } from "./shared-table.ts";
import type { Table } from "./table.ts";

/** Maximum number of values in the answer of one query. */
const VALUES_AT_ONCE = 200_000;
/** Few columns, so that the database holds few values for each measurement while it reads. */
const MOST_FIELDS = 64;
/**
 * Lengths of time before the query's end: most devices have sent enough in the last minute, hour or day, so that only what is left reads
 * all rows.
 */
const LENGTHS_NS = [60_000_000_000n, 3_600_000_000_000n, 86_400_000_000_000n];

/** Measurements that one table has in the same columns, and are read at once. */
export interface NewestTogether {
  readonly members: readonly Table[];
  /** Of the answer: the series, which is not a column of a measurement, then the time and the fields. */
  readonly columns: readonly ReadColumn[];
  /** @param fromNs undefined: from the beginning */
  sql(members: readonly Table[], fromNs: bigint | undefined): string;
}

/** Measurements with many fields, and those that are alone in their way, are in none. @param nameOf full SQL name of a table */
export function* newestTogether(
  wanted: readonly WantedMeasurement[],
  { toNs, limit, columns }: Pick<NewestQuery, "toNs" | "limit" | "columns">,
  nameOf: (table: SharedTable) => string,
): Generator<NewestTogether> {
  const few = wanted.filter(({ fields }) => fields.length > 0 && fields.length <= MOST_FIELDS);
  for (const alike of groupBy(few, alikeOf).values()) {
    const [{ table, fields }] = alike as [WantedMeasurement];
    if (alike.length === 1) continue;
    const values = fields.map((field, i) => `v${i} := ${sqlOf(field)}`);
    const present = columns === undefined ? "true" : fields.map((field) => `${sqlOf(field)} IS NOT NULL`).join(" OR ");
    // The database keeps no more than the limit of each series while it reads, as it does for one.
    const newest = `max_by(struct_pack(t := ${[WORDS.timeNs, ...values].join(", ")}), time, ${limit})`;
    const sql: NewestTogether["sql"] = (members, fromNs) => `
      SELECT series, ${["r.t", ...fields.map((_, i) => `r.v${i}`)].join(", ")} FROM (
        SELECT series, unnest(${newest}) AS r FROM ${nameOf(table.rows)}
        WHERE series IN (${members.map(({ series }) => series).join(", ")}) AND ${timeRange(fromNs, toNs)} AND (${present})
        GROUP BY series
      ) ORDER BY 1, 2`;
    const read = fields.map(({ name, type }, i): ReadColumn => ({ name, type, vector: i + 2 }));
    const answer = [{ name: "", type: "float", vector: 0 } as const, { ...TIME, vector: 1 }, ...read];
    const atOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / (limit * answer.length)));
    const members = alike.map((one) => one.table);
    for (let from = 0; from < members.length; from += atOnce)
      yield { members: members.slice(from, from + atOnce), columns: answer, sql };
  }
}

/** Beginnings of ever longer ranges before the query's end; the last one is the query's own. */
export function* beginnings(
  { fromNs, toNs }: Pick<NewestQuery, "fromNs" | "toNs">,
  nowNs: bigint,
): Generator<bigint | undefined> {
  for (const lengthNs of LENGTHS_NS) {
    const from = (toNs ?? nowNs) - lengthNs;
    if (fromNs === undefined || from > fromNs) yield from;
  }
  yield fromNs;
}

/** Equal for measurements that one table has in the same columns under the same names. */
function alikeOf({ table, fields }: WantedMeasurement): string {
  return JSON.stringify([table.rows.number, ...fields.map((field) => [field.name, sqlOf(field)])]);
}
