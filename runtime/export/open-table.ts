/** Opens a request's table: reads the store in pages and resamples, combines and fills them lazily. */

import { askerOf } from "../model/asker.ts";
import { type Batch, emptyColumn, type Table, TIME } from "../model/batch.ts";
import { type ExportRequest, type ExportSource, insistOnTime } from "../model/export-request.ts";
import { meeting } from "../model/row-condition.ts";
import type { StoreReader } from "../model/store.ts";
import { Buckets } from "./buckets.ts";
import { join, stack } from "./combine.ts";
import { fill, type Gaps } from "./fill.ts";
import { type MinuteOf, type Page, resample } from "./resample.ts";
import { resampleGroups } from "./resample-groups.ts";
import { rowsOnly, stretches, withMinutes } from "./row-pages.ts";

/** Cells of a page: some megabytes for any measurement. */
const PAGE_CELLS = 250_000;
const FEWEST_ROWS = 1000;
/** For measurements with thousands of columns. */
const MOST_CELLS = 1_000_000;
const MOST_ROWS = 25_000;

export type TableStore = Pick<StoreReader, "batches" | "extent" | "few" | "stretch" | "parquet">;

/** Reads nothing before the first batch is requested; `batches.return()` stops reading. */
export function openTable(store: TableStore, request: ExportRequest): Table {
  const { sources, every, combine, timeZone } = request;
  const tables = sources.map((source) => {
    const columns = [TIME, ...source.columns.map(({ as, type }) => ({ name: as, type }))];
    const read = pages(store, source, request);
    if (every === undefined) return { columns, batches: batchesIn(read) };
    const paged = { columns, pages: read };
    return every.by === undefined ? resample(paged, every, timeZone) : resampleGroups(paged, every, every.by, timeZone);
  });
  const [only] = tables;
  if (tables.length === 1 && only !== undefined) return fill(only, request.fill, gapsOf(request));
  if (combine === "join") return fill(join(tables), request.fill, gapsOf(request));
  const databases = sources.map(({ database }) => database);
  const measurements = sources.map(({ measurement }) => measurement);
  const labels = [
    ...(new Set(databases).size > 1 ? [{ name: "database", values: databases }] : []),
    { name: "measurement", values: measurements },
  ];
  return stack(
    tables.map((table) => fill(table, request.fill, gapsOf(request))),
    labels,
  );
}

function gapsOf({ every, filled, timeZone }: ExportRequest): Gaps | undefined {
  return every === undefined ? undefined : { buckets: new Buckets(every.widthNs, timeZone, every.origin), ...filled };
}

async function* batchesIn(pages: AsyncIterable<Page>): AsyncGenerator<Batch> {
  for await (const { batches } of pages) yield* batches;
}

// Each page is its own query, which ends before its rows are sent: a slow reader blocks no checkpoint.
async function* pages(store: TableStore, source: ExportSource, request: ExportRequest): AsyncGenerator<Page> {
  const { fromNs, toNs, every } = request;
  const place = { ...placeOf(source), ...askerOf(request) };
  // Which of the deleted rows met a condition, or were of a group, is not known.
  const hasMinutes = every !== undefined && every.by === undefined && source.where === undefined;
  const slots = new Map(source.columns.map(({ name }, index) => [name, index]));
  const pageRows = pageRowsOf(source);
  const few = await store.few?.({ ...place, fromNs, toNs, limit: pageRows });
  const extent = few
    ? undefined
    : await store.extent({ ...place, fromNs, toNs, ...(hasMinutes && { withMinutes: true }) });
  const read = hasMinutes ? withMinutes(store) : rowsOnly(store);
  for await (const page of few ? [few] : extent ? stretches(read, place, extent, pageRows) : []) {
    insistOnTime(request.limit);
    const minutes = page.minutes.flatMap((minute): MinuteOf[] => {
      const slot = slots.get(minute.column);
      return slot === undefined ? [] : [{ ...minute, slot }];
    });
    const batches = page.batches.map((batch) => met(picked(batch, source), source)).filter(({ rows }) => rows > 0);
    yield { batches, minutes };
  }
}

function met(batch: Batch, { where, columns }: ExportSource): Batch {
  if (where === undefined) return batch;
  return meeting(batch, where, (column) => columns.find(({ name }) => name === column)?.as);
}

function placeOf({ database, measurement, columns, rows }: ExportSource) {
  return { database, measurement, ...(rows === "given" && { columns: columns.map(({ name }) => name) }) };
}

function pageRowsOf({ columns }: ExportSource): number {
  const rowsOf = (cells: number) => Math.floor(cells / (columns.length + 1));
  const fewest = Math.max(1, Math.min(FEWEST_ROWS, rowsOf(MOST_CELLS)));
  return Math.min(MOST_ROWS, Math.max(fewest, rowsOf(PAGE_CELLS)));
}

/** The requested columns under the requested names. The store may have added columns after the request was checked. */
function picked({ rows, columns: [time, ...stored] }: Batch, { columns }: ExportSource): Batch {
  const byName = new Map(stored.map((column) => [column.name, column]));
  const wanted = columns.map(({ name, as, type }) => {
    const found = byName.get(name);
    return found?.type !== type ? emptyColumn({ name: as, type }, rows) : { ...found, name: as };
  });
  return { rows, columns: [time!, ...wanted] };
}
