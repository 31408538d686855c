/** Aggregates by interval, or of the whole range: of the store where it knows them, else of all values. */

import type { Buckets } from "../../export/buckets.ts";
import type { Cell } from "../../model/batch.ts";
import type { FieldType } from "../../model/point.ts";
import { keyOf } from "./evaluate.ts";
import {
  bucketsOf,
  type Call,
  checkAggregate,
  extended,
  type GroupResults,
  inOrder,
  intervalsBefore,
  isStored,
  leafOf,
  MOST_ROWS,
  MOST_VALUES,
  type Plan,
  reachNs,
  typeOf,
} from "./plan.ts";
import { isOfValues, type Leaf, type Range, readGroups } from "./read-rows.ts";
import { reduced } from "./reductions.ts";
import { filled, given, type Series, transformed } from "./series.ts";
import type { Select } from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

/** Values of one column that are read for functions that need each. */
export const MOST_READ = 250_000;

type Read = ReadonlyMap<string, (leaf: Leaf) => Series>;

/** The aggregates of each group. */
async function readAggregates(
  { select, source, mostRows }: Plan,
  leaves: readonly Leaf[],
  range: Range,
): Promise<Read> {
  const { everyNs } = select;
  const groups = new Map<string, Map<string, Series>>();
  const put = (group: string, leaf: Leaf, series: Series) => {
    const own = groups.get(group) ?? new Map<string, Series>();
    groups.set(group, own.set(keyOfLeaf(leaf), series));
  };
  const stored = leaves.filter((leaf) => !isOfValues(leaf));
  const wanted = { ...range, leaves: stored, mostRows, ...(everyNs !== undefined && { everyNs }) };
  for (const [key, rows] of stored.length === 0 ? [] : await readGroups(select, source, wanted))
    for (const leaf of stored) put(key, leaf, { timesNs: rows.timesNs, cells: rows.cells(leaf) });
  // The values of a tag are none. [seen with InfluxDB 1.6.7]
  const ofValues = leaves.filter(isOfValues).filter(({ column }) => source.tags?.has(column) !== true);
  for (const leaf of ofValues) checkAggregate(leaf, source.columns);
  const columns = [...new Set(ofValues.map(({ column }) => column))].map((column) => ({ of: undefined, column }));
  const most = Math.min(MOST_READ, Math.floor(MOST_VALUES / (columns.length + 1)));
  for (const [key, rows] of columns.length === 0
    ? []
    : await readGroups(select, source, { ...range, leaves: columns, mostRows: most })) {
    for (const leaf of ofValues) {
      const cells = rows.cells({ of: undefined, column: leaf.column });
      put(key, leaf, reduced(leaf, { timesNs: rows.timesNs, cells }, bucketsOf(select)));
    }
  }
  const NONE: Series = { timesNs: [], cells: [] };
  return new Map(Array.from(groups, ([key, own]) => [key, (leaf: Leaf) => own.get(keyOfLeaf(leaf)) ?? NONE]));
}

function keyOfLeaf({ of, column, parameter }: Leaf): string {
  return JSON.stringify([of, column, String(parameter)]);
}

/** Aggregates of the whole range, at its beginning. */
export async function wholeAggregates(plan: Plan): Promise<GroupResults> {
  const { select, range, calls, source } = plan;
  const results: GroupResults = new Map();
  for (const [key, seriesOf] of await readAggregates(plan, calls.map(leafOf).filter(isStored(plan)), range)) {
    const own = calls.map((call): [string, Series] => {
      const leaf = leafOf(call);
      const cells = given(seriesOf(leaf)).cells.slice(0, 1);
      // An area of floats is of no time. [seen with InfluxDB 1.6.7]
      const isTimeless = leaf.of === "integral" && source.columns.get(leaf.column) === "float";
      return [keyOf(call), { timesNs: cells.map(() => (isTimeless ? 0n : (select.fromNs ?? 0n))), cells }];
    });
    results.set(key, new Map(own));
  }
  return results;
}

export async function intervals(plan: Plan, everyNs: bigint): Promise<GroupResults> {
  const { select, source, calls } = plan;
  for (const call of calls) checkNumbers(call, source.columns);
  const results: GroupResults = new Map();
  // A transformation begins with intervals before the range. Of the first of them, the part is read that lies as far before it.
  for (const before of new Set(calls.map(intervalsBefore))) {
    const range = extended(plan.range, select, reachNs(select, before));
    const alike = calls.filter((call) => intervalsBefore(call) === before);
    const leaves = alike.map(leafOf).filter(isStored(plan));
    if (leaves.length === 0) continue;
    for (const [key, seriesOf] of await readAggregates(plan, leaves, range)) {
      const group = results.get(key) ?? new Map<string, Series>();
      for (const call of alike)
        group.set(keyOf(call), intervalSeries(call, seriesOf(leafOf(call)), range, { ...plan, everyNs }));
      results.set(key, group);
    }
  }
  return results;
}

