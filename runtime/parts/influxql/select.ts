/** Runs one SELECT over one measurement: reads its rows or aggregates, then fills, transforms and calculates. */

import { Buckets } from "../../export/buckets.ts";
import { aggregateType } from "../../export/resample.ts";
import type { Cell } from "../../model/batch.ts";
import { newestBefore } from "../../model/newest.ts";
import type { FieldType } from "../../model/point.ts";
import { checkArithmetic, evaluated, keyOf, nameOf, type Operand, operandsOf } from "./evaluate.ts";
import {
  type Leaf,
  labelsOf,
  partsOf,
  type Range,
  type Rows,
  readGroups,
  type SelectSource,
  type Wanted,
} from "./read-rows.ts";
import { filled, given, replacement, type Series, transformed } from "./series.ts";
import {
  type Aggregation,
  NO_CLAUSES,
  SELECTORS,
  type Select,
  type SelectedField,
  type SelectorName,
  type Transformation,
} from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

/** The rows of a group. */
export interface SelectedRows {
  /** The values of the columns in GROUP BY; absent without such. */
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly columns: readonly string[];
  readonly timesNs: readonly bigint[];
  /** By column, then by row. */
  readonly values: readonly (readonly Cell[])[];
}

const MOST_ROWS = 100_000;
export const MOST_VALUES = 1_000_000;
const BEGINNING_NS = -(2n ** 63n) + 2n;
const END_NS = 2n ** 63n - 1n;

type Call = Aggregation | Transformation;

/** A group's results, each a series of an operand in the order of the answer. */
type Results = ReadonlyMap<string, Series>;
/** By the JSON of the group's labels. */
type GroupResults = Map<string, Map<string, Series>>;

interface Plan {
  readonly select: Select;
  readonly source: SelectSource;
  readonly fields: readonly SelectedField[];
  readonly columns: readonly Extract<Operand, { kind: "column" }>[];
  readonly calls: readonly Call[];
  readonly range: Range;
  readonly mostRows: number;
}

/** A SELECT that counts values of columns in each group. */
export function countedBy(columns: readonly string[], by: readonly string[]): Select {
  const fields = columns.map((column) => {
    return { expression: { kind: "aggregate", of: "count", column }, alias: undefined } as const;
  });
  return { ...NO_CLAUSES, kind: "select", fields, from: [], by };
}

/** Groups without rows are absent. @throws InfluxqlError */
export async function runSelect(select: Select, source: SelectSource): Promise<readonly SelectedRows[]> {
  const fields = select.fields.flatMap((field) => expanded(field, select, source));
  const named = fields.flatMap(({ expression }) => operandsOf(expression));
  const operands = [...new Map(named.map((operand) => [keyOf(operand), operand])).values()];
  const calls = operands.filter((operand) => operand.kind !== "column");
  const columns = operands.filter((operand) => operand.kind === "column");
  checkShape(select, fields, columns.length, calls);
  // Tags alone make no rows. [seen with InfluxDB 1.6.7]
  if (calls.length === 0 && columns.every(({ name }) => source.tags?.has(name) === true)) return [];
  for (const { expression } of fields) checkArithmetic(expression, (operand) => typeOf(operand, source.columns));
  if (!operands.some((operand) => source.columns.has(columnOf(operand) ?? ""))) return [];
  const range = await rangeOf(select, source, operands, calls);
  if (range === undefined) return [];
  const mostRows = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / (operands.length + fields.length)));
  const plan: Plan = { select, source, fields, columns, calls, range, mostRows };
  const results = await resultsOf(plan);
  const answers = [...results].flatMap(([key, group]) => answerOf(plan, key, group)).sort(byTags);
  if (select.order === "newest-first") answers.reverse();
  const from = select.seriesOffset;
  return answers.slice(from, select.seriesLimit === 0 ? undefined : from + select.seriesLimit);
}

/** By the values of the names in their order. */
function byTags({ tags: a = {} }: SelectedRows, { tags: b = {} }: SelectedRows): number {
  for (const name of Object.keys(a)) if (a[name] !== b[name]) return a[name]! < b[name]! ? -1 : 1;
  return 0;
}

