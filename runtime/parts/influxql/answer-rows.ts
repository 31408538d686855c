/** The rows of an answer, from the results of its functions. */

import type { Cell } from "../../model/batch.ts";
import { evaluated, keyOf, nameOf, type Operand } from "./evaluate.ts";
import { type Plan, type Results, type SelectedRows, typeOf } from "./plan.ts";
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
