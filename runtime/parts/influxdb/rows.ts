/** Whole rows, oldest first, streamed; and their number and times. */

import { type Batch, gather, type TableColumn, TIME } from "../../model/batch.ts";
import type { Extent, ExtentQuery, RowQuery } from "../../model/store.ts";
import type { InfluxClient } from "./client.ts";
import type { MeasurementColumns } from "./field-types.ts";
import { fieldReference, inRange, tagReference } from "./influxql.ts";
import { type Cell, parseTime, query, queryParts } from "./query.ts";

export async function* readBatches(
  client: InfluxClient,
  wanted: RowQuery,
  known: MeasurementColumns,
): AsyncGenerator<Batch> {
  const columns = storedOf(wanted, known);
  if (columns.length === 0 || wanted.limit === 0) return;
  const names = columns.map(({ name }) => name);
  // InfluxQL returns no rows for tags alone.
  const others = fieldsOf(names, known).filter((name) => !names.includes(name));
  const selected = [...names, ...others].map((name) =>
    known.tags.has(name) ? tagReference(name) : fieldReference(name),
  );
  const select = `SELECT ${selected.join(", ")}`;
  const fromNs = await firstWanted(client, wanted, select);
  const limit = wanted.limit === undefined ? "" : ` LIMIT ${wanted.limit}`;
  const parts = queryParts(client, wanted.database, `${select} ${inRange({ ...wanted, ...fromNs })}${limit}`);
  yield* gather([TIME, ...columns], cellsOf(parts));
}

async function* cellsOf(parts: ReturnType<typeof queryParts>): AsyncGenerator<(Cell | undefined)[]> {
  for await (const { values } of parts) for (const [time, ...cells] of values) yield [parseTime(time!), ...cells];
}

/** For several columns, the number of rows is that of the most frequent one. */
export async function readExtent(
  client: InfluxClient,
  wanted: ExtentQuery,
  known: MeasurementColumns,
): Promise<Extent | undefined> {
  const names = storedOf(wanted, known).map(({ name }) => name);
  const fields = names.length === 0 ? [] : fieldsOf(names, known).map(fieldReference);
  if (fields.length === 0) return undefined;
  const from = inRange(wanted);
  const edge = (order: "ASC" | "DESC") => `SELECT ${fields.join(", ")} ${from} ORDER BY time ${order} LIMIT 1`;
  const count = `SELECT ${fields.map((field) => `count(${field})`).join(", ")} ${from}`;
  const results = await query(client, wanted.database, [count, edge("ASC"), edge("DESC")].join("; "));
  const row = (statement: number) => results.find((result) => result.statement === statement)?.values[0];
  const [first, last] = [row(1)?.[0], row(2)?.[0]];
  if (first === undefined || last === undefined) return undefined;
  const rows = Math.max(...(row(0) ?? []).slice(1).map(Number));
  return { rows, firstNs: parseTime(first), lastNs: parseTime(last) };
}

/** The wanted columns that are stored; all if none are named. */
function storedOf({ columns }: Pick<RowQuery, "columns">, { types }: MeasurementColumns): TableColumn[] {
  const names = columns ?? [...types.keys()];
  return names.flatMap((name) => {
    const type = types.get(name);
    return type === undefined ? [] : [{ name, type }];
  });
}

/** The fields among some columns; all fields if there are only tags: every row has a field. */
function fieldsOf(names: readonly string[], { types, tags }: MeasurementColumns): readonly string[] {
  return (names.every((name) => tags.has(name)) ? [...types.keys()] : names).filter((name) => !tags.has(name));
}

// The newest rows are returned oldest first: the query finds where they begin, so that any number of them can be
// streamed.
async function firstWanted(
  client: InfluxClient,
  wanted: RowQuery,
  select: string,
): Promise<{ readonly fromNs?: bigint }> {
  if (wanted.limit === undefined) return {};
  const offset = `ORDER BY time DESC LIMIT 1 OFFSET ${wanted.limit - 1}`;
  const [series] = await query(client, wanted.database, `${select} ${inRange(wanted)} ${offset}`);
  const time = series?.values[0]?.[0];
  return time === undefined ? {} : { fromNs: parseTime(time) };
}