function resultsOf(plan: Plan): Promise<GroupResults> {
  const { select, calls } = plan;
  if (calls.length === 0) return columnsOf(plan);
  if (aggregationOf(calls[0]!) === undefined) return transformedColumns(plan);
  const selector = selectorOf(select, calls);
  if (selector !== undefined) return selectedRow(plan, selector);
  return select.everyNs === undefined ? wholeAggregates(plan) : intervals(plan, select.everyNs);
}

// What is selected

function expanded(field: SelectedField, { by }: Select, source: SelectSource): SelectedField[] {
  const { expression } = field;
  if (expression.kind === "column" && expression.name.toLowerCase() === "time") return [];
  const isReduced = expression.kind === "aggregate";
  const names = [...(source.allColumns ?? source.columns)]
    .filter(([name]) => !by.includes(name) && !(isReduced && source.tags?.has(name)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (expression.kind === "all")
    return names.map(([name]) => ({ expression: { kind: "column", name }, alias: undefined }));
  if (expression.kind === "aggregate" && expression.column === undefined) {
    const { of } = expression;
    return names
      .filter(([, type]) => isFor(of, type))
      .map(([column]) => ({ expression: { kind: "aggregate", of, column }, alias: `${of}_${column}` }));
  }
  return [field];
}

/** Whether `of(*)` includes columns of the type. */
function isFor(of: Aggregation["of"], type: FieldType): boolean {
  if (type === "boolean") return ["count", "first", "last", "min", "max"].includes(of);
  return partsOf(of).every((one) => aggregateType(one, { name: "", type }) !== undefined);
}

function checkShape(
  { everyNs }: Select,
  fields: readonly SelectedField[],
  columns: number,
  calls: readonly Call[],
): void {
  if (fields.some(({ expression }) => operandsOf(expression).length === 0))
    throw new InfluxqlError("each field needs at least one column");
  const aggregated = calls.filter((call) => aggregationOf(call) !== undefined);
  const isSelector = calls.length === 1 && isSelection(calls[0]!) && everyNs === undefined;
  if ((columns > 0 && calls.length > 0 && !isSelector) || (aggregated.length > 0 && aggregated.length < calls.length))
    throw new InfluxqlError("mixing aggregate and non-aggregate queries is not supported");
  if (everyNs !== undefined && aggregated.length === 0)
    throw new InfluxqlError("GROUP BY time() requires an aggregate function");
  for (const call of calls) {
    if (call.kind !== "transformation") continue;
    if (everyNs === undefined && aggregationOf(call) !== undefined)
      throw new InfluxqlError(`${call.of}() of an aggregate requires GROUP BY time()`);
  }
}

function isSelection(call: Call): call is Aggregation & { readonly of: SelectorName } {
  return call.kind === "aggregate" && SELECTORS.some((one) => one === call.of);
}

/** The only function, if it selects a row of all: its time is the row's. */
function selectorOf({ everyNs }: Select, calls: readonly Call[]) {
  const [only] = calls;
  return everyNs === undefined && calls.length === 1 && only !== undefined && isSelection(only) ? only : undefined;
}

/** The innermost aggregate. @throws InfluxqlError for one without a column */
function aggregationOf(call: Call): (Aggregation & { readonly column: string }) | undefined {
  if (call.kind === "aggregate") {
    if (call.column === undefined) throw new InfluxqlError(`${call.of}(*) must be the only expression`);
    return { ...call, column: call.column };
  }
  const { inner } = call;
  if (inner.kind === "aggregate" || inner.kind === "transformation") return aggregationOf(inner);
  if (inner.kind !== "column") throw new InfluxqlError(`${call.of}() needs a field or an aggregate`);
  return undefined;
}

function columnOf(operand: Operand): string | undefined {
  if (operand.kind === "column") return operand.name;
  if (operand.kind === "aggregate") return operand.column;
  const { inner } = operand;
  return "of" in inner || inner.kind === "column" ? columnOf(inner) : undefined;
}

/** The type of an operand's values; undefined if it is the type of a column that is not stored. */
function typeOf(operand: Operand, columns: ReadonlyMap<string, FieldType>): FieldType | undefined {
  const stored = columns.get(columnOf(operand) ?? "");
  if (operand.kind === "column") return stored;
  if (operand.kind === "aggregate") {
    if (operand.of === "count") return "integer";
    return operand.of === "mean" ? "float" : stored;
  }
  const { of, inner } = operand;
  if (of === "elapsed") return "integer";
  if (of === "moving_average" || of.endsWith("derivative")) return "float";
  return inner.kind === "number" || inner.kind === "operation" || inner.kind === "all"
    ? undefined
    : typeOf(inner, columns);
}

/** The end of a statement without one: intervals, and the last value, are up to now. */
function endOf({ everyNs }: Select, calls: readonly Call[], nowNs: bigint): bigint {
  if (everyNs !== undefined) return nowNs + 1n;
  return calls.some((call) => aggregationOf(call)?.of === "last") ? newestBefore(nowNs) : END_NS;
}

/** Undefined if the range has no row. */
async function rangeOf(
  select: Select,
  { store, database, measurement, columns, nowNs }: SelectSource,
  operands: readonly Operand[],
  calls: readonly Call[],
): Promise<Range | undefined> {
  const isReduced = calls.some((call) => aggregationOf(call) !== undefined);
  const fromNs = clamped(select.fromNs ?? (isReduced ? 0n : BEGINNING_NS));
  const toNs = clamped(select.toNs ?? endOf(select, calls, nowNs));
  if (fromNs >= toNs) return undefined;
  if (!isReduced) return { fromNs, toNs };
  const names = new Set(operands.map(columnOf).filter((name) => name !== undefined && columns.has(name)));
  const place = { database, measurement, columns: [...names] as string[] };
  const reach = reachNs(select, Math.max(...calls.map(intervalsBefore)));
  const extent = await store.extent({ ...place, ...extended({ fromNs, toNs }, select, reach), withMinutes: true });
  if (extent === undefined) return undefined;
  const selector = selectorOf(select, calls);
  // The rest need not be read.
  if (selector !== undefined && names.size === 1 && select.where === undefined && select.by.length === 0) {
    if (selector.of === "first") return { fromNs: extent.firstNs, toNs: extent.firstNs + 1n };
    if (selector.of === "last") return { fromNs: extent.lastNs, toNs: extent.lastNs + 1n };
  }
  return { fromNs: select.fromNs === undefined ? extent.firstNs : fromNs, toNs };
}

function clamped(timeNs: bigint): bigint {
  return timeNs < BEGINNING_NS ? BEGINNING_NS : timeNs > END_NS ? END_NS : timeNs;
}

// Results

function isStored({ source }: Plan): (leaf: Leaf) => boolean {
  return ({ column }) => source.columns.has(column);
}

async function columnsOf(plan: Plan): Promise<GroupResults> {
  const { columns, select } = plan;
  const leaves = columns.map(({ name }) => ({ of: undefined, column: name })).filter(isStored(plan));
  return mapped(await readColumns(plan, leaves), (rows) => {
    const cells = leaves.map((leaf) => rows.cells(leaf));
    const kept = rows.timesNs.map((_, row) => row).filter((row) => cells.some((column) => column[row] !== null));
    if (select.order === "newest-first") kept.reverse();
    const timesNs = kept.map((row) => rows.timesNs[row]!);
    return new Map(
      leaves.map(({ column }, i) => [
        keyOf({ kind: "column", name: column }),
        { timesNs, cells: kept.map((row) => cells[i]![row]!) },
      ]),
    );
  });
}

async function readColumns(plan: Plan, leaves: readonly Leaf[]): Promise<ReadonlyMap<string, Rows>> {
  const { select, source, range, mostRows, calls } = plan;
  const isWhole = select.where === undefined && select.by.length === 0 && calls.length === 0;
  const enough = isWhole && select.limit > 0 ? select.limit + select.offset : undefined;
  if (enough !== undefined && select.order === "newest-first") return newestRows(plan, leaves, enough);
  return readGroups(select, source, { ...range, leaves, mostRows, enough });
}

/** Reads the newest rows without reading earlier ones. */
async function newestRows(
  { source, range, mostRows }: Plan,
  leaves: readonly Leaf[],
  limit: number,
): Promise<ReadonlyMap<string, Rows>> {
  if (limit > mostRows) throw new InfluxqlError(`at most ${mostRows} rows at once: choose a smaller LIMIT`);
  const { store, database, measurement } = source;
  const timesNs: bigint[] = [];
  const cells = new Map<string, Cell[]>(leaves.map(({ column }) => [column, []]));
  for await (const row of store.rows({ database, measurement, columns: [...cells.keys()], ...range, limit })) {
    timesNs.push(row.timeNs);
    for (const [column, values] of cells) values.push(row.values[column] ?? null);
  }
  return new Map([["[]", { timesNs, cells: ({ column }: Leaf) => cells.get(column) ?? [] }]]);
}

async function transformedColumns(plan: Plan): Promise<GroupResults> {
  const { calls, select } = plan;
  const names = new Set(calls.map((call) => columnOf(call)!));
  const leaves = [...names].map((column) => ({ of: undefined, column })).filter(isStored(plan));
  for (const call of calls) checkNumbers(call, plan.source.columns);
  return mapped(
    await readColumns(plan, leaves),
    (rows) =>
      new Map(
        calls.map((call) => {
          const cells = rows.cells({ of: undefined, column: columnOf(call)! });
          const series = inOrder(given({ timesNs: rows.timesNs, cells }), select);
          return [keyOf(call), chained(call, series, undefined)];
        }),
      ),
  );
}

function checkNumbers(call: Call, columns: ReadonlyMap<string, FieldType>): void {
  if (call.kind === "aggregate") return;
  const { inner } = call;
  if (inner.kind === "transformation") checkNumbers(inner, columns);
  const type = inner.kind === "column" || inner.kind === "aggregate" ? typeOf(inner, columns) : undefined;
  if (type === "string" || type === "boolean") throw new InfluxqlError(`${call.of}() needs numbers`);
}

/** Applies the transformations of a call, the innermost first. */
function chained(call: Call, given: Series, everyNs: bigint | undefined): Series {
  if (call.kind === "aggregate") return given;
  const { inner } = call;
  const source = inner.kind === "transformation" ? chained(inner, given, everyNs) : given;
  return transformed(call, source, everyNs);
}

/** The row with the least, greatest, first or last value, and other columns of the row. */
async function selectedRow(plan: Plan, { of, column }: Aggregation & { of: SelectorName }): Promise<GroupResults> {
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
      const others = await readGroups(select, source, { fromNs: timeNs, toNs: timeNs + 1n, leaves, mostRows });
      for (const leaf of leaves)
        result.set(keyOf({ kind: "column", name: leaf.column }), {
          timesNs,
          cells: [others.get(key)?.cells(leaf)[0] ?? null],
        });
    }
    results.set(key, result);
  }
  return results;
}

