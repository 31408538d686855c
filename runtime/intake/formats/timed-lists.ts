/**
 * Bodies that hold lists of values with times of their own: tables by place, series of pairs, and lists of objects. Their
 * shapes tell, whatever program they are of. Pure.
 */

import { isObject, type JsonObject, type JsonValue } from "../../lib/json-value.ts";
import { namedElements } from "../../model/self-named.ts";

/** What can be the time of a row received now. */
export interface TimeTest {
  readonly isTime: (value: JsonValue) => boolean;
  /** The time of an object and its other members; undefined if it has none. */
  readonly take: (object: JsonObject) => { readonly time: JsonValue; readonly rest: JsonObject } | undefined;
}

/** The rows of an object; undefined if it is something else. */
export function timedRowsIn(body: JsonObject, test: TimeTest): readonly JsonObject[] | undefined {
  return (
    rowsOfOne(body, test) ??
    rowsOfColumns(body, test) ??
    nestedRows(body, test) ??
    rowsOfLists(body, test) ??
    rowsOfValues(body, test)
  );
}

/** The rows of an array of such objects. [KairosDB, Graphite's render API, InfluxDB 0.8, SMA ennexOS] */
export function rowsOfSeveral(
  list: JsonValue | undefined,
  test: TimeTest,
  rowsOf: typeof timedRowsIn = timedRowsIn,
): readonly JsonObject[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const rows: JsonObject[] = [];
  for (const each of list) {
    const own = isObject(each) ? rowsOf(each, test) : undefined;
    if (own === undefined) return undefined;
    rows.push(...own);
  }
  return rows;
}

function rowsOfOne(object: JsonObject, test: TimeTest): readonly JsonObject[] | undefined {
  return rowsOfTable(object, test) ?? rowsOfPairs(object, test);
}

/** [Loki's and Datadog's push, vzlogger's, answers of Loki, Prometheus, InfluxDB and of Netdata with its wrapping] */
function nestedRows(body: JsonObject, test: TimeTest): readonly JsonObject[] | undefined {
  const { streams, series, data, results, result } = body;
  const ofResults = Array.isArray(results)
    ? results.flatMap((each) => (isObject(each) ? (each["series"] ?? [each]) : [each]))
    : undefined;
  const inner = [
    streams,
    series,
    isObject(data) ? data["result"] : data,
    ofResults,
    isObject(result) ? [result] : result,
  ];
  for (const list of inner) {
    const rows = rowsOfSeveral(list, test, rowsOfOne);
    if (rows !== undefined) return rows;
  }
  return undefined;
}

const COLUMNS = ["columns", "labels", "fields", "header", "headers"];
const RECORDS = ["values", "data", "rows", "points"];

/** Names in one list, values by place in others. [Netdata, InfluxDB's answers, pandas' `orient="split"`] */
function rowsOfTable(object: JsonObject, { isTime }: TimeTest): readonly JsonObject[] | undefined {
  const by = COLUMNS.find((member) => areNames(object[member]));
  if (by === undefined) return undefined;
  const names = object[by] as readonly string[];
  const isRow = (row: JsonValue) => Array.isArray(row) && row.length === names.length;
  const at = RECORDS.find((member) => member !== by && listOf(object[member])?.every(isRow));
  if (at === undefined) return undefined;
  const { [by]: _, [at]: records, index: given, ...rest } = object;
  const index = listOf(given);
  const indexName = index?.every(isTime) && !names.includes("time") ? "time" : "index";
  return (records as readonly (readonly JsonValue[])[]).map((values, row) => ({
    ...rest,
    ...(index?.[row] !== undefined && { [indexName]: index[row] }),
    ...Object.fromEntries(names.map((name, column) => [name, values[column] ?? null])),
  }));
}

function areNames(value: JsonValue | undefined): boolean {
  const list = listOf(value);
  return list?.every((name) => typeof name === "string" && name !== "") === true && new Set(list).size === list.length;
}

const PAIRS = ["values", "datapoints", "points", "tuples", "value"];
const LABELS = ["stream", "metric"];
const TITLES = ["__name__", "metric", "name", "target", "uuid"];

/** Labels, and pairs of a time and a value. [Loki, Prometheus, KairosDB, Datadog; Graphite has the value first] */
function rowsOfPairs(object: JsonObject, { isTime }: TimeTest): readonly JsonObject[] | undefined {
  const at = PAIRS.find(
    (member) => member in object && timedPairs(pairsIn(object[member], member), isTime) !== undefined,
  );
  if (at === undefined) return undefined;
  const { [at]: given, ...others } = object;
  const pairs = timedPairs(pairsIn(given, at), isTime) ?? [];
  const by = LABELS.find((member) => isObject(others[member]));
  const { [by ?? ""]: labels, ...rest } = others;
  const all: JsonObject = { ...rest, ...(isObject(labels) && labels) };
  const title = TITLES.find((member) => typeof all[member] === "string" && all[member] !== "");
  const { [title ?? ""]: name, ...row } = all;
  const column = typeof name === "string" ? name : by === "stream" ? "line" : "value";
  return pairs.map(([time, value, more]) => ({ ...row, ...more, [column]: value, time }));
}

