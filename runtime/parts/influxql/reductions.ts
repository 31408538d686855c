/** What functions make of all values of an interval, or of a whole range. [seen with InfluxDB 1.6.7, and its query/call_iterator.go] */

import type { Buckets } from "../../export/buckets.ts";
import type { Cell } from "../../model/batch.ts";
import type { Leaf } from "./read-rows.ts";
import type { Series } from "./series.ts";
import type { Aggregation, OfValues } from "./statement.ts";

/** A value, and its row in what was read. */
export interface Value {
  readonly timeNs: bigint;
  readonly cell: NonNullable<Cell>;
  readonly row: number;
}

export interface Interval {
  readonly startNs: bigint;
  /** Oldest first. */
  readonly values: readonly Value[];
}

type Figure = number | bigint;
const SECOND_NS = 1_000_000_000n;

/** Intervals that have values, oldest first; without buckets, all are in one. */
export function intervalsOf({ timesNs, cells }: Series, buckets: Buckets | undefined): Interval[] {
  const intervals: { startNs: bigint; values: Value[] }[] = [];
  for (const [row, cell] of cells.entries()) {
    if (cell === null) continue;
    const timeNs = timesNs[row]!;
    const startNs = buckets?.startOf(timeNs) ?? 0n;
    if (intervals.at(-1)?.startNs !== startNs) intervals.push({ startNs, values: [] });
    intervals.at(-1)!.values.push({ timeNs, cell, row });
  }
  return intervals;
}

/** One value for each interval. */
export function reduced(
  { of, parameter }: Leaf & { readonly of: OfValues },
  series: Series,
  buckets: Buckets | undefined,
): Series {
  if (of === "integral") return integrals(series, buckets, typeof parameter === "bigint" ? parameter : SECOND_NS);
  const intervals = intervalsOf(series, buckets);
  return {
    timesNs: intervals.map(({ startNs }) => startNs),
    cells: intervals.map(({ values }) => reduction(of, parameter, values)),
  };
}

function reduction(
  of: Exclude<OfValues, "integral">,
  parameter: Aggregation["parameter"],
  values: readonly Value[],
): Cell {
  switch (of) {
    case "median":
      return median(values.map(({ cell }) => cell as Figure).sort(byValue));
    case "stddev":
      return deviation(values.map(({ cell }) => Number(cell)));
    case "mode":
      return mode(values.toSorted((a, b) => byValue(a.cell, b.cell)));
    case "count_distinct":
      return BigInt(new Set(values.map(({ cell }) => cell)).size);
    case "percentile":
      return percentile(values, Number(parameter))?.cell ?? null;
    case "distinct":
    case "top":
    case "bottom":
      throw new RangeError(`${of}() gives several rows`);
  }
}

function byValue(a: NonNullable<Cell>, b: NonNullable<Cell>): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function median(sorted: readonly Figure[]): number {
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle]!;
  if (sorted.length % 2 === 1) return Number(high);
  const low = sorted[middle - 1]!;
  const between = typeof low === "bigint" && typeof high === "bigint" ? Number(high - low) : Number(high) - Number(low);
  return Number(low) + between / 2;
}

/** Standard deviation of a sample; a single value has none, which is a row nevertheless. */
function deviation(values: readonly number[]): number {
  let mean = 0;
  for (const [before, value] of values.entries()) mean += (value - mean) / (before + 1);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return values.length < 2 ? Number.NaN : Math.sqrt(squares / (values.length - 1));
}

/** The most frequent value; among equally frequent ones, one that began not later than the other was last. */
function mode(sorted: readonly Value[]): Cell {
  let [current, found] = [sorted[0]!, sorted[0]!];
  let [count, most] = [0, 0];
  for (const value of sorted) {
    if (value.cell !== current.cell) {
      [count, current] = [1, value];
      continue;
    }
    count++;
    if (most > count || (most === count && current.timeNs > found.timeNs)) continue;
    [most, found] = [count, value];
  }
  return found.cell;
}

/** The value at the nearest rank. */
export function percentile(values: readonly Value[], share: number): Value | undefined {
  return values.toSorted((a, b) => byValue(a.cell, b.cell))[Math.floor((values.length * share) / 100 + 0.5) - 1];
}

/** Each value once, by the time when it was first. @param values in the order of the answer */
export function distinct(values: readonly Value[]): Value[] {
  const first = new Map<Cell, Value>();
  for (const value of values) if (!first.has(value.cell)) first.set(value.cell, value);
  return [...first.values()].sort((a, b) =>
    a.timeNs === b.timeNs ? byValue(a.cell, b.cell) : a.timeNs < b.timeNs ? -1 : 1,
  );
}

/** The greatest or least values, oldest first; of each group only one. @param groupOf a row's group */
export function extremes(
  of: "top" | "bottom",
  values: readonly Value[],
  most: number,
  groupOf?: (row: number) => string,
): Value[] {
  const sign = of === "top" ? -1 : 1;
  const sorted = values.toSorted((a, b) => sign * byValue(a.cell, b.cell));
  const groups = new Set<string>();
  const isFirst = ({ row }: Value) => groups.size < groups.add(groupOf!(row)).size;
  const found = groupOf === undefined ? sorted : sorted.filter(isFirst);
  return found.slice(0, most).sort((a, b) => (a.timeNs < b.timeNs ? -1 : a.timeNs > b.timeNs ? 1 : 0));
}

interface Corner {
  readonly timeNs: bigint;
  readonly value: number;
}

/** The area below the values, of each interval from edge to edge where values lie on both sides. */
function integrals(series: Series, buckets: Buckets | undefined, unitNs: bigint): Series {
  const found: { startNs: bigint; area: number }[] = [];
  const startOf = (timeNs: bigint) => buckets?.startOf(timeNs) ?? 0n;
  let startNs = 0n;
  let before: Corner | undefined;
  let area = 0;
  for (const corner of cornersOf(series)) {
    const endNs = before && buckets?.endOf(startNs);
    if (before === undefined) startNs = startOf(corner.timeNs);
    else if (endNs !== undefined && corner.timeNs >= endNs) {
      const edge = { timeNs: endNs, value: valueAt(endNs, before, corner) };
      found.push({ startNs, area: area + areaBetween(before, edge, unitNs) });
      startNs = startOf(corner.timeNs);
      area = areaBetween(edge, corner, unitNs);
    } else area += areaBetween(before, corner, unitNs);
    before = corner;
  }
  // Only the edge of the last interval has no area.
  if (before !== undefined && before.timeNs !== startNs) found.push({ startNs, area });
  return { timesNs: found.map((one) => one.startNs), cells: found.map((one) => one.area) };
}

function cornersOf({ timesNs, cells }: Series): Corner[] {
  return cells.flatMap((cell, row) => (cell === null ? [] : [{ timeNs: timesNs[row]!, value: Number(cell) }]));
}

function areaBetween(from: Corner, to: Corner, unitNs: bigint): number {
  return 0.5 * (to.value + from.value) * (Number(to.timeNs - from.timeNs) / Number(unitNs));
}

function valueAt(timeNs: bigint, from: Corner, to: Corner): number {
  return from.value + ((to.value - from.value) / Number(to.timeNs - from.timeNs)) * Number(timeNs - from.timeNs);
}
