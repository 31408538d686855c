/** Series of other measurements in a panel: their columns, their names, and their rows on one time axis. No DOM. */

import type { ColumnDescription, MeasurementDescription } from "../../../../model/measurement.ts";
import type { MeasurementFeed } from "../data/measurement-feed.ts";
import type { Cell } from "../data/series-buffer.ts";
import type { SeriesName } from "../panel/panel-settings.ts";

export interface OtherColumn {
  /** Its unique name in the panel. */
  readonly name: string;
  readonly feed: MeasurementFeed;
  /** Name in its feed. */
  readonly column: string;
  readonly description: ColumnDescription;
}

/**
 * With more measurements, rows are moved to a common raster: each measurement has its own times, and all of them would
 * be too many.
 */
const MOST_EXACT = 8;
/** Raster steps per drawn point of a measurement. */
const FINER = 2;

/** The column of a measurement that a series names: one without a measurement means that of all in its database. */
export function namedColumn(
  { database, measurement, column }: SeriesName,
  description: MeasurementDescription,
): ColumnDescription | undefined {
  const isMeant =
    description.database === database && (measurement ?? description.measurement) === description.measurement;
  return isMeant ? description.columns.find(({ name, type }) => name === column && type !== "string") : undefined;
}

export function isSameSeries(a: SeriesName, b: SeriesName): boolean {
  return a.database === b.database && a.measurement === b.measurement && a.column === b.column;
}

export function resolveSeries(
  series: readonly SeriesName[],
  feeds: ReadonlyMap<string, MeasurementFeed>,
): readonly OtherColumn[] {
  const found = series.flatMap((one) =>
    [...feeds.values()].flatMap((feed) => {
      const description = namedColumn(one, feed.description);
      return description === undefined ? [] : [{ feed, column: one.column, description }];
    }),
  );
  const isOneColumn = new Set(series.map(({ column }) => column)).size === 1;
  const taken = new Set<string>();
  return found.flatMap(({ feed, column, description }) => {
    const { title, description: described } = feed;
    const { database } = described;
    const short = isOneColumn ? title : `${title} ${column}`;
    const name = taken.has(short) ? `${short} (${database})` : short;
    if (taken.has(name)) return [];
    taken.add(name);
    return [{ name, feed, column, description: { ...description, name } }];
  });
}

/** Times and cells of one source. */
export interface Source {
  readonly times: readonly number[];
  readonly cells: ReadonlyMap<string, readonly Cell[]>;
}

/**
 * All times of all sources, without duplicates, with the cells of each name; with many sources, times move by less than
 * a pixel.
 */
export function joinSources(
  sources: readonly Source[],
  stepMs: number,
): { times: number[]; cells: Map<string, Cell[]> } {
  const placed = sources.length > MOST_EXACT ? sources.map((source) => onRaster(source, stepMs / FINER)) : sources;
  const times = placed.reduce<number[]>((all, source) => union(all, source.times), []);
  const cells = new Map<string, Cell[]>();
  for (const source of placed) {
    const places = placesIn(times, source.times);
    for (const [name, own] of source.cells)
      cells.set(
        name,
        places.map((at) => (at === undefined ? undefined : own[at])),
      );
  }
  return { times, cells };
}

/** Moves each row to the next free step, so that both extremes of a step stay. */
function onRaster({ times, cells }: Source, stepMs: number): Source {
  let last = Number.NEGATIVE_INFINITY;
  const moved = times.map((time) => {
    last = Math.max(last + 1, Math.round(time / stepMs));
    return last * stepMs;
  });
  return { times: moved, cells };
}

/** Both are sorted, and so is the result, without duplicates. */
function union(one: readonly number[], other: readonly number[]): number[] {
  const all: number[] = [];
  for (let i = 0, k = 0; i < one.length || k < other.length; ) {
    const isOne = k >= other.length || one[i]! <= other[k]!;
    const next = isOne ? one[i++]! : other[k++]!;
    if (next !== all.at(-1)) all.push(next);
  }
  return all;
}

/** Where each time is among a source's own: once for all its columns, which may be hundreds. */
function placesIn(times: readonly number[], own: readonly number[]): (number | undefined)[] {
  let at = 0;
  return times.map((time) => {
    while (own[at]! < time) at += 1;
    return own[at] === time ? at : undefined;
  });
}
