/** Runs one SELECT over one measurement: reads its data as an export, aggregated in the store, then calculates. */

import type { ReadableStore } from "../../api/readable.ts";
import { aggregateType } from "../../export/resample.ts";
import { exported } from "../../formats/encode-export.ts";
import type { Cell } from "../../model/batch.ts";
import type { Aggregate, ExportRequest } from "../../model/export-request.ts";
import type { FieldType } from "../../model/point.ts";
import { parseTime } from "../../model/time.ts";
import { type Column, columnOf, type Leaf, leavesOf, nameOf } from "./evaluate.ts";
import type { Condition, Select, SelectedField } from "./statement.ts";
import { InfluxqlError } from "./tokens.ts";

export interface SelectSource {
  readonly store: ReadableStore;
  readonly database: string;
  readonly measurement: string;
  readonly columns: ReadonlyMap<string, FieldType>;
  readonly nowNs: bigint;
}

export interface SelectedRows {
  readonly columns: readonly string[];
  readonly timesNs: readonly bigint[];
  /** By column, then by row. */
  readonly values: readonly (readonly Cell[])[];
}

const MOST_ROWS = 100_000;
export const MOST_VALUES = 1_000_000;
const BEGINNING_NS = -(2n ** 63n) + 2n;
const END_NS = 2n ** 63n - 1n;
/** One interval that covers all times since 1970. */
const ALWAYS_NS = 2n ** 63n;

/** Undefined if there are no rows. @throws InfluxqlError */
export async function runSelect(select: Select, source: SelectSource): Promise<SelectedRows | undefined> {
  const fields = select.fields.flatMap((field) => expanded(field, source.columns));
  const leaves = [
    ...new Map(fields.flatMap(({ expression }) => leavesOf(expression)).map((leaf) => [keyOf(leaf), leaf])).values(),
  ];
  const isReduced = checkedKind(leaves, select);
  const { conditions } = select;
  const isSelectable = leaves.some(({ column }) => source.columns.has(column));
  if (!isSelectable || conditions.some(({ column }) => !source.columns.has(column))) return undefined;
  for (const { column } of conditions)
    if (!leaves.some((leaf) => leaf.column === column)) leaves.push({ of: undefined, column });
  const known = leaves.filter(({ column }) => source.columns.has(column));
  const range = await rangeOf(select, source, known);
  if (range === undefined) return undefined;
  const request = requestOf(select, source, known, { ...range, isReduced });
  const most = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / (leaves.length + fields.length)));
  // Transformations need values beyond the limit, too.
  const isPlain = conditions.length === 0 && fields.every(({ expression }) => expression.kind === "column");
  const limit = isPlain ? select.limit : undefined;
  const all =
    limit !== undefined && select.order === "newest-first"
      ? await newestRows(limit, source, known, range, most)
      : await readRows(source.store, request, leaves, known, most, limit);
  const rows = meeting(conditions, all);
  if (isReduced && select.everyNs === undefined && rows.timesNs.length > 0)
    rows.timesNs[0] = range.isMoment ? range.fromNs : (select.fromNs ?? 0n);
  const columns = fields.map(({ expression }) => columnOf(expression, rows.byLeaf, rows.timesNs, keyOf));
  return ordered(select, fields, rows.timesNs, columns, hasGaps(select));
}

/** Rows without any value are included only on request. */
function hasGaps({ everyNs, fill }: Select): boolean {
  return everyNs !== undefined && fill !== "none";
}

function expanded(field: SelectedField, columns: ReadonlyMap<string, FieldType>): SelectedField[] {
  const { expression } = field;
  if (expression.kind === "column" && expression.name.toLowerCase() === "time") return [];
  const names = [...columns];
  if (expression.kind === "all")
    return names.map(([name]) => ({ expression: { kind: "column", name }, alias: undefined }));
  if (expression.kind === "aggregate" && expression.column === undefined) {
    const { of } = expression;
    return names
      .filter(([, type]) => aggregatesOf(of).every((one) => aggregateType(one, { name: "", type }) !== undefined))
      .map(([column]) => ({ expression: { kind: "aggregate", of, column }, alias: `${of}_${column}` }));
  }
  return [field];
}

export function keyOf({ of, column }: Leaf): string {
  return `${of ?? ""}\0${column}`;
}

/** Whether the query aggregates values. */
function checkedKind(leaves: readonly Leaf[], { everyNs, fields, conditions }: Select): boolean {
  const reduced = leaves.filter(({ of }) => of !== undefined).length;
  if (reduced > 0 && conditions.length > 0)
    throw new InfluxqlError(
      "conditions on values are for a SELECT without an aggregate; for others use POST /read/sql",
    );
  if (reduced > 0 && reduced < leaves.length)
    throw new InfluxqlError("mixing aggregate and non-aggregate queries is not supported");
  if (reduced === 0 && everyNs !== undefined)
    throw new InfluxqlError("GROUP BY requires at least one aggregate function");
  if (leaves.length === 0 && fields.some(({ expression }) => expression.kind === "number"))
    throw new InfluxqlError("at least 1 field is needed");
  return reduced > 0;
}

