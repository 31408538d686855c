/**
 * Tables whose cells have their names by place: names in one list, cells in others, row by row or column by column. Their
 * shapes tell, whatever program they are of. Pure.
 */

import { isObject, type JsonObject, type JsonValue, NumberText } from "../../lib/json-value.ts";
import { ValueError } from "../../model/error-signal.ts";
import { soundsLikeTime } from "../../model/time-fields.ts";
import { unitOf } from "./unit-words.ts";

/** What can be the time of a row received now. */
export interface TimeTest {
  /** Counts looks at values, which a body has only so many of. */
  readonly look: (values: number) => void;
  readonly timesIn: (values: readonly JsonValue[]) => number;
  /** Whether all are times, two of three at least by a clock that is set. It stops at the first value that is not a time. */
  readonly areTimes: (values: Iterable<JsonValue>) => boolean;
  /** The time of an object, ns, and its other members; undefined if it has none. */
  readonly take: (object: JsonObject) => { readonly time: NumberText; readonly rest: JsonObject } | undefined;
}

/** Rows, and the units that their table names. */
export interface RowList {
  readonly rows: readonly JsonObject[];
  readonly units?: ReadonlyMap<string, string>;
}

/** Members with names, with what is around them, and with rows; without case and separators. */
const NAMES = new Set([
  ...["columns", "cols", "columnnames", "columninfo", "columnmeta", "labels", "fields", "header", "headers", "keys"],
  ...["names", "components", "measurements", "legend", "meta", "rowtype"],
]);
const DESCRIPTIONS = new Set(["schema", "meta", "metadata", "view", "head", "resultsetmetadata"]);
const RECORDS = new Set(["values", "data", "rows", "points", "records", "dataset", "dataarray"]);
/** Members of a column's description. */
const TITLES = ["name", "Name", "ColumnName", "label", "id"];
const UNITS = ["units", "unit"];
/** An object with more members is not tried: each pair of members is tried. */
const MOST_MEMBERS = 40;
/** Values that rows of one body have in common, in all of its rows. */
const MOST_COMMON = 2_000_000;

interface Column {
  readonly name: string;
  readonly unit?: string | undefined;
}

interface Header {
  /** The member of the table that holds it. */
  readonly by: string;
  readonly columns: readonly Column[];
  /** What stands beside the names in a description. */
  readonly beside: JsonObject;
  readonly isKnown: boolean;
}

/**
 * The rows of a table. Where its words are unknown, a column of times tells that it is one.
 * [Netdata, InfluxDB, pandas' `split` and `table`, Shelly EMData, CSIJSON, ERDDAP, SensorThings, BigQuery, Timestream, ClickHouse,
 * QuestDB, Trino, TDengine, IoTDB, Kusto, Socrata, Google's charts and sheets, Grafana's frames, RRDtool]
 */
export function tableIn(table: JsonObject, test: TimeTest): RowList | undefined {
  const members = Object.keys(table);
  if (members.length > MOST_MEMBERS) return undefined;
  for (const header of headersIn(table)) {
    const found = tableBelow(table, header, test);
    if (found !== undefined) return found;
  }
  const at = members.find((member) => headedRows(table[member], test) !== undefined);
  if (at === undefined) return undefined;
  const { [at]: list, ...common } = table;
  return { rows: withCommon(common, headedRows(list, test)!) };
}

function tableBelow(table: JsonObject, header: Header, test: TimeTest): RowList | undefined {
  for (const at of Object.keys(table)) {
    const found = at === header.by ? undefined : rowsBeside(table, header, at, test);
    if (found === undefined) continue;
    if ((header.isKnown && RECORDS.has(wordOf(at))) || test.take(found.rows[0]!) !== undefined) return found;
  }
  return undefined;
}

/** A table whose first row has the names. [Google Sheets; arrays of arrays] */
export function headedRows(list: JsonValue | undefined, test: TimeTest): readonly JsonObject[] | undefined {
  const [first, ...others] = listOf(list) ?? [];
  const columns = others.length === 0 ? undefined : columnsOf(first);
  const rows = columns && placed(others, columns, test, "rows");
  return rows && test.take(rows[0]!) !== undefined ? rows : undefined;
}

function rowsBeside(table: JsonObject, header: Header, at: string, test: TimeTest): RowList | undefined {
  const { by, columns, beside } = header;
  const { [by]: _, [at]: given, ...others } = table;
  const isTimes = (name: string) => soundsLikeTime(name) && test.areTimes(listOf(others[name]) ?? []);
  const aside = Object.keys(others).find((name) => name === "index" || isTimes(name));
  const list = listOf(given) ?? (isObject(given) ? recordsIn(given) : undefined);
  const rows = list && placed(list, columns, test, aside === undefined || aside === "index" ? "rows" : "columns");
  if (rows === undefined) return undefined;
  const isParallel = (value: JsonValue) => Array.isArray(value) && value.length === columns.length;
  const rest = Object.entries(others).filter(([name, value]) => name !== aside && !isParallel(value));
  const units = unitsOf(columns, listOf(Object.entries(others).find(([name]) => /units?$/i.test(name))?.[1]));
  const common = Object.fromEntries(rest);
  if (test.take(rows[0]!) !== undefined) {
    const ofTable = Object.fromEntries(rest.filter(([name]) => !soundsLikeTime(name)));
    return { rows: withCommon(ofTable, rows), units };
  }
  const index = aside === undefined ? undefined : listOf(others[aside]);
  const stepped = index === undefined ? steppedRows(rows, { ...beside, ...common }, test) : undefined;
  if (stepped !== undefined) return { rows: stepped, units };
  const indexName =
    index !== undefined && test.areTimes(index) && !columns.some(({ name }) => name === "time") ? "time" : "index";
  const atRow = (row: number): JsonObject => (index?.[row] === undefined ? {} : { [indexName]: index[row] });
  const indexed = index === undefined ? rows : rows.map((row, place) => ({ ...atRow(place), ...row }));
  return { rows: withCommon(common, indexed), units };
}

