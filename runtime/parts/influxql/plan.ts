/** What a SELECT reads, and what is known of it before rows are read. */

import { Buckets } from "../../export/buckets.ts";
import type { Cell } from "../../model/batch.ts";
import { newestBefore } from "../../model/newest.ts";
import type { FieldType } from "../../model/point.ts";
import type { Operand } from "./evaluate.ts";
import type { Leaf, Range, SelectSource } from "./read-rows.ts";
import type { Series } from "./series.ts";
import {
  type Aggregation,
  type Expression,
  SELECTORS,
  type Select,
  type SelectedField,
  type SelectorName,
  type Transformation,
} from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

export const MOST_ROWS = 100_000;
export const MOST_VALUES = 1_000_000;
const BEGINNING_NS = -(2n ** 63n) + 2n;
export const END_NS = 2n ** 63n - 1n;

export type Call = Aggregation | Transformation;

/** A group's results, each a series of an operand in the order of the answer. */
export type Results = ReadonlyMap<string, Series>;
/** By the JSON of the group's labels. */
export type GroupResults = Map<string, Map<string, Series>>;

/** The rows of a group. */
export interface SelectedRows {
  /** The values of the columns in GROUP BY; absent without such. */
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly columns: readonly string[];
  readonly timesNs: readonly bigint[];
  /** By column, then by row. */
  readonly values: readonly (readonly Cell[])[];
}

export interface Plan {
  readonly select: Select;
  readonly source: SelectSource;
  readonly fields: readonly SelectedField[];
  readonly columns: readonly Extract<Operand, { kind: "column" }>[];
  readonly calls: readonly Call[];
  readonly range: Range;
  readonly mostRows: number;
}
export function isSelection(call: Call): call is Aggregation & { readonly of: SelectorName } {
  return call.kind === "aggregate" && SELECTORS.some((one) => one === call.of);
}

/** The only function, if it selects rows: each has its time, unless it is one for each interval. */
export function selectorOf(calls: readonly Call[]) {
  const [only] = calls;
  return calls.length === 1 && only !== undefined && isSelection(only) ? only : undefined;
}

export const MANY_ROWS: ReadonlySet<string> = new Set(["distinct", "top", "bottom"]);

/** Whether an interval has several rows, so that rows are not joined by their times. */
export function hasManyRows([only]: readonly Call[]): boolean {
  return only?.kind === "aggregate" && MANY_ROWS.has(only.of);
}

/** The innermost aggregate. @throws InfluxqlError for one without a column */
export function aggregationOf(call: Call): (Aggregation & { readonly column: string }) | undefined {
  if (call.kind === "aggregate") {
    if (call.column === undefined) throw new InfluxqlError(`${call.of}(*) must be the only expression`);
    return { ...call, column: call.column };
  }
  const { inner } = call;
  if (inner.kind === "aggregate" || inner.kind === "transformation") return aggregationOf(inner);
  if (inner.kind !== "column") throw new InfluxqlError(`${call.of}() needs a field or an aggregate`);
  return undefined;
}

export function columnOf(operand: Operand): string | undefined {
  if (operand.kind === "column") return operand.name;
  if (operand.kind === "aggregate") return operand.column;
  const { inner } = operand;
  return inner.kind === "column" || inner.kind === "aggregate" || inner.kind === "transformation"
    ? columnOf(inner)
    : undefined;
}

/** The type of an operand's values; undefined if it is the type of a column that is not stored. */
export function typeOf(operand: Operand, columns: ReadonlyMap<string, FieldType>): FieldType | undefined {
  const stored = columns.get(columnOf(operand) ?? "");
  if (operand.kind === "column") return stored;
  if (operand.kind === "aggregate") {
    if (operand.of === "count" || operand.of === "count_distinct") return "integer";
    return ["mean", "median", "stddev", "integral"].includes(operand.of) ? "float" : stored;
  }
  const { of, inner } = operand;
  if (of === "elapsed") return "integer";
  if (of === "moving_average" || of.endsWith("derivative")) return "float";
  return inner.kind === "column" || inner.kind === "aggregate" || inner.kind === "transformation"
    ? typeOf(inner, columns)
    : undefined;
}

export function typeOfExpression(
  expression: Expression,
  columns: ReadonlyMap<string, FieldType>,
): FieldType | undefined {
  switch (expression.kind) {
    case "all":
      return undefined;
    case "number":
      return typeof expression.value === "bigint" ? "integer" : "float";
    case "math":
      return ["abs", "ceil", "floor", "round"].includes(expression.of)
        ? typeOfExpression(expression.given[0]!, columns)
        : "float";
    case "operation": {
      const sides = [expression.left, expression.right].map((side) => typeOfExpression(side, columns));
      return expression.operator !== "/" && sides.every((type) => type === "integer") ? "integer" : "float";
    }
    default:
      return typeOf(expression, columns);
  }
}