/** Aggregates of the whole range, at its beginning. */
async function wholeAggregates(plan: Plan): Promise<GroupResults> {
  const { select, source, range, mostRows, calls } = plan;
  const leaves = calls.map((call) => leafOf(call)).filter(isStored(plan));
  const groups = await readGroups(select, source, { ...range, leaves, mostRows });
  return mapped(
    groups,
    (rows) =>
      new Map(
        calls.map((call) => {
          const cell = rows.cells(leafOf(call))[0] ?? null;
          const timesNs = cell === null ? [] : [select.fromNs ?? 0n];
          return [keyOf(call), { timesNs, cells: cell === null ? [] : [cell] }];
        }),
      ),
  );
}

function leafOf(call: Call): Leaf & { readonly of: Aggregation["of"] } {
  const { of, column } = aggregationOf(call)!;
  return { of, column };
}

async function intervals(plan: Plan, everyNs: bigint): Promise<GroupResults> {
  const { select, source, mostRows, calls } = plan;
  for (const call of calls) checkNumbers(call, source.columns);
  const results: GroupResults = new Map();
  // A transformation begins with intervals before the range. Of the first of them, the part is read that lies as far before it.
  for (const before of new Set(calls.map(intervalsBefore))) {
    const range = extended(plan.range, select, reachNs(select, before));
    const alike = calls.filter((call) => intervalsBefore(call) === before);
    const leaves = alike.map(leafOf).filter(isStored(plan));
    if (leaves.length === 0) continue;
    const wanted: Wanted = { ...range, leaves, mostRows, everyNs };
    for (const [key, rows] of await readGroups(select, source, wanted)) {
      const group = results.get(key) ?? new Map<string, Series>();
      for (const call of alike) group.set(keyOf(call), intervalSeries(call, rows, range, { ...plan, everyNs }));
      results.set(key, group);
    }
  }
  return results;
}

