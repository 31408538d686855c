/** Rows that functions select, and other columns of these rows. */

import type { Cell } from "../../model/batch.ts";
import { allIntervals, edgesOf, MOST_READ } from "./aggregates.ts";
import { keyOf, type Operand } from "./evaluate.ts";
import { bucketsOf, checkAggregate, type GroupResults, isStored, MOST_VALUES, type Plan, typeOf } from "./plan.ts";
import { type Leaf, type Rows, readGroups } from "./read-rows.ts";
import { distinct, extremes, type Interval, intervalsOf, percentile, type Value } from "./reductions.ts";
import { filled, type Series } from "./series.ts";
import type { Aggregation, SelectorName } from "./statement.ts";

type Selector<Of extends SelectorName = SelectorName> = Aggregation & { readonly of: Of };

export function isStoredMoment(call: Selector): call is Selector<"min" | "max" | "first" | "last"> {
  const { of } = call;
  return of === "min" || of === "max" || of === "first" || of === "last";
}

/** The row with the least, greatest, first or last value, and other columns of the row. */
export async function selectedRow(
  plan: Plan,
  { of, column }: Selector<"min" | "max" | "first" | "last">,
): Promise<GroupResults> {
  const { select, source, range, mostRows, columns, calls } = plan;
  const results: GroupResults = new Map();
  const [value, moment] = [
    { of, column: column! },
    { of: `${of}_time`, column: column! },
  ] as const;
  if (!source.columns.has(value.column)) return results;
  const groups = await readGroups(select, source, { ...range, leaves: [value, moment], mostRows });
  for (const [key, rows] of groups) {
    const cell = rows.cells(value)[0] ?? null;
    const timeNs = rows.cells(moment)[0];
    if (cell === null || typeof timeNs !== "bigint") continue;
    const timesNs = [timeNs];
    const result = new Map<string, Series>([[keyOf(calls[0]!), { timesNs, cells: [cell] }]]);
    const leaves = columns.map(({ name }) => ({ of: undefined, column: name })).filter(isStored(plan));
    if (leaves.length > 0) {
      // Other series may have rows at the same time.
      const own = { of: undefined, column: value.column };
      const wanted = { fromNs: timeNs, toNs: timeNs + 1n, leaves: [own, ...leaves], mostRows };
      const found = (await readGroups(select, source, wanted)).get(key);
      const row = found?.cells(own).indexOf(cell) ?? -1;
      for (const leaf of leaves)
        result.set(keyOf({ kind: "column", name: leaf.column }), { timesNs, cells: [found?.cells(leaf)[row] ?? null] });
    }
    results.set(key, result);
  }
  return results;
}

/** Each value once in its interval. */
export async function distinctRows(plan: Plan, call: Aggregation): Promise<GroupResults> {
  const { select, source } = plan;
  const column = { of: undefined, column: call.column! };
  // The values of a tag are none. [seen with InfluxDB 1.6.7]
  if (!source.columns.has(column.column) || source.tags?.has(column.column) === true) return new Map();
  const results: GroupResults = new Map();
  const edgeOf = edgesOf(select);
  for (const [key, rows] of await readGroups(select, source, readingOf(plan, [column]))) {
    const isForward = select.order === "oldest-first";
    const found = inTurn(plan, rows, column).flatMap(({ startNs, values }) =>
      distinct(isForward ? values : values.toReversed()).map(({ cell }) => ({
        timeNs: edgeOf(startNs),
        cell,
      })),
    );
    results.set(
      key,
      new Map([[keyOf(call), { timesNs: found.map(({ timeNs }) => timeNs), cells: found.map(({ cell }) => cell) }]]),
    );
  }
  return results;
}

/** The rows that a function selects in each interval, or in the whole range. */
export async function pickedRows(plan: Plan, call: Selector): Promise<GroupResults> {
  const { select, source, columns } = plan;
  const column = { of: undefined, column: call.column! };
  if (!source.columns.has(column.column)) return new Map();
  checkAggregate({ of: call.of, column: column.column }, source.columns);
  const tags = (call.tags ?? []).filter(
    (name) => source.columns.get(name) === "string" && source.tags?.has(name) !== false,
  );
  const others = columns.filter(({ name }) => isStored(plan)({ of: undefined, column: name }));
  const leaves = [...new Set([column.column, ...tags, ...others.map(({ name }) => name)])].map((name) => ({
    of: undefined,
    column: name,
  }));
  const results: GroupResults = new Map();
  const edgeOf = edgesOf(select);
  for (const [key, rows] of await readGroups(select, source, readingOf(plan, leaves))) {
    const labels = tags.map((name) => rows.cells({ of: undefined, column: name }));
    const groupOf = (row: number) => JSON.stringify(labels.map((cells) => cells[row] ?? ""));
    const found = inTurn(plan, rows, column).flatMap(({ startNs, values }) =>
      picks(call, values, call.tags === undefined ? undefined : groupOf).map(({ row, timeNs }) => ({
        row,
        timeNs: select.everyNs === undefined || isOfRows(call) ? timeNs : edgeOf(startNs),
      })),
    );
    const seriesOf = (operand: Operand, name: string): Series =>
      picked(plan, operand, found, rows.cells({ of: undefined, column: name }), call);
    if (found.length === 0) continue;
    results.set(
      key,
      new Map([
        [keyOf(call), seriesOf(call, column.column)],
        ...others.map((operand) => [keyOf(operand), seriesOf(operand, operand.name)] as const),
      ]),
    );
  }
  return results;
}

function isOfRows({ of }: Aggregation): boolean {
  return of === "top" || of === "bottom";
}

function readingOf({ range }: Plan, leaves: readonly Leaf[]) {
  return { ...range, leaves, mostRows: Math.min(MOST_READ, Math.floor(MOST_VALUES / (leaves.length + 1))) };
}

/** Intervals in the order of the answer. */
function inTurn({ select }: Plan, rows: Rows, column: Leaf): Interval[] {
  const intervals = intervalsOf({ timesNs: rows.timesNs, cells: rows.cells(column) }, bucketsOf(select));
  return select.order === "oldest-first" ? intervals : intervals.reverse();
}

function picks(
  { of, parameter }: Aggregation,
  values: readonly Value[],
  groupOf: ((row: number) => string) | undefined,
): Value[] {
  if (of === "top" || of === "bottom") return extremes(of, values, Number(parameter), groupOf);
  if (of === "percentile") return [percentile(values, Number(parameter))].filter((value) => value !== undefined);
  if (of === "min" || of === "max") return extremes(of === "max" ? "top" : "bottom", values, 1);
  // Of several at one time, the greatest. [seen with InfluxDB 1.6.7]
  const { timeNs } = of === "first" ? values[0]! : values.at(-1)!;
  return extremes(
    "top",
    values.filter((one) => one.timeNs === timeNs),
    1,
  );
}

/** With the intervals that have none filled. */
function picked(
  plan: Plan,
  operand: Operand,
  found: readonly { readonly row: number; readonly timeNs: bigint }[],
  cells: readonly Cell[],
  call: Aggregation,
): Series {
  const { select, range, source } = plan;
  const series = { timesNs: found.map(({ timeNs }) => timeNs), cells: found.map(({ row }) => cells[row] ?? null) };
  if (operand !== call || select.everyNs === undefined || isOfRows(call) || select.fill === "none") return series;
  const all = allIntervals(series, range, select, select.everyNs);
  return filled(all, select.fill, typeOf(operand, source.columns)!, false);
}
