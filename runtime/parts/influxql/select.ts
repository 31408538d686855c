/** Runs one SELECT over one measurement: checks it, reads its rows or aggregates, and puts the answer together. */

import { aggregateType } from "../../export/resample.ts";
import { insistOnTime } from "../../model/export-request.ts";
import type { FieldType } from "../../model/point.ts";
import { answerOf, uniqueNames as namesOf } from "./answer-rows.ts";
import { checkArithmetic, keyOf, operandsOf } from "./evaluate.ts";
import {
  aggregationOf,
  type Call,
  columnOf,
  hasManyRows,
  isSelection,
  MANY_ROWS,
  MOST_ROWS,
  MOST_VALUES,
  type Plan,
  rangeOf,
  type SelectedRows,
  typeOf,
} from "./plan.ts";
import { isOfValues, partsOf, type SelectSource } from "./read-rows.ts";
import { resultsOf } from "./results.ts";
import {
  type Aggregation,
  type NamePattern,
  NO_CLAUSES,
  type Select,
  type SelectedField,
  type StoredAggregate,
} from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

export { namesOf };

/** A SELECT that counts values of columns in each group. */
export function countedBy(columns: readonly string[], by: readonly string[]): Select {
  const fields = columns.map((column) => {
    return { expression: { kind: "aggregate", of: "count", column }, alias: undefined } as const;
  });
  return { ...NO_CLAUSES, kind: "select", fields, from: [], by };
}

/** Groups without rows are absent. @throws InfluxqlError, RangeError after the source's limit of time */
export async function runSelect(select: Select, source: SelectSource): Promise<readonly SelectedRows[]> {
  insistOnTime(source.limit);
  const fields = wantedFields(select, source);
  const named = fields.flatMap(({ expression }) => operandsOf(expression));
  const operands = [...new Map(named.map((operand) => [keyOf(operand), operand])).values()];
  const calls = operands.filter((operand) => operand.kind !== "column");
  const columns = operands.filter((operand) => operand.kind === "column");
  checkShape(select, fields, columns.length, calls);
  // Tags alone make no rows, but those of a SELECT in FROM are there. [seen with InfluxDB 1.6.7]
  const isOfTags = calls.length === 0 && columns.every(({ name }) => source.tags?.has(name) === true);
  if (isOfTags && source.inner === undefined) return [];
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
// What is selected

function expanded(field: SelectedField, { by }: Select, source: SelectSource): SelectedField[] {
  const { expression } = field;
  if (expression.kind === "column" && expression.name.toLowerCase() === "time") return [];
  const isReduced = expression.kind === "aggregate";
  const { columns, tags: known } = source.all ?? source;
  const names = [...columns]
    .filter(([name]) => !by.includes(name) && !(isReduced && known?.has(name)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const isAmong = (among: NamePattern | undefined) => (name: string) => among?.isWanted(name) ?? true;
  if (expression.kind === "all")
    return names
      .map(([name]) => name)
      .filter(isAmong(expression.among))
      .map((name) => ({ expression: { kind: "column", name }, alias: undefined }));
  if (!isReduced) return [field];
  if (expression.column === undefined) {
    const { among, ...call } = expression;
    return names
      .filter(([name, type]) => isAmong(among)(name) && isFor(call.of, type))
      .map(([column]) => ({ expression: { ...call, column }, alias: `${call.of}_${column}` }));
  }
  const tags = (expression.tags ?? []).map(
    (name) => ({ expression: { kind: "column", name }, alias: undefined }) as const,
  );
  return [field, ...tags];
}

/** Whether `of(*)` includes columns of the type. */
function isFor(of: Aggregation["of"], type: FieldType): boolean {
  if (isOfValues({ of })) return of === "mode" || of === "distinct" || (type !== "string" && type !== "boolean");
  if (type === "boolean") return ["count", "first", "last", "min", "max"].includes(of);
  return partsOf(of as StoredAggregate).every((one) => aggregateType(one, { name: "", type }) !== undefined);
}

function checkShape(select: Select, fields: readonly SelectedField[], columns: number, calls: readonly Call[]): void {
  if (fields.some(({ expression }) => operandsOf(expression).length === 0))
    throw new InfluxqlError("each field needs at least one column");
  const aggregated = calls.filter((call) => aggregationOf(call) !== undefined);
  const { everyNs } = select;
  const isSelector = calls.length === 1 && isSelection(calls[0]!);
  checkManyRows(select, columns, calls, aggregated);
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

/** Checks functions that give several rows. @param aggregated calls with an aggregate */
function checkManyRows(
  { everyNs, order, limit, offset }: Select,
  columns: number,
  calls: readonly Call[],
  aggregated: readonly Call[],
): void {
  const names = aggregated.map((call) => aggregationOf(call)!.of);
  const several = names.find((of) => MANY_ROWS.has(of));
  if (several !== undefined && (calls.length > 1 || !hasManyRows(calls) || (several === "distinct" && columns > 0)))
    throw new InfluxqlError(`${several}() must be the only function`);
  // InfluxDB 1.6.7 limits the rows that these functions get.
  if (several !== undefined && several !== "distinct" && limit + offset > 0)
    throw new InfluxqlError(`${several}() says itself how many rows: LIMIT and OFFSET are not supported beside it`);
  if (order === "newest-first" && everyNs !== undefined && names.includes("integral"))
    throw new InfluxqlError("integral() by intervals is in the order of time: leave ORDER BY time DESC out");
}

/** Whether it has aggregates. */
export function isReduced({ fields }: Select): boolean {
  const calls = fields.flatMap(({ expression }) => (expression.kind === "all" ? [] : operandsOf(expression)));
  return calls.some(
    (call) => call.kind === "aggregate" || (call.kind === "transformation" && aggregationOf(call) !== undefined),
  );
}

/** With what `*` stands for. */
export function wantedFields(select: Select, source: SelectSource): SelectedField[] {
  return select.fields.flatMap((field) => expanded(field, select, source));
}
