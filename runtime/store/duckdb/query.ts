/** SQL of the read side. Times are passed as integer nanoseconds. */

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

/** Rows of a range with a value in any of the columns. */
export interface Selection {
  readonly table: string;
  readonly columns: readonly string[];
  readonly where: string;
}

export function selection(
  table: string,
  fields: readonly TableField[],
  { fromNs, toNs }: { readonly fromNs?: bigint; readonly toNs?: bigint },
): Selection {
  const columns = fields.map(({ column }) => quoted(column));
  const present = columns.map((column) => `${column} IS NOT NULL`).join(" OR ");
  return { table, columns, where: `${timeRange(fromNs, toNs)} AND (${present})` };
}

/** Count, first and last time. */
export function extentOf({ table, where }: Pick<Selection, "table" | "where">): string {
  return `SELECT count(*), epoch_ns(min(time)), epoch_ns(max(time)) FROM ${table} WHERE ${where}`;
}

/** Time, then the values, unchanged. */
export function allOf({ table, columns, where }: Selection): string {
  const values = columns.map((column) => `${column}::DOUBLE`);
  return `SELECT ${["epoch_ns(time)", ...values].join(", ")} FROM ${table} WHERE ${where} ORDER BY time`;
}

/**
 * How the order of a column's extremes in an interval is determined: by the times of both, or only by whether it rises.
 */
export type ExtremePlaces = "times" | "trend";

/**
 * One row for each interval: its first and last time; for each column the minimum and maximum, and either their times
 * (`times`) or the first and last value read (`trend`). `trend` costs half as much, and depends on the order of
 * reading.
 */
export function extremesOf(
  { table, columns, where }: Selection,
  extent: { readonly firstNs: bigint; readonly lastNs: bigint },
  stretches: number,
  places: ExtremePlaces,
): string {
  const { firstNs, lastNs } = extent;
  const widthNs = (lastNs - firstNs) / BigInt(stretches) + 1n;
  // The difference of two times may exceed 64 bits; the wider type is slower.
  const wide = lastNs - firstNs > INT64_MAX ? "::HUGEINT" : "";
  const aggregates = columns.flatMap((_, i) => {
    const v = `v${i}`;
    const extra = places === "times" ? [`arg_min(t, ${v})`, `arg_max(t, ${v})`] : [`first(${v})`, `last(${v})`];
    return [`min(${v})`, `max(${v})`, ...extra];
  });
  const values = columns.map((column, i) => `${column}::DOUBLE AS v${i}`);
  return `
    WITH selected AS (SELECT ${["epoch_ns(time) AS t", ...values].join(", ")} FROM ${table} WHERE ${where})
    SELECT ${["min(t)", "max(t)", ...aggregates].join(", ")}
    FROM selected GROUP BY (t${wide} - (${firstNs})) // ${widthNs} ORDER BY min(t)`;
}

/** Time, then all columns, oldest first; a limit selects the newest rows. */
export function rowsOf(table: string, wanted: readonly string[], where: string, limit: number | undefined): string {
  const columns = ["epoch_ns(time) AS structline_time", ...wanted.map(quoted)].join(", ");
  if (limit === undefined) return `SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY time`;
  const newest = `SELECT * FROM ${table} WHERE ${where} ORDER BY time DESC LIMIT ${limit}`;
  return `SELECT ${columns} FROM (${newest}) ORDER BY time`;
}
