/**
 * Counts values that a later row of the same time replaces: rows of one measurement and time are one row [D56]. Compares
 * with earlier rows of the same message, and with the newest row of each measurement.
 */

import type { ColumnValue } from "../codec/struct-codec.ts";
import { RecentCache } from "../lib/recent-cache.ts";
import type { Point } from "../model/point.ts";

type Row = Omit<Point, "origin">;
type Values = Map<string, ColumnValue>;

interface Newest {
  readonly timeNs: bigint;
  /** The last row of this time; `merged` if there were several. */
  readonly row: Row;
  merged: Values | undefined;
}

/** Maximum number of measurements whose newest row is known. */
const MOST_KNOWN = 10_000;

export class ReplacedValues {
  readonly #newest = new RecentCache<Newest>(MOST_KNOWN);

  /** Notes rows that were kept. Hot path: most messages have one row, and its time is new. */
  note(rows: readonly Row[]): number {
    let replaced = 0;
    /** Rows that are not in order of time. */
    let earlier: Map<string, Values> | undefined;
    for (const row of rows) {
      if (row.timeSource !== "payload") continue;
      const place = placeOf(row);
      const known = this.#newest.get(place);
      if (known === undefined || row.timeNs > known.timeNs) {
        this.#newest.set(place, { timeNs: row.timeNs, row, merged: undefined });
      } else if (row.timeNs === known.timeNs) {
        known.merged ??= valuesOf(known.row);
        replaced += merge(known.merged, row);
      } else if (rows.length > 1) {
        earlier ??= new Map();
        const at = `${place} ${row.timeNs}`;
        const values = earlier.get(at);
        if (values === undefined) earlier.set(at, valuesOf(row));
        else replaced += merge(values, row);
      }
    }
    return replaced;
  }
}

/** With the tags that tell rows of one time apart. */
function placeOf({ database, measurement, columns, values }: Row): string {
  let place = `${database}/${measurement}`;
  for (let i = 0; i < columns.length; i++) if (columns[i]!.isKey) place += `,${columns[i]!.name}=${String(values[i])}`;
  return place;
}

function valuesOf(row: Row): Values {
  const values: Values = new Map();
  merge(values, row);
  return values;
}

/** @returns number of values that differ from known ones */
function merge(known: Values, { columns, values }: Row): number {
  let replaced = 0;
  for (const [index, { name }] of columns.entries()) {
    const value = values[index];
    if (value === undefined) continue;
    if (known.has(name) && known.get(name) !== value) replaced++;
    known.set(name, value);
  }
  return replaced;
}
