/** How many rows have a field, and the times of the first and the last. */

import type { Extent, ExtentQuery } from "../store.ts";
import type { InfluxClient } from "./client.ts";
import { fieldReference, quoteIdentifier, timeRange } from "./influxql.ts";
import { parseTime, query } from "./query.ts";

const BEGINNING = -(1n << 63n);
const END = (1n << 63n) - 1n;

export async function readExtent(client: InfluxClient, wanted: ExtentQuery): Promise<Extent | undefined> {
  const field = fieldReference(wanted.column);
  const from = `FROM ${quoteIdentifier(wanted.measurement)} WHERE ${timeRange(wanted.fromNs ?? BEGINNING, wanted.toNs ?? END)}`;
  // A selector alone answers with the time of what it selects.
  const statements = ["count", "first", "last"].map((call) => `SELECT ${call}(${field}) ${from}`);
  const results = await query(client, wanted.database, statements.join("; "));
  const row = (statement: number) => results.find((result) => result.statement === statement)?.values[0];
  const [first, last] = [row(1)?.[0], row(2)?.[0]];
  if (first === undefined || last === undefined) return undefined;
  return { rows: Number(row(0)?.[1]), firstNs: parseTime(first), lastNs: parseTime(last) };
}
