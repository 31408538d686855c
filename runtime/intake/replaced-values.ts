/**
 * Counts values that a later row of the same time replaces: rows of one measurement and time are one row [D56]. Compares
 * with earlier rows of the same message, with the newest row of each measurement, and, where the store cannot count,
 * with recent rows.
 */

import type { ColumnValue } from "../codec/struct-codec.ts";
import { RecentCache } from "../lib/recent-cache.ts";
import type { Point } from "../model/point.ts";

type Row = Omit<Point, "origin">;
type Values = Map<string, ColumnValue>;

interface Newest {
  timeNs: bigint;
  /** The last row of this time; `merged` if there were several. */
  row: Row;
  merged: Values | undefined;
}

/** Maximum number of measurements whose newest row is known. */
const MOST_KNOWN = 10_000;

/** Rows that are no longer the newest of their measurement; half of them may be forgotten at once. */
const MOST_RECENT = 40_000;

/** Whether older rows of other messages are compared with, too. */
export type ReplacedMemory = "newest" | "recent";

export class ReplacedValues {
  readonly #newest = new RecentCache<Newest>(MOST_KNOWN);
  #recent = new Map<string, Row | Values>();
  #before = new Map<string, Row | Values>();

  /** Notes rows that were kept. Hot path: most messages have one row, and its time is new. */
  note(rows: readonly Row[], memory: ReplacedMemory = "newest"): number {
    return memory === "newest" ? this.#noteNewest(rows) : this.#noteRecent(rows);
  }

  #noteNewest(rows: readonly Row[]): number {
    let replaced = 0;
    /** Once rows are not in order of time: all rows of the message so far. */
    let earlier: Map<string, Values> | undefined;
    /** The place of the last row, if none of its columns is a key. */
    let last: Newest | undefined;
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index]!;
      if (row.timeSource !== "payload") continue;
      // Fast path: most rows of a message follow each other.
      if (last !== undefined && earlier === undefined && isBehind(last, row)) {
        last.timeNs = row.timeNs;
        last.row = row;
        last.merged = undefined;
        continue;
      }
      const place = placeOf(row);
      const count = this.#countAsNewest(place, row);
      if (count === undefined && rows.length > 1) earlier ??= byPlaceAndTime(rows.slice(0, index));
      const ofMessage = earlier === undefined ? 0 : mergeInto(earlier, place, row);
      replaced += count ?? ofMessage;
      last = rows.length > 1 && !row.columns.some(({ isKey }) => isKey) ? this.#newest.get(place) : undefined;
    }
    keepValuesAlone(last);
    return replaced;
  }

  #noteRecent(rows: readonly Row[]): number {
    let replaced = 0;
    for (const row of rows) {
      if (row.timeSource !== "payload") continue;
      const place = placeOf(row);
      const before = this.#newest.get(place);
      const count = this.#countAsNewest(place, row);
      replaced += count ?? this.#mergeRecent(`${place} ${row.timeNs}`, row);
      if (before !== undefined && row.timeNs > before.timeNs) this.#remember(place, before);
    }
    return replaced;
  }

  /** Undefined if the measurement has a newer row. */
  #countAsNewest(place: string, row: Row): number | undefined {
    const known = this.#newest.get(place);
    if (known === undefined || row.timeNs > known.timeNs) {
      this.#newest.set(place, { timeNs: row.timeNs, row, merged: undefined });
      return 0;
    }
    if (row.timeNs < known.timeNs) return undefined;
    known.merged ??= valuesOf(known.row);
    return merge(known.merged, row);
  }

  #remember(place: string, { timeNs, row, merged }: Newest): void {
    this.#setRecent(`${place} ${timeNs}`, merged ?? row);
  }

  #mergeRecent(key: string, row: Row): number {
    const found = this.#recent.get(key) ?? this.#before.get(key);
    if (found === undefined) {
      this.#setRecent(key, row);
      return 0;
    }
    const values = found instanceof Map ? found : valuesOf(found);
    const replaced = merge(values, row);
    this.#setRecent(key, values);
    return replaced;
  }

  #setRecent(key: string, row: Row | Values): void {
    if (this.#recent.size >= MOST_RECENT / 2) {
      this.#before = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, row);
  }
}

function byPlaceAndTime(rows: readonly Row[]): Map<string, Values> {
  const all = new Map<string, Values>();
  for (const row of rows) if (row.timeSource === "payload") mergeInto(all, placeOf(row), row);
  return all;
}

/** @returns number of values that differ from known ones */
function mergeInto(all: Map<string, Values>, place: string, row: Row): number {
  const key = `${place} ${row.timeNs}`;
  const values = all.get(key);
  if (values !== undefined) return merge(values, row);
  all.set(key, valuesOf(row));
  return 0;
}

/** Whether a row is later than another of the same measurement and columns. */
function isBehind({ row: last, timeNs }: Newest, { database, measurement, columns, timeNs: next }: Row): boolean {
  return next > timeNs && columns === last.columns && measurement === last.measurement && database === last.database;
}

/** What is remembered for long keeps neither a page nor a table's text. */
function keepValuesAlone(newest: Newest | undefined): void {
  if (newest === undefined) return;
  const { database, measurement, timeNs, timeSource, columns, values } = newest.row;
  newest.row = { database, measurement, timeNs, timeSource, columns, values };
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
