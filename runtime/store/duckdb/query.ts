/** SQL of the read side. Times are passed as integer nanoseconds. */

import type { SqlWords } from "../sql-series.ts";
import { quoted } from "./identifier.ts";
import type { TableField } from "./table.ts";

/** 1677-09-22 00:00:00 UTC, where TIMESTAMP_NS begins. [DuckDB, Timestamp Types] */
const EARLIEST = -9_223_286_400_000_000_000n;
const INT64_MAX = 2n ** 63n - 1n;
/** The last nanosecond; one more is DuckDB's infinity. */
const LATEST = INT64_MAX - 1n;

/** Condition for `from` inclusive to `to` exclusive; either may be open. */
export function timeRange(fromNs: bigint | undefined, toNs: bigint | undefined): string {
  const conditions = [
    ...(fromNs === undefined || fromNs <= EARLIEST ? [] : [`time >= ${timestamp(fromNs)}`]),
    ...(toNs === undefined || toNs > LATEST ? [] : [`time < ${timestamp(toNs)}`]),
  ];
  return conditions.length === 0 ? "true" : conditions.join(" AND ");
}

function timestamp(timeNs: bigint): string {
  const within = timeNs > LATEST ? LATEST : timeNs < EARLIEST ? EARLIEST : timeNs;
  return `make_timestamp_ns(${within})`;
}

/** Condition for rows of a range with a value in any of the fields. */
export function selection(
  fields: readonly TableField[],
  { fromNs, toNs }: { readonly fromNs?: bigint; readonly toNs?: bigint },
): string {
  const present = fields.map(({ column }) => `${quoted(column)} IS NOT NULL`).join(" OR ");
  return `${timeRange(fromNs, toNs)} AND (${present})`;
}

export const WORDS: SqlWords = {
  timeNs: "epoch_ns(time)",
  firstNs: "epoch_ns(min(time))",
  lastNs: "epoch_ns(max(time))",
  // The wider type is slower.
  interval: ({ firstNs, lastNs }, widthNs) =>
    `(t${lastNs - firstNs > INT64_MAX ? "::HUGEINT" : ""} - (${firstNs})) // ${widthNs}`,
  timesOf: (v) => [`arg_min(t, ${v})`, `arg_max(t, ${v})`],
  // The first and the last value that is read.
  rises: (v) => `coalesce(first(${v}), 0) <= coalesce(last(${v}), 0)`,
};

/** Time, then all columns, oldest first; a limit selects the newest rows. */
export function rowsOf(table: string, wanted: readonly string[], where: string, limit: number | undefined): string {
  const columns = selected(wanted);
  if (limit === undefined) return `SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY time`;
  const newest = `SELECT * FROM ${table} WHERE ${where} ORDER BY time DESC LIMIT ${limit}`;
  return `SELECT ${columns} FROM (${newest}) ORDER BY time`;
}

/**
 * The same with their number behind each, if there are no more than `most`; else, and without any, one row with the number alone.
 * Names are qualified, since a field may have any name that is used here.
 */
export function fewRowsOf(table: string, wanted: readonly string[], where: string, most: number): string {
  return `
    WITH found AS MATERIALIZED (SELECT ${selected(wanted)} FROM ${table} WHERE ${where} LIMIT ${most + 1})
    SELECT found.*, counted.n FROM (SELECT count(*) FROM found) AS counted(n) LEFT JOIN found ON counted.n <= ${most} ORDER BY 1`;
}

function selected(wanted: readonly string[]): string {
  return ["epoch_ns(time) AS structline_time", ...wanted.map(quoted)].join(", ");
}
