/**
 * Reads a measurement's rows oldest first, in pages of some thousand. Each page is a separate query, so writes can
 * continue.
 */

import type { Batch } from "../model/batch.ts";
import { floorTo } from "../model/clock.ts";
import type { Extent, Row, RowQuery, StoreReader, Stretch } from "../model/store.ts";
import { rowsIn } from "./rows.ts";

const PAGE_ROWS = 2000;
const MINUTE_NS = 60_000_000_000n;
/** Maximum number of values in a page, for rows with thousands of values. */
const PAGE_VALUES = 1_000_000;

export interface RowPage {
  readonly rows: readonly Row[];
  /** The fraction of the time range that was read, 0 to 1. */
  readonly share: number;
}

export type ColumnsOfMeasurement = Pick<RowQuery, "database" | "measurement" | "columns" | "asker">;

/** @param columns approximate number of columns of a row */
export async function* rowPages(
  store: Pick<StoreReader, "batches">,
  place: ColumnsOfMeasurement,
  extent: Extent,
  columns: number,
): AsyncGenerator<RowPage> {
  const pageRows = Math.max(1, Math.min(PAGE_ROWS, Math.floor(PAGE_VALUES / columns)));
  for await (const { batches, share } of stretches(rowsOnly(store), place, extent, pageRows)) {
    yield { rows: batches.flatMap((batch) => [...rowsIn(batch)]), share };
  }
}

/** Reads ranges of rows. */
export interface Stretches {
  read(query: RowQuery): Promise<Stretch>;
  /** A range ends with such a unit, if it is not shorter. */
  readonly unitNs: bigint;
}

/** With statistics of the minutes whose rows were deleted. */
export function withMinutes(store: Pick<StoreReader, "stretch">): Stretches {
  return { read: (query) => store.stretch(query), unitNs: MINUTE_NS };
}

export function rowsOnly(store: Pick<StoreReader, "batches">): Stretches {
  const read = async (query: RowQuery): Promise<Stretch> => {
    const batches: Batch[] = [];
    for await (const batch of store.batches(query)) batches.push(batch);
    return { batches, minutes: [] };
  };
  return { read, unitNs: 1n };
}

/**
 * A page covers an interval whose width follows the density of rows, so that it has about `pageRows`, and at most twice
 * as many. With minutes of deleted rows, pages end with a minute, unless it has more rows than a page.
 */
export async function* stretches(
  { read, unitNs }: Stretches,
  place: ColumnsOfMeasurement,
  { rows: expected, firstNs, lastNs }: Extent,
  pageRows: number,
): AsyncGenerator<Stretch & { readonly share: number }> {
  const endNs = lastNs + 1n;
  const spanNs = endNs - firstNs;
  const most = 2 * pageRows;
  let widthNs = (spanNs * BigInt(pageRows)) / BigInt(Math.max(1, expected)) + 1n;
  for (let fromNs = firstNs; fromNs < endNs; ) {
    const wantedNs = widthNs < unitNs ? fromNs + widthNs : floorTo(fromNs + widthNs + unitNs - 1n, unitNs);
    const toNs = wantedNs < endNs ? wantedNs : endNs;
    const { batches, minutes } = await read({ ...place, fromNs, toNs, limit: most });
    const rows = batches.reduce((sum, batch) => sum + batch.rows, 0);
    // The page is full: the interval may have older rows.
    if (rows === most && toNs - fromNs > 1n) {
      widthNs = (toNs - fromNs + 1n) / 2n;
      continue;
    }
    yield { batches, minutes, share: Number(((toNs - firstNs) * 1_000_000n) / spanNs) / 1_000_000 };
    fromNs = toNs;
    if (rows + minutes.length < pageRows / 2) widthNs *= 2n;
  }
}
