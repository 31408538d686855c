/** The rows of an answer, from the results of its functions. */

import type { Cell } from "../../model/batch.ts";
import { evaluated, keyOf, nameOf, type Operand } from "./evaluate.ts";
import { hasManyRows, type Plan, type Results, type SelectedRows, typeOf } from "./plan.ts";
import { labelsOf, type SelectSource } from "./read-rows.ts";
import { replacement } from "./series.ts";
import type { Select, SelectedField } from "./statement.ts";

type SliceOf = <Item>(items: readonly Item[]) => readonly Item[];
type Answered = Pick<SelectedRows, "timesNs" | "values">;

/** None if the group has no row. */
export function answerOf(plan: Plan, key: string, results: Results): SelectedRows[] {
  const { select, fields, source, calls } = plan;
  const { limit, offset } = select;
  // The limit is for each function, whose rows may have other times. [seen with InfluxDB 1.6.7]
  const part: SliceOf = (items) => items.slice(offset, limit === 0 ? undefined : offset + limit);
  const rows =
    calls.length === 0 || hasManyRows(calls) ? storedRows(fields, results, part) : calledRows(plan, results, part);
  if (rows.timesNs.length === 0) return [];
  return [{ tags: tagsOf(select, source, key), columns: ["time", ...uniqueNames(fields)], ...rows }];
}

/** Joined by time. */
function calledRows({ select, fields, source, calls, columns }: Plan, results: Results, part: SliceOf): Answered {
  const { fill, everyNs } = select;
  const { timesNs, cells } = joined(results, part, select.order);
  const replacements = new Map<string, Cell>();
  for (const call of everyNs === undefined ? [] : [...calls, ...columns]) {
    const key = keyOf(call);
    const type = typeOf(call, source.columns);
    if (typeof fill !== "string" && type !== undefined)
      replacements.set(key, type === "integer" || type === "unsigned" ? replacement(fill, type) : fill);
    // A selected row's missing values are filled, too. [seen with InfluxDB 1.6.7]
    const own = timesNs.map((_, row) =>
      call.kind === "column" ? (cells.get(key)?.[row] ?? undefined) : cells.get(key)?.[row],
    );
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

/** By time, as rows: those of one time in a series are several rows. */
function joined(results: Results, part: SliceOf, order: Plan["select"]["order"]) {
  const series = Array.from(results, ([key, { timesNs, cells }]) => ({
    key,
    timesNs: part(timesNs),
    given: part(cells),
    at: 0,
    cells: [] as (Cell | undefined)[],
  }));
  const timesNs: bigint[] = [];
  for (;;) {
    const ahead = series.flatMap((one) => (one.at < one.timesNs.length ? [one.timesNs[one.at]!] : []));
    if (ahead.length === 0) break;
    const timeNs = ahead.reduce((first, one) => (one < first === (order === "oldest-first") ? one : first));
    timesNs.push(timeNs);
    for (const one of series) one.cells.push(one.timesNs[one.at] === timeNs ? one.given[one.at++] : undefined);
  }
  return { timesNs, cells: new Map(series.map(({ key, cells }) => [key, cells])) };
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
export function uniqueNames(fields: readonly SelectedField[]): string[] {
  const names: string[] = [];
  for (const { alias, expression } of fields) {
    const name = alias ?? nameOf(expression);
    let unique = name;
    for (let n = 1; alias === undefined && names.includes(unique); n++) unique = `${name}_${n}`;
    names.push(unique);
  }
  return names;
}
