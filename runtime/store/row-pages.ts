/** Reads a measurement's rows oldest first, some thousand at a time, each page a query of its own: rows may be written meanwhile. */

import type { Extent, Row, RowQuery, Store } from "./store.ts";

const PAGE_ROWS = 2000;
const MOST_ROWS = 2 * PAGE_ROWS;

export interface RowPage {
  readonly rows: readonly Row[];
  /** The share of the extent's time that was read, 0 to 1. */
  readonly share: number;
}

/** A page is a stretch of time whose width follows the density of rows. */
export async function* rowPages(
  store: Pick<Store, "rows">,
  place: Pick<RowQuery, "database" | "measurement" | "columns">,
  { rows: expected, firstNs, lastNs }: Extent,
): AsyncGenerator<RowPage> {
  const endNs = lastNs + 1n;
  const spanNs = endNs - firstNs;
  let widthNs = (spanNs * BigInt(PAGE_ROWS)) / BigInt(Math.max(1, expected)) + 1n;
  for (let fromNs = firstNs; fromNs < endNs; ) {
    const toNs = fromNs + widthNs < endNs ? fromNs + widthNs : endNs;
    const rows = await collect(store.rows({ ...place, fromNs, toNs, limit: MOST_ROWS }));
    // As many as were asked for: there may be older ones in the stretch.
    if (rows.length === MOST_ROWS && toNs - fromNs > 1n) {
      widthNs = (toNs - fromNs + 1n) / 2n;
      continue;
    }
    yield { rows, share: Number(((toNs - firstNs) * 1_000_000n) / spanNs) / 1_000_000 };
    fromNs = toNs;
    if (rows.length < PAGE_ROWS / 2) widthNs *= 2n;
  }
}

async function collect(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