/** @throws ValueError if a small body would have too many values */
export function withCommon(common: JsonObject, rows: readonly JsonObject[]): readonly JsonObject[] {
  const shared = leavesIn(common);
  if (shared === 0) return rows;
  if (shared * rows.length > MOST_COMMON)
    throw new ValueError("Too many rows share too many values, send an array of rows", "too-large");
  return rows.map((row) => ({ ...common, ...row }));
}

function leavesIn(value: JsonValue): number {
  if (!Array.isArray(value) && !isObject(value)) return 1;
  return Object.values(value).reduce((count: number, inner) => count + leavesIn(inner), 0);
}

function headersIn(table: JsonObject, depth = 0): readonly Header[] {
  const headers: Header[] = [];
  for (const [by, value] of Object.entries(table)) {
    const word = wordOf(by);
    const isKnown = NAMES.has(word);
    const columns = isKnown || depth === 0 ? columnsOf(value) : undefined;
    const { [by]: _, ...beside } = depth === 0 ? {} : table;
    if (columns !== undefined) headers.push({ by, columns, beside, isKnown });
    if (depth < 2 && DESCRIPTIONS.has(word) && isObject(value))
      headers.push(...headersIn(value, depth + 1).map((header) => ({ ...header, by })));
  }
  return headers.sort((a, b) => Number(b.isKnown) - Number(a.isKnown));
}

/** A list of distinct names, or of descriptions with a name each. */
function columnsOf(value: JsonValue | undefined): readonly Column[] | undefined {
  const columns = listOf(value)?.map(columnOf);
  if (!columns?.every((column) => column !== undefined)) return undefined;
  return new Set(columns.map(({ name }) => name)).size === columns.length ? columns : undefined;
}

function columnOf(value: JsonValue): Column | undefined {
  // TDengine describes a column by a list.
  const given = Array.isArray(value) ? value[0] : value;
  if (typeof given === "string") return given === "" ? undefined : { name: given };
  if (!isObject(given)) return undefined;
  const name = TITLES.map((member) => given[member]).find((text) => typeof text === "string" && text !== "");
  const unit = UNITS.map((member) => given[member]).find((text) => typeof text === "string");
  return typeof name === "string" ? { name: `${name}${labelsOf(given)}`, unit: unit as string | undefined } : undefined;
}

/** Series of one frame have one name and differ by their labels. [Grafana] */
function labelsOf({ labels }: JsonObject): string {
  const entries = isObject(labels) ? Object.entries(labels) : [];
  return entries.length === 0 ? "" : ` {${entries.map(([name, value]) => `${name}="${value}"`).join(", ")}}`;
}

function unitsOf(columns: readonly Column[], parallel: readonly JsonValue[] = []): ReadonlyMap<string, string> {
  return new Map(
    columns.flatMap(({ name, unit: own }, place) => {
      const unit = own ?? parallel[place];
      const known = typeof unit === "string" ? unitOf(unit) : undefined;
      return known === undefined ? [] : [[name, known] as const];
    }),
  );
}

function recordsIn(object: JsonObject): readonly JsonValue[] | undefined {
  return listOf(Object.entries(object).find(([name]) => RECORDS.has(wordOf(name)))?.[1]);
}

/** The rows of a list of them, or of a list of columns. */
function placed(
  list: readonly JsonValue[],
  columns: readonly Column[],
  test: TimeTest,
  square: "rows" | "columns",
): readonly JsonObject[] | undefined {
  const names = new Set(columns.map(({ name }) => name));
  const turned = rowsOfColumns(list, names.size, test, square);
  const rows: JsonObject[] = [];
  for (const item of turned ?? list) {
    const own = rowsOfItem(item, names, test);
    if (own === undefined) return undefined;
    test.look(own.length * names.size);
    for (const row of own) rows.push(row);
  }
  return rows.length === 0 ? undefined : withTime(rows, names, test);
}