/** The end of a statement without one: intervals, and the last value, are up to now. */
function endOf({ everyNs }: Select, calls: readonly Call[], nowNs: bigint): bigint {
  if (everyNs !== undefined) return nowNs + 1n;
  return calls.some((call) => aggregationOf(call)?.of === "last") ? newestBefore(nowNs) : END_NS;
}

/** Undefined if the range has no row. */
export async function rangeOf(
  select: Select,
  { store, database, measurement, columns, nowNs, inner }: SelectSource,
  operands: readonly Operand[],
  calls: readonly Call[],
): Promise<Range | undefined> {
  const isReduced = calls.some((call) => aggregationOf(call) !== undefined);
  const fromNs = clamped(select.fromNs ?? (isReduced ? 0n : BEGINNING_NS));
  const toNs = clamped(select.toNs ?? endOf(select, calls, nowNs));
  if (fromNs >= toNs) return undefined;
  if (!isReduced || inner !== undefined) return { fromNs, toNs };
  const names = new Set(operands.map(columnOf).filter((name) => name !== undefined && columns.has(name)));
  const place = { database, measurement, columns: [...names] as string[] };
  const reach = reachNs(select, Math.max(...calls.map(intervalsBefore)));
  const extent = await store.extent({ ...place, ...extended({ fromNs, toNs }, select, reach), withMinutes: true });
  if (extent === undefined) return undefined;
  const selector = select.everyNs === undefined ? selectorOf(calls) : undefined;
  // The rest need not be read.
  if (selector !== undefined && names.size === 1 && select.where === undefined && select.by.length === 0) {
    if (selector.of === "first") return { fromNs: extent.firstNs, toNs: extent.firstNs + 1n };
    if (selector.of === "last") return { fromNs: extent.lastNs, toNs: extent.lastNs + 1n };
  }
  return { fromNs: select.fromNs === undefined ? extent.firstNs : fromNs, toNs };
}

/** Undefined without intervals. */
export function bucketsOf({ everyNs, timeZone, offsetNs }: Select): Buckets | undefined {
  return everyNs === undefined ? undefined : new Buckets(everyNs, timeZone, { laterNs: offsetNs });
}

const OF_NUMBERS: ReadonlySet<string> = new Set(["median", "stddev", "percentile", "integral", "top", "bottom"]);

/** @throws InfluxqlError if the column's values are none for the function */
export function checkAggregate({ of, column }: Leaf, columns: ReadonlyMap<string, FieldType>): void {
  const type = columns.get(column);
  if (of !== undefined && OF_NUMBERS.has(of) && (type === "string" || type === "boolean"))
    throw new InfluxqlError(
      `${of}() needs numbers; ${JSON.stringify(column)} is ${type === "string" ? "text" : "a boolean"}`,
    );
}

function clamped(timeNs: bigint): bigint {
  return timeNs < BEGINNING_NS ? BEGINNING_NS : timeNs > END_NS ? END_NS : timeNs;
}

export function isStored({ source }: Plan): (leaf: Leaf) => boolean {
  return ({ column }) => source.columns.has(column);
}
export function leafOf(call: Call): Leaf & { readonly of: Aggregation["of"] } {
  const { of, column, parameter } = aggregationOf(call)!;
  return { of, column, ...(parameter !== undefined && { parameter }) };
}
export function intervalsBefore(call: Call): number {
  if (call.kind === "aggregate") return 0;
  const { of, inner } = call;
  return (of === "cumulative_sum" ? 0 : 1) + (inner.kind === "transformation" ? intervalsBefore(inner) : 0);
}

export function reachNs({ everyNs }: Select, before: number): bigint {
  return everyNs === undefined ? 0n : everyNs * BigInt(before);
}

/** By so much before its beginning, which is its end if the newest rows come first. */
export function extended({ fromNs, toNs }: Range, { order, fromNs: givenNs }: Select, byNs: bigint): Range {
  if (order === "newest-first") return { fromNs, toNs: clamped(toNs + byNs) };
  return { fromNs: givenNs === undefined ? fromNs : clamped(fromNs - byNs), toNs };
}

export function inOrder(series: Series, { order }: Select): Series {
  return order === "oldest-first" ? series : { timesNs: series.timesNs.toReversed(), cells: series.cells.toReversed() };
}
