/** Reads what the functions of a SELECT need, and applies them. */

import type { Cell } from "../../model/batch.ts";
import { chained, checkNumbers, intervals, wholeAggregates } from "./aggregates.ts";
import { keyOf } from "./evaluate.ts";
import { distinctRows, isStoredMoment, pickedRows, selectedRow } from "./picked.ts";
import {
  aggregationOf,
  columnOf,
  type GroupResults,
  hasManyRows,
  inOrder,
  isStored,
  type Plan,
  selectorOf,
} from "./plan.ts";
import { type Leaf, type Rows, readGroups } from "./read-rows.ts";
import { given, type Series } from "./series.ts";
import { InfluxqlError } from "./tokens.ts";

export function resultsOf(plan: Plan): Promise<GroupResults> {
  const { select, calls } = plan;
  if (calls.length === 0) return columnsOf(plan);
  if (aggregationOf(calls[0]!) === undefined) return transformedColumns(plan);
  if (hasManyRows(calls) && calls[0]!.kind === "aggregate" && calls[0]!.of === "distinct")
    return distinctRows(plan, calls[0]!);
  const selector = selectorOf(calls);
  const isPicked =
    selector !== undefined && (select.everyNs === undefined || hasManyRows(calls) || plan.columns.length > 0);
  if (isPicked)
    return isStoredMoment(selector) && select.everyNs === undefined && plan.source.inner === undefined
      ? selectedRow(plan, selector)
      : pickedRows(plan, selector);
  return select.everyNs === undefined ? wholeAggregates(plan) : intervals(plan, select.everyNs);
}
async function columnsOf(plan: Plan): Promise<GroupResults> {
  const { columns, select, source } = plan;
  const leaves = columns.map(({ name }) => ({ of: undefined, column: name })).filter(isStored(plan));
  return mapped(await readColumns(plan, leaves), (rows) => {
    const cells = leaves.map((leaf) => rows.cells(leaf));
    // A SELECT inside this one says itself which rows there are.
    const isKept = (row: number) => source.inner !== undefined || cells.some((column) => column[row] !== null);
    const kept = rows.timesNs.map((_, row) => row).filter(isKept);
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
  const isOfNewest = select.order === "newest-first";
  // The rows of a SELECT in FROM are read oldest first.
  const isLimited = isWhole && select.limit > 0 && !(isOfNewest && source.inner !== undefined);
  const enough = isLimited ? select.limit + select.offset : undefined;
  if (enough !== undefined && isOfNewest) return newestRows(plan, leaves, enough);
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

function mapped(groups: ReadonlyMap<string, Rows>, results: (rows: Rows) => Map<string, Series>): GroupResults {
  return new Map(Array.from(groups, ([key, rows]) => [key, results(rows)]));
}