/** The other way round, if the list has a column for each name. In a square, the times tell, within or aside. */
function rowsOfColumns(
  list: readonly JsonValue[],
  width: number,
  { timesIn }: TimeTest,
  square: "rows" | "columns",
): readonly JsonValue[] | undefined {
  if (list.length !== width) return undefined;
  const columns = list.filter((column): column is readonly JsonValue[] => Array.isArray(column));
  const length = columns[0]?.length ?? 0;
  if (columns.length !== width || length === 0 || columns.some((column) => column.length !== length)) return undefined;
  const turned = columns[0]!.map((_, row) => columns.map((column) => column[row]!));
  const most = (lists: readonly (readonly JsonValue[])[]) => Math.max(...lists.map(timesIn));
  return length !== width || square === "columns" || most(columns) > most(turned) ? turned : undefined;
}

/** One row, or several at regular times. */
function rowsOfItem(item: JsonValue, names: ReadonlySet<string>, test: TimeTest): readonly JsonObject[] | undefined {
  if (Array.isArray(item)) return item.length === names.size ? [namedCells(item, names)] : undefined;
  if (!isObject(item)) return undefined;
  if (Object.keys(item).every((name) => names.has(name))) return [item];
  const [list, ...more] = Object.entries(item).filter(([, value]) => Array.isArray(value));
  if (list === undefined || more.length > 0) return undefined;
  const [{ [list[0]]: _, ...rest }, cells] = [item, list[1] as readonly JsonValue[]];
  const isRow = (row: JsonValue): row is readonly JsonValue[] => Array.isArray(row) && row.length === names.size;
  if (!cells.every(isRow)) return cells.length === names.size ? [{ ...rest, ...namedCells(cells, names) }] : undefined;
  const rows = cells.map((row) => namedCells(row, names));
  return rows.length === 1 ? [{ ...rest, ...rows[0] }] : steppedRows(rows, rest, test);
}

/** Cells may stand in objects. [BigQuery and Google's charts, `v`; Timestream] */
function namedCells(cells: readonly JsonValue[], names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Array.from(names, (name, place) => [name, cellOf(cells[place] ?? null)]));
}

const CELLS = ["v", "ScalarValue"];

function cellOf(cell: JsonValue): JsonValue {
  if (!isObject(cell)) return cell;
  const by = CELLS.find((member) => Object.hasOwn(cell, member));
  return by === undefined ? (cell["NullValue"] === true ? null : cell) : cell[by]!;
}

/** A column of times in a table without a known one is its time. */
function withTime(rows: readonly JsonObject[], names: ReadonlySet<string>, { take, areTimes }: TimeTest) {
  if (names.has("time") || take(rows[0]!) !== undefined) return rows;
  const by = [...names].find((name) => soundsLikeTime(name) && areTimes(cellsOf(rows, name)));
  return by === undefined ? rows : rows.map(({ [by]: time, ...row }) => ({ ...row, time: time! }));
}

/** The cells of a column, each when it is asked for: a column whose first cell is not a time is asked for no other. */
export function* cellsOf<Row extends readonly JsonValue[] | JsonObject>(
  rows: readonly Row[],
  column: keyof Row,
): Generator<JsonValue> {
  for (const row of rows) yield (row[column] ?? null) as JsonValue;
}

/** Beginnings of rows at regular times, and their distance. [Shelly; RRDtool; carbonapi; Netatmo] */
const STARTS = ["ts", "start", "starttime", "begtime", "begin", "timestamp", "time"];
const STEPS = ["period", "step", "steptime", "interval"];

/** Rows at the times that their beginning and distance give; undefined if `beside` does not have both. */
export function steppedRows(
  rows: readonly JsonObject[],
  beside: JsonObject,
  { take }: TimeTest,
): readonly JsonObject[] | undefined {
  const memberOf = (words: readonly string[]) => Object.keys(beside).find((name) => words.includes(wordOf(name)));
  const [start, step] = [memberOf(STARTS), memberOf(STEPS)];
  if (start === undefined || step === undefined) return undefined;
  const { [start]: begun, [step]: distance, ...rest } = beside;
  const first = take({ time: begun! })?.time;
  const units = numberOf(distance);
  if (first === undefined || !(units !== undefined && units > 0 && units < LONGEST_STEP)) return undefined;
  const stepNs = Math.round(units * unitNs(numberOf(begun)));
  const timed = rows.map((row, place) => ({
    ...row,
    time: new NumberText(String(BigInt(first.text) + BigInt(place) * BigInt(stepNs))),
  }));
  return withCommon(rest, timed);
}

const LONGEST_STEP = 1e9;

/** The distance has the unit of the beginning. */
function unitNs(begun = 0): number {
  if (begun < 1e11) return 1e9;
  return begun < 1e14 ? 1e6 : 1e3;
}

function numberOf(value: JsonValue | undefined): number | undefined {
  const text = value instanceof NumberText ? value.text : value;
  return typeof text === "number" || (typeof text === "string" && text.trim() !== "") ? Number(text) : undefined;
}

/** An array, or an object with places as names. [pandas; PHP] */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  if (!isObject(value) || !Object.hasOwn(value, "0")) return undefined;
  return Object.keys(value).every((name, place) => name === String(place)) ? Object.values(value) : undefined;
}

/** A member's name without case and separators. */
export function wordOf(name: string): string {
  return name.toLowerCase().replace(/[\s_\-.@]/g, "");
}