function intervalSeries(
  call: Call,
  rows: Rows,
  range: Range,
  { select, source, everyNs }: Plan & { readonly everyNs: bigint },
): Series {
  const leaf = leafOf(call);
  const cells = rows.cells(leaf);
  const known = given({ timesNs: rows.timesNs, cells });
  if (known.timesNs.length === 0) return known;
  const fromNs = select.fromNs === undefined ? known.timesNs[0]! : range.fromNs;
  const all = select.fill === "none" ? known : allIntervals(known, { ...range, fromNs }, select, everyNs);
  const type = typeOf({ kind: "aggregate", ...leaf }, source.columns)!;
  return chained(call, filled(inOrder(all, select), select.fill, type, leaf.of === "count"), everyNs);
}

/** With a null for each empty interval. */
function allIntervals(known: Series, { fromNs, toNs }: Range, { timeZone, offsetNs }: Select, everyNs: bigint): Series {
  if ((toNs - fromNs) / everyNs > BigInt(MOST_ROWS))
    throw new InfluxqlError(
      `more than ${MOST_ROWS} intervals: choose a longer one in GROUP BY time(), or a shorter time range`,
    );
  const buckets = new Buckets(everyNs, timeZone, { laterNs: offsetNs });
  const byTime = new Map(known.timesNs.map((timeNs, i) => [timeNs, known.cells[i]!]));
  const timesNs: bigint[] = [];
  // Where clocks change, an interval may begin before the end of the one before it.
  for (let atNs = fromNs; atNs < toNs; atNs = buckets.endOf(atNs)) timesNs.push(buckets.startOf(atNs));
  return { timesNs, cells: timesNs.map((timeNs) => byTime.get(timeNs) ?? null) };
}