function intervalSeries(
  call: Call,
  read: Series,
  range: Range,
  { select, source, everyNs }: Plan & { readonly everyNs: bigint },
): Series {
  const leaf = leafOf(call);
  const known = given(read);
  // Intervals without an area are absent. [seen with InfluxDB 1.6.7]
  if (known.timesNs.length === 0 || leaf.of === "integral") return chained(call, inOrder(known, select), everyNs);
  const placed = inOrder({ timesNs: known.timesNs.map(edgesOf(select)), cells: known.cells }, select);
  const all = select.fill === "none" ? placed : allIntervals(placed, range, select, everyNs);
  const type = typeOf({ kind: "aggregate", ...leaf }, source.columns)!;
  const isCount = leaf.of === "count" || leaf.of === "count_distinct";
  return chained(call, filled(all, select.fill, type, isCount), everyNs);
}

/** When a row of an interval is: where clocks change, at the beginning of the one in which it begins. [seen with InfluxDB 1.6.7] */
export function edgesOf(select: Select): (startNs: bigint) => bigint {
  const buckets = bucketsOf(select);
  return (startNs) => buckets?.startOf(startNs) ?? select.fromNs ?? 0n;
}

/**
 * With a null for each empty interval. Where clocks change, steps and edges may not meet. [InfluxDB 1.6.7, query/iterator.gen.go, fill]
 * @param known in the order of the answer, at least one
 */
export function allIntervals(known: Series, { fromNs, toNs }: Range, select: Select, everyNs: bigint): Series {
  const first = select.fromNs === undefined ? inOrder(known, select).timesNs[0]! : fromNs;
  if ((toNs - first) / everyNs > BigInt(MOST_ROWS)) throw tooManyIntervals();
  const buckets = bucketsOf(select)!;
  const isForward = select.order === "oldest-first";
  const [beginNs, endNs] = (isForward ? [first, toNs - 1n] : [toNs - 1n, first]).map((timeNs) =>
    buckets.startOf(timeNs),
  ) as [bigint, bigint];
  const isAfter = (a: bigint, b: bigint) => (isForward ? a > b : a < b);
  const all: Series & { readonly timesNs: bigint[]; readonly cells: Cell[] } = { timesNs: [], cells: [] };
  let next = 0;
  for (const atNs of steps(beginNs, isForward ? everyNs : -everyNs, buckets)) {
    const knownNs = known.timesNs[next];
    if (knownNs === undefined && isAfter(atNs, endNs)) break;
    const isEmpty = knownNs === undefined || isAfter(knownNs, atNs);
    all.timesNs.push(isEmpty ? atNs : knownNs);
    all.cells.push(isEmpty ? null : known.cells[next++]!);
  }
  return all;
}

/** Beginnings of intervals without end; where clocks change by less than an interval, it is longer or shorter. */
function* steps(beginNs: bigint, stepNs: bigint, buckets: Buckets): Generator<bigint, never> {
  const widthNs = stepNs < 0n ? -stepNs : stepNs;
  let offsetNs = buckets.offsetNs(beginNs);
  for (let atNs = beginNs; ; ) {
    yield atNs;
    atNs += stepNs;
    const changeNs = offsetNs - buckets.offsetNs(atNs - 1n);
    if (changeNs < widthNs && -changeNs < widthNs) atNs += changeNs;
    offsetNs -= changeNs;
  }
}

function tooManyIntervals(): InfluxqlError {
  return new InfluxqlError(
    `more than ${MOST_ROWS} intervals: choose a longer one in GROUP BY time(), or a shorter time range`,
  );
}

export function checkNumbers(call: Call, columns: ReadonlyMap<string, FieldType>): void {
  if (call.kind === "aggregate") return;
  const { inner } = call;
  if (inner.kind === "transformation") checkNumbers(inner, columns);
  const type = inner.kind === "column" || inner.kind === "aggregate" ? typeOf(inner, columns) : undefined;
  if (type === "string" || type === "boolean") throw new InfluxqlError(`${call.of}() needs numbers`);
}

/** Applies the transformations of a call, the innermost first. */
export function chained(call: Call, given: Series, everyNs: bigint | undefined): Series {
  if (call.kind === "aggregate") return given;
  const { inner } = call;
  const source = inner.kind === "transformation" ? chained(inner, given, everyNs) : given;
  return transformed(call, source, everyNs);
}