interface Range {
  readonly fromNs: bigint;
  readonly toNs: bigint;
  /** The value of one row: the first or the last one with a value. */
  readonly isMoment?: true;
}

/** Undefined if the range has no row. */
async function rangeOf(select: Select, source: SelectSource, leaves: readonly Leaf[]): Promise<Range | undefined> {
  const { store, database, measurement, nowNs } = source;
  const isReduced = leaves[0]!.of !== undefined;
  const fromNs = clamped(select.fromNs ?? (isReduced ? 0n : BEGINNING_NS));
  const toNs = clamped(select.toNs ?? (select.everyNs === undefined ? END_NS : nowNs));
  if (fromNs >= toNs) return undefined;
  if (!isReduced) return { fromNs, toNs };
  const place = { database, measurement, columns: leaves.map(({ column }) => column) };
  const extent = await store.extent({ ...place, fromNs, toNs, withMinutes: true });
  if (extent === undefined) return undefined;
  const [only, ...others] = select.fields;
  const of = only!.expression.kind === "aggregate" ? only!.expression.of : undefined;
  if (select.everyNs === undefined && others.length === 0 && leaves.length === 1 && (of === "first" || of === "last")) {
    const momentNs = of === "first" ? extent.firstNs : extent.lastNs;
    return { fromNs: momentNs, toNs: momentNs + 1n, isMoment: true };
  }
  return { fromNs: select.fromNs === undefined ? extent.firstNs : fromNs, toNs };
}

function clamped(timeNs: bigint): bigint {
  return timeNs < BEGINNING_NS ? BEGINNING_NS : timeNs > END_NS ? END_NS : timeNs;
}

function requestOf(
  { everyNs, fill, timeZone }: Select,
  { database, measurement, columns }: SelectSource,
  leaves: readonly Leaf[],
  { fromNs, toNs, isMoment, isReduced }: Range & { readonly isReduced: boolean },
): ExportRequest {
  const names = [...new Set(leaves.map(({ column }) => column))];
  const named = names.map((name, index) => ({ name, type: columns.get(name)!, as: `c${index}` }));
  const widthNs = everyNs ?? ALWAYS_NS;
  const isFilled = everyNs !== undefined && fill !== "none";
  if (isFilled && (toNs - fromNs) / widthNs > BigInt(MOST_ROWS))
    throw new InfluxqlError(
      `more than ${MOST_ROWS} intervals: choose a longer one in GROUP BY time(), or a shorter time range`,
    );
  return {
    sources: [{ database, measurement, columns: named, rows: "given" }],
    combine: "join",
    fromNs,
    toNs,
    ...(isReduced && { every: { widthNs, aggregates: aggregatesFor(leaves, columns) } }),
    ...(isFilled && { filled: { fromNs, toNs } }),
    // A replacement for missing values is inserted later, since an aggregate may not have the column's type.
    fill: !isFilled ? "none" : typeof fill === "number" ? "null" : fill,
    timeZone: everyNs === undefined || isMoment === true ? "UTC" : timeZone,
    format: "ndjson",
  };
}

function aggregatesFor(leaves: readonly Leaf[], columns: ReadonlyMap<string, FieldType>): Aggregate[] {
  const wanted = new Set<Aggregate>();
  for (const { of, column } of leaves) {
    for (const one of aggregatesOf(of!)) {
      if (aggregateType(one, { name: column, type: columns.get(column)! }) === undefined)
        throw new InfluxqlError(`${of}() needs numbers; ${JSON.stringify(column)} is text`);
      wanted.add(one);
    }
  }
  // At least two aggregates, so that each result is named by its function.
  wanted.add("count");
  wanted.add("first");
  return [...wanted];
}

function aggregatesOf(of: NonNullable<Leaf["of"]>): readonly Aggregate[] {
  return of === "spread" ? ["min", "max"] : [of];
}

interface ReadRows {
  readonly timesNs: bigint[];
  readonly byLeaf: ReadonlyMap<string, Column>;
}

async function readRows(
  store: ReadableStore,
  request: ExportRequest,
  leaves: readonly Leaf[],
  known: readonly Leaf[],
  most: number,
  wanted: number | undefined,
): Promise<ReadRows> {
  const columns = request.sources[0]!.columns;
  const byLeaf = new Map<string, Cell[]>(leaves.map((leaf) => [keyOf(leaf), []]));
  const readers = known.map((leaf) => {
    const column = columns.find(({ name }) => name === leaf.column)!;
    return { cells: byLeaf.get(keyOf(leaf))!, read: readerOf(leaf, column.as, column.type as FieldType) };
  });
  const missing = leaves.filter((leaf) => !known.includes(leaf)).map((leaf) => byLeaf.get(keyOf(leaf))!);
  const timesNs: bigint[] = [];
  const bytes = exported(store, request);
  for await (const line of linesOf(bytes)) {
    if (wanted !== undefined && timesNs.length >= wanted) break;
    if (timesNs.length >= most)
      throw new InfluxqlError(`more than ${most} rows: choose a shorter time range, GROUP BY time(), or LIMIT`);
    const row = JSON.parse(exactDigits(line)) as Record<string, unknown>;
    timesNs.push(parseTime(row["time"] as string, "UTC"));
    for (const { cells, read } of readers) cells.push(read(row));
    for (const cells of missing) cells.push(null);
  }
  return { timesNs, byLeaf };
}

