/** Whole rows, oldest first, streamed. */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import type { FieldType } from "../../telemetry/point.ts";
import type { Row, RowQuery } from "../store.ts";
import type { InfluxClient } from "./client.ts";
import type { MeasurementColumns } from "./field-types.ts";
import { fieldReference, quoteIdentifier, tagReference, timeRange } from "./influxql.ts";
import { type Cell, parseTime, query, queryParts } from "./query.ts";

const BEGINNING = -(1n << 63n);
const END = (1n << 63n) - 1n;

export async function* readRows(
  client: InfluxClient,
  wanted: RowQuery,
  { types, tags }: MeasurementColumns,
): AsyncGenerator<Row> {
  if (types.size === 0 || wanted.limit === 0) return;
  const columns = (wanted.columns ?? [...types.keys()]).filter((column) => types.has(column));
  if (columns.length === 0) return;
  // InfluxQL returns no rows for tags alone.
  const fields = columns.every((column) => tags.has(column)) ? [...types.keys()].filter((name) => !tags.has(name)) : [];
  const selected = [...columns, ...fields].map((name) => (tags.has(name) ? tagReference(name) : fieldReference(name)));
  const toNs = wanted.toNs ?? END;
  const fromNs = await firstWanted(client, wanted, selected, wanted.fromNs ?? BEGINNING, toNs);
  const limit = wanted.limit === undefined ? "" : ` LIMIT ${wanted.limit}`;
  const statement = `${select(selected, wanted.measurement)} WHERE ${timeRange(fromNs, toNs)}${limit}`;
  for await (const part of queryParts(client, wanted.database, statement)) {
    for (const cells of part.values) yield toRow(cells, columns, types);
  }
}

function select(selected: readonly string[], measurement: string): string {
  return `SELECT ${selected.join(", ")} FROM ${quoteIdentifier(measurement)}`;
}

// The newest rows are returned oldest first: the query finds where they begin, so that any number of them can be
// streamed.
async function firstWanted(
  client: InfluxClient,
  wanted: RowQuery,
  selected: readonly string[],
  fromNs: bigint,
  toNs: bigint,
): Promise<bigint> {
  if (wanted.limit === undefined) return fromNs;
  const where = `WHERE ${timeRange(fromNs, toNs)} ORDER BY time DESC LIMIT 1 OFFSET ${wanted.limit - 1}`;
  const [series] = await query(client, wanted.database, `${select(selected, wanted.measurement)} ${where}`);
  const time = series?.values[0]?.[0];
  return time === undefined ? fromNs : parseTime(time);
}

function toRow(cells: readonly Cell[], columns: readonly string[], types: ReadonlyMap<string, FieldType>): Row {
  const values: Record<string, ColumnValue | null> = Object.create(null);
  columns.forEach((column, index) => {
    values[column] = toValue(cells[index + 1] ?? null, types.get(column)!);
  });
  return { timeNs: parseTime(cells[0]!), values };
}

function toValue(cell: Cell, type: FieldType): ColumnValue | null {
  if (cell === null) return null;
  switch (type) {
    case "integer":
    case "unsigned":
      return typeof cell === "number" || typeof cell === "bigint" ? BigInt(cell) : cell;
    case "float":
      return Number(cell);
    case "string":
    case "boolean":
      return cell;
  }
}