/** How many intervals before the range a call reads: one for each transformation. [seen with InfluxDB 1.6.7] */
function intervalsBefore(call: Call): number {
  if (call.kind === "aggregate") return 0;
  const { of, inner } = call;
  return (of === "cumulative_sum" ? 0 : 1) + (inner.kind === "transformation" ? intervalsBefore(inner) : 0);
}

function reachNs({ everyNs }: Select, before: number): bigint {
  return everyNs === undefined ? 0n : everyNs * BigInt(before);
}

/** By so much before its beginning, which is its end if the newest rows come first. */
function extended({ fromNs, toNs }: Range, { order, fromNs: givenNs }: Select, byNs: bigint): Range {
  if (order === "newest-first") return { fromNs, toNs: clamped(toNs + byNs) };
  return { fromNs: givenNs === undefined ? fromNs : clamped(fromNs - byNs), toNs };
}

function inOrder(series: Series, { order }: Select): Series {
  return order === "oldest-first" ? series : { timesNs: series.timesNs.toReversed(), cells: series.cells.toReversed() };
}

function mapped(groups: ReadonlyMap<string, Rows>, results: (rows: Rows) => Map<string, Series>): GroupResults {
  return new Map(Array.from(groups, ([key, rows]) => [key, results(rows)]));
}

// The answer

type SliceOf = <Item>(items: readonly Item[]) => readonly Item[];
type Answered = Pick<SelectedRows, "timesNs" | "values">;