/** An instant has one pair, others a list of them. */
function pairsIn(given: JsonValue | undefined, member: string): readonly JsonValue[] | undefined {
  return member === "value" ? [given ?? null] : listOf(given);
}

type TimedPair = readonly [JsonValue, JsonValue] | readonly [JsonValue, JsonValue, JsonObject];

function timedPairs(
  pairs: readonly JsonValue[] | undefined,
  isTime: TimeTest["isTime"],
): readonly TimedPair[] | undefined {
  if (pairs === undefined || !pairs.every(isPair)) return undefined;
  if (pairs.every(([first]) => isTime(first))) return pairs;
  return pairs.every((pair) => pair.length === 2 && isTime(pair[1]))
    ? pairs.map(([value, time]) => [time, value])
    : undefined;
}

/** Loki adds the labels of a line. */
function isPair(pair: JsonValue): pair is TimedPair {
  return Array.isArray(pair) && (pair.length === 2 || (pair.length === 3 && isObject(pair[2])));
}

/**
 * Lists of objects, or of pairs, with times of their own beside what they have in common: each element is a row.
 * [ThingsBoard's gateway API, Ubidots, batches of many devices]
 */
function rowsOfLists(body: JsonObject, test: TimeTest): readonly JsonObject[] | undefined {
  const rows = new Map<string, readonly JsonObject[]>();
  for (const [name, value] of Object.entries(body)) {
    const list = listOf(value);
    const own = isObject(value)
      ? (rowsOfKeys(name, value, test) ??
        rowsOfColumns(value, test)?.map(({ time, ...row }) => ({ [name]: row, time: time! })))
      : list && (rowsOfElements(name, list, test) ?? rowsOfPlainPairs(name, list, test));
    if (own !== undefined) rows.set(name, own);
  }
  if (rows.size === 0 || test.take(body) !== undefined) return undefined;
  const common = Object.fromEntries(Object.entries(body).filter(([name]) => !rows.has(name)));
  return [...rows.values()].flat().map((row) => ({ ...common, ...row }));
}

function rowsOfElements(
  name: string,
  list: readonly JsonValue[],
  { take }: TimeTest,
): readonly JsonObject[] | undefined {
  if (!list.every(isObject)) return undefined;
  const taken = list.map(take);
  if (!taken.every((each) => each !== undefined)) return undefined;
  // An element that names itself keeps its name, as in a list without times.
  const isNamed = namedElements(taken.map(({ rest }) => rest)) !== undefined;
  return taken.map(({ time, rest }) => ({ [name]: isNamed ? [rest] : rest, time }));
}

function rowsOfPlainPairs(
  name: string,
  list: readonly JsonValue[],
  { isTime }: TimeTest,
): readonly JsonObject[] | undefined {
  const pairs = timedPairs(list, isTime);
  return pairs?.every(({ length }) => length === 2)
    ? pairs.map(([time, value]) => ({ [name]: value, time }))
    : undefined;
}

/** A day alone is the name of a sum. */
const HAS_CLOCK = /^\d{9,19}$|\d{2}:\d{2}/;

/** Values by their times. [OpenTSDB, OpenEMS] */
function rowsOfKeys(name: string, object: JsonObject, { isTime }: TimeTest): readonly JsonObject[] | undefined {
  const entries = Object.entries(object);
  if (entries.length === 0 || !entries.every(([key]) => HAS_CLOCK.test(key) && isTime(key))) return undefined;
  return entries.map(([time, value]) => ({ [name]: value, time }));
}

const TIMES = ["time", "timestamp", "times", "timestamps", "ts"];

/** A list of times, and lists of as many values. [Open-Meteo] */
function rowsOfColumns(object: JsonObject, { isTime }: TimeTest): readonly JsonObject[] | undefined {
  const by = TIMES.find((member) => listOf(object[member])?.every(isTime));
  if (by === undefined) return undefined;
  const { [by]: times, ...others } = object;
  const list = times as readonly JsonValue[];
  const columns = Object.entries(others).filter(([, value]) => Array.isArray(value) && value.length === list.length);
  if (columns.length === 0) return undefined;
  const common = Object.fromEntries(Object.entries(others).filter(([name]) => !columns.some(([own]) => own === name)));
  return list.map((time, row) => ({
    ...common,
    ...Object.fromEntries(columns.map(([name, values]) => [name, (values as readonly JsonValue[])[row]!])),
    time,
  }));
}

/** Only objects of a value with its time. [Ubidots, `{"temperature": {"value": 21.5, "timestamp": …}}`] */
function rowsOfValues(body: JsonObject, { take }: TimeTest): readonly JsonObject[] | undefined {
  const rows: JsonObject[] = [];
  for (const [name, value] of Object.entries(body)) {
    const taken = isObject(value) && Object.hasOwn(value, "value") ? take(value) : undefined;
    if (taken === undefined) return undefined;
    rows.push({ [name]: taken.rest, time: taken.time });
  }
  return rows.length === 0 ? undefined : rows;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value : undefined;
}
