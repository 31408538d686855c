/** The newest rows, or the series, of several measurements in one answer, from any store. */

import type { ColumnValue } from "../codec/struct-codec.ts";
import { rowsOf } from "../export/rows.ts";
import { stringifyExact } from "../lib/exact-json.ts";
import type { Batch, BatchColumn, Cell } from "../model/batch.ts";
import { formatNs } from "../model/clock.ts";
import {
  exactNumber,
  type ManySeriesQuery,
  type MeasurementName,
  type Newest,
  type NewestQuery,
  type PlaceAnswer,
  type PlaceAnswers,
  type Row,
  type RowQuery,
  type StoreReader,
} from "../model/store.ts";
import { plainSeriesJson } from "./series-json.ts";

/** Maximum number of values in one answer: it is built in memory. */
const MOST_VALUES = 5_000_000;

/** @param together rows that were read with those of other places, as JSON */
export function newestRows(
  store: Pick<StoreReader, "fieldTypes" | "batches">,
  { places, ...query }: NewestQuery,
  together?: (place: MeasurementName) => Promise<readonly string[] | undefined>,
): Promise<PlaceAnswers> {
  return ofEach(store, { places, columns: query.columns, perColumn: query.limit }, async (place) => {
    if (place.columns?.length === 0) return "[]";
    const rows = (await together?.(place)) ?? (await rowsAsJson(store.batches({ ...query, ...place })));
    return `[${rows.join(",")}]`;
  });
}

/** Reads the newest rows of each place alone. */
export function newestOfEach(
  store: Pick<StoreReader, "fieldTypes" | "batches">,
  { places, ...query }: NewestQuery,
): Promise<PlaceAnswers<Newest>> {
  return ofEach(store, { places, columns: undefined, perColumn: 1 }, async (place) => {
    const rows: Row[] = [];
    for await (const row of rowsOf(store.batches({ ...query, ...place }))) rows.push(row);
    const names = Object.keys(rows[0]?.values ?? {});
    const last = names.map((name) => rows.findLast(({ values }) => values[name] !== null));
    return {
      timesMs: rows.map(msOf),
      columns: names.map((name) => ({ name })),
      values: names.map((name, i) => plainValue(last[i]?.values[name])),
      valuedMs: last.map((row) => row && msOf(row)),
    };
  });
}

function msOf({ timeNs }: Row): number {
  return Number(timeNs) / 1e6;
}

/** An integer that a number can hold is one. */
export function plainValue(value: Cell | undefined): ColumnValue | undefined {
  return typeof value === "bigint" ? exactNumber(value) : (value ?? undefined);
}

export function manySeries(
  store: Pick<StoreReader, "fieldTypes" | "series">,
  { places, times, ...query }: ManySeriesQuery,
): Promise<PlaceAnswers> {
  return ofEach(store, { places, columns: query.columns, perColumn: query.points }, async (place) =>
    plainSeriesJson(await store.series({ ...query, ...place }), times),
  );
}

type PlaceQuery = Pick<RowQuery, "database" | "measurement" | "columns">;

/** In the order of `places`. Each is asked only for its own columns. */
async function ofEach<Answer>(
  store: Pick<StoreReader, "fieldTypes">,
  newestQuery: Pick<NewestQuery, "places"> & {
    readonly columns: readonly string[] | undefined;
    readonly perColumn: number;
  },
  read: (place: PlaceQuery) => Promise<Answer>,
): Promise<PlaceAnswers<Answer>> {
  const { places, columns, perColumn } = newestQuery;
  const failures = new Map<string, Error>();
  let values = 0;
  /** Also of each further place of its database: one that is away is not waited for again. */
  const orError = async <T>({ database }: MeasurementName, ask: () => Promise<T>) => {
    try {
      if (failures.has(database)) throw failures.get(database);
      return await ask();
    } catch (error) {
      failures.set(database, error as Error);
      return { error: (error as Error).message };
    }
  };
  const wanted: (PlaceQuery | Exclude<PlaceAnswer, string>)[] = [];
  for (const place of places) {
    const one = await orError(place, async () => {
      const types = await store.fieldTypes(place.database, place.measurement);
      const named = columns?.filter((name) => types?.has(name));
      values += perColumn * (named?.length ?? types?.size ?? 0);
      return types && { ...place, ...(named && { columns: named }) };
    });
    if (values > MOST_VALUES) return "too-many";
    wanted.push(one);
  }
  const found: PlaceAnswer<Answer>[] = [];
  for (const one of wanted) found.push(one === undefined || "error" in one ? one : await orError(one, () => read(one)));
  const [first] = failures.values();
  if (first !== undefined && found.every(isFailure)) throw first;
  return found;
}

export function isFailure(answer: PlaceAnswer<unknown>): answer is { readonly error: string } {
  return typeof answer === "object" && answer !== null && "error" in answer;
}

export async function rowsAsJson(batches: AsyncIterable<Batch>): Promise<string[]> {
  const rows: string[] = [];
  for await (const batch of batches) rows.push(...rowsJson(batch));
  return rows;
}

/** Each row as one flat object: no column is named `time` [D11]. Hot path: without an object for each row. */
export function* rowsJson({ rows, columns: [time, ...columns] }: Batch): Generator<string> {
  const members = columns.map((column) => ({
    name: `,${JSON.stringify(column.name)}:`,
    valid: column.valid,
    text: textOf(column),
  }));
  for (let row = 0; row < rows; row++) {
    let json = `{"time":"${formatNs(time!.values[row] as bigint)}"`;
    for (const { name, valid, text } of members) json += name + (valid?.[row] === 0 ? "null" : text(row));
    yield `${json}}`;
  }
}

function textOf({ type, values }: BatchColumn): (row: number) => string {
  switch (type) {
    case "boolean":
      return (row) => (values[row] === 1 ? "true" : "false");
    case "float":
      return (row) => {
        const value = values[row]!;
        return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : stringifyExact(value);
      };
    case "string":
      return (row) => JSON.stringify(values[row]);
    default:
      return (row) => String(values[row]);
  }
}