/** None if the group has no row. */
function answerOf(plan: Plan, key: string, results: Results): SelectedRows[] {
  const { select, fields, source, calls } = plan;
  const { limit, offset } = select;
  // The limit is for each function, whose rows may have other times. [seen with InfluxDB 1.6.7]
  const part: SliceOf = (items) => items.slice(offset, limit === 0 ? undefined : offset + limit);
  const rows = calls.length === 0 ? storedRows(fields, results, part) : calledRows(plan, results, part);
  if (rows.timesNs.length === 0) return [];
  return [{ tags: tagsOf(select, source, key), columns: ["time", ...uniqueNames(fields)], ...rows }];
}

/** Joined by time. */
function calledRows({ select, fields, source, calls }: Plan, results: Results, part: SliceOf): Answered {
  const { fill, everyNs } = select;
  const times = new Set([...results.values()].flatMap((series) => part(series.timesNs)));
  const sign = select.order === "oldest-first" ? 1 : -1;
  const timesNs = [...times].sort((a, b) => (a < b ? -sign : a > b ? sign : 0));
  const cells = new Map(
    Array.from(results, ([operand, series]) => [operand, along(timesNs, part(series.timesNs), part(series.cells))]),
  );
  const replacements = new Map<string, Cell>();
  for (const call of everyNs === undefined ? [] : calls) {
    const key = keyOf(call);
    const type = typeOf(call, source.columns);
    if (typeof fill !== "string" && type !== undefined)
      replacements.set(key, type === "integer" || type === "unsigned" ? replacement(fill, type) : fill);
    const own = cells.get(key) ?? timesNs.map(() => undefined);
    cells.set(key, fill === "previous" ? lasting(own) : own);
  }
  const cellAt = (row: number) => (operand: Operand) => {
    const key = keyOf(operand);
    const cell = cells.get(key)?.[row];
    return cell === undefined ? (replacements.get(key) ?? null) : cell;
  };
  const values = fields.map(({ expression }) => timesNs.map((_, row) => evaluated(expression, cellAt(row))));
  return { timesNs, values };
}

/** Row by row: rows of several series may have the same time. */
function storedRows(fields: readonly SelectedField[], results: Results, part: SliceOf): Answered {
  const [any] = results.values();
  const timesNs = part(any?.timesNs ?? []);
  const cells = new Map(Array.from(results, ([operand, series]) => [operand, part(series.cells)]));
  const values = fields.map(({ expression }) =>
    timesNs.map((_, row) => evaluated(expression, (operand) => cells.get(keyOf(operand))?.[row] ?? null)),
  );
  return { timesNs, values };
}

/** A series' values at these times; absent if it has none. */
function along(
  timesNs: readonly bigint[],
  own: readonly bigint[],
  cells: readonly Cell[],
): readonly (Cell | undefined)[] {
  const byTime = new Map(own.map((timeNs, i) => [timeNs, cells[i]!]));
  return timesNs.map((timeNs) => byTime.get(timeNs));
}

function lasting(cells: readonly (Cell | undefined)[]): (Cell | undefined)[] {
  let last: Cell | undefined;
  return cells.map((cell) => (last = cell === undefined ? last : cell));
}

/** As of a tag, an absent value is an empty one; so is that of a name that no text column has. */
function tagsOf(select: Select, source: SelectSource, key: string): SelectedRows["tags"] {
  if (select.by.length === 0) return undefined;
  const labels = JSON.parse(key) as readonly string[];
  const named = labelsOf(select, source);
  return Object.fromEntries(select.by.toSorted().map((name) => [name, labels[named.indexOf(name)] ?? ""]));
}

/** [seen with InfluxDB 1.6.7: `mean`, `mean_1`; names behind AS stay as they are] */
function uniqueNames(fields: readonly SelectedField[]): string[] {
  const names: string[] = [];
  for (const { alias, expression } of fields) {
    const name = alias ?? nameOf(expression);
    let unique = name;
    for (let n = 1; alias === undefined && names.includes(unique); n++) unique = `${name}_${n}`;
    names.push(unique);
  }
  return names;
}
