/** Reads what the functions of a SELECT need, and applies them. */

import { Buckets } from "../../export/buckets.ts";
import type { Cell } from "../../model/batch.ts";
import type { FieldType } from "../../model/point.ts";
import { keyOf } from "./evaluate.ts";
import {
  aggregationOf,
  type Call,
  columnOf,
  extended,
  type GroupResults,
  inOrder,
  intervalsBefore,
  isStored,
  leafOf,
  MOST_ROWS,
  type Plan,
  reachNs,
  selectorOf,
  typeOf,
} from "./plan.ts";
import { type Leaf, type Range, type Rows, readGroups, type Wanted } from "./read-rows.ts";
import { filled, given, type Series, transformed } from "./series.ts";
import type { Aggregation, Select, SelectorName } from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

export function resultsOf(plan: Plan): Promise<GroupResults> {
  const { select, calls } = plan;
  if (calls.length === 0) return columnsOf(plan);
  if (aggregationOf(calls[0]!) === undefined) return transformedColumns(plan);
  const selector = selectorOf(select, calls);
  if (selector !== undefined) return selectedRow(plan, selector);
  return select.everyNs === undefined ? wholeAggregates(plan) : intervals(plan, select.everyNs);
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
function mapped(groups: ReadonlyMap<string, Rows>, results: (rows: Rows) => Map<string, Series>): GroupResults {
  return new Map(Array.from(groups, ([key, rows]) => [key, results(rows)]));
}