function meeting(conditions: readonly Condition[], all: ReadRows): ReadRows {
  if (conditions.length === 0) return all;
  const { timesNs, byLeaf } = all;
  const tests = conditions.map(({ column, comparison, number }) => {
    const cells = byLeaf.get(keyOf({ of: undefined, column }))!;
    const holds = HOLDS[comparison];
    return (row: number) => {
      const cell = cells[row];
      return (typeof cell === "number" || typeof cell === "bigint") && holds(cell, number);
    };
  });
  const rows = timesNs.map((_, row) => row).filter((row) => tests.every((isMet) => isMet(row)));
  const picked = <T>(cells: readonly T[]) => rows.map((row) => cells[row]!);
  return {
    timesNs: picked(timesNs),
    byLeaf: new Map(Array.from(byLeaf, ([key, cells]) => [key, picked(cells)])),
  };
}

const HOLDS: Readonly<Record<Condition["comparison"], (cell: number | bigint, number: number) => boolean>> = {
  ">": (cell, number) => cell > number,
  ">=": (cell, number) => cell >= number,
  "<": (cell, number) => cell < number,
  "<=": (cell, number) => cell <= number,
  "=": (cell, number) => cell >= number && cell <= number,
  "!=": (cell, number) => cell < number || cell > number,
  "<>": (cell, number) => cell < number || cell > number,
};

/** Reads the newest rows without reading earlier ones. */
async function newestRows(
  limit: number,
  { store, database, measurement }: SelectSource,
  leaves: readonly Leaf[],
  { fromNs, toNs }: Range,
  most: number,
): Promise<ReadRows> {
  const byLeaf = new Map<string, Cell[]>(leaves.map((leaf) => [keyOf(leaf), []]));
  const timesNs: bigint[] = [];
  if (limit > most) throw new InfluxqlError(`at most ${most} rows at once: choose a smaller LIMIT`);
  const columns = leaves.map(({ column }) => column);
  for await (const row of store.rows({ database, measurement, columns, fromNs, toNs, limit })) {
    timesNs.push(row.timeNs);
    for (const leaf of leaves) byLeaf.get(keyOf(leaf))!.push(row.values[leaf.column] ?? null);
  }
  return { timesNs, byLeaf };
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Integers that a double cannot hold become text. Inside a text, a quote is preceded by a backslash. */
function exactDigits(line: string): string {
  return line.replace(/"((?:\w+\()?c\d+\)?)":(-?\d{16,})(?=[,}])/g, '"$1":"$2"');
}

type RowReader = (row: Record<string, unknown>) => Cell;

function readerOf({ of }: Leaf, as: string, type: FieldType): RowReader {
  if (of === undefined) return (row) => cellOf(row[as], type);
  if (of === "spread") {
    return (row) => {
      const [least, greatest] = [row[`min(${as})`], row[`max(${as})`]].map((cell) => cellOf(cell, type));
      if (least === null || greatest === null) return null;
      return typeof least === "bigint" && typeof greatest === "bigint"
        ? greatest - least
        : Number(greatest) - Number(least);
    };
  }
  const made = aggregateType(of, { name: as, type }) as FieldType;
  // The column has no value.
  return (row) => cellOf(row[`${of}(${as})`] ?? (of === "count" ? 0 : null), made);
}

function cellOf(value: unknown, type: FieldType): Cell {
  if (value === null || value === undefined) return null;
  if (type === "string" || typeof value !== "string") return value as Cell;
  return type === "float" ? Number(value) : BigInt(value);
}

function ordered(
  { order, limit, fill, everyNs }: Select,
  fields: readonly SelectedField[],
  timesNs: readonly bigint[],
  columns: readonly Column[],
  gaps: boolean,
): SelectedRows | undefined {
  const given = columns.map((cells) => [...cells]);
  if (gaps && typeof fill === "number" && everyNs !== undefined)
    for (const cells of given) for (let i = 0; i < cells.length; i++) cells[i] ??= fill;
  let rows = timesNs.map((_, row) => row);
  if (!gaps) rows = rows.filter((row) => given.some((cells) => cells[row] !== null && cells[row] !== undefined));
  if (order === "newest-first") rows.reverse();
  if (limit !== undefined && limit > 0) rows = rows.slice(0, limit);
  if (rows.length === 0) return undefined;
  return {
    columns: ["time", ...uniqueNames(fields)],
    timesNs: rows.map((row) => timesNs[row]!),
    values: given.map((cells) => rows.map((row) => cells[row] ?? null)),
  };
}

/** [InfluxDB 1.8, SELECT: `mean`, `mean_1`] */
function uniqueNames(fields: readonly SelectedField[]): string[] {
  const names: string[] = [];
  for (const { alias, expression } of fields) {
    const name = alias ?? nameOf(expression);
    let unique = name;
    for (let n = 1; names.includes(unique); n++) unique = `${name}_${n}`;
    names.push(unique);
  }
  return names;
}
