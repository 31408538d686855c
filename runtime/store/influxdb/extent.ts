/** Number of rows with any of some fields, and the times of the first and the last one. */

import type { Extent, ExtentQuery } from "../store.ts";
import type { InfluxClient } from "./client.ts";
import { fieldReference, quoteIdentifier, timeRange } from "./influxql.ts";
import { parseTime, query } from "./query.ts";

const BEGINNING = -(1n << 63n);
const END = (1n << 63n) - 1n;

/** @param columns at least one */
export async function readExtent(
  client: InfluxClient,
  wanted: ExtentQuery,
  columns: readonly string[],
): Promise<Extent | undefined> {
  const fields = columns.map(fieldReference);
  const from = `FROM ${quoteIdentifier(wanted.measurement)} WHERE ${timeRange(wanted.fromNs ?? BEGINNING, wanted.toNs ?? END)}`;
  const counts = fields.map((field) => `count(${field})`).join(", ");
  const edge = (order: "ASC" | "DESC") => `SELECT ${fields.join(", ")} ${from} ORDER BY time ${order} LIMIT 1`;
  const results = await query(
    client,
    wanted.database,
    [`SELECT ${counts} ${from}`, edge("ASC"), edge("DESC")].join("; "),
  );
  const row = (statement: number) => results.find((result) => result.statement === statement)?.values[0];
  const [first, last] = [row(1)?.[0], row(2)?.[0]];
  if (first === undefined || last === undefined) return undefined;
  const rows = Math.max(...(row(0) ?? []).slice(1).map(Number));
  return { rows, firstNs: parseTime(first), lastNs: parseTime(last) };
}
