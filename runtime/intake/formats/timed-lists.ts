/**
 * Bodies that hold lists of values with times of their own: series of pairs, lists of objects, and lists beside a list of
 * times. Their shapes tell, whatever program they are of. Pure.
 */

import { dictionary } from "../../lib/dictionary.ts";
import { isObject, type JsonObject, type JsonValue, NumberText } from "../../lib/json-value.ts";
import { namedElements } from "../../model/self-named.ts";
import { soundsLikeTime } from "../../model/time-fields.ts";
import {
  cellsOf,
  headedRows,
  listOf,
  steppedRows,
  type TimeTest,
  tableIn,
  withCommon,
  wordOf,
} from "./placed-tables.ts";

/** The rows of an object; undefined if it is something else. */
export function timedRowsIn(body: JsonObject, test: TimeTest): readonly JsonObject[] | undefined {
  return (
    rowsOfOne(body, test) ??
    rowsInside(body, test) ??
    rowsByPlace(body, test) ??
    rowsByTime(body, test) ??
    rowsOfLists(body, test) ??
    rowsOfValues(body, test)
  );
}

/** The rows of an array of such objects. [KairosDB, Graphite's render API, InfluxDB 0.8, SMA ennexOS] */
function rowsOfSeveral(
  list: JsonValue | undefined,
  test: TimeTest,
  rowsOf: typeof timedRowsIn,
): readonly JsonObject[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const rows: JsonObject[] = [];
  for (const each of list) {
    const own = isObject(each) ? rowsOf(each, test) : undefined;
    if (own === undefined) return undefined;
    for (const row of own) rows.push(row);
  }
  return rows;
}

function rowsOfOne(object: JsonObject, test: TimeTest): readonly JsonObject[] | undefined {
  return (
    tableIn(object, test)?.rows ?? rowsOfPairs(object, test) ?? rowsOfSteps(object, test) ?? rowsOfColumns(object, test)
  );
}

/** Members that hold what a program answers or pushes; their names say nothing of it. */
const ENVELOPES = [
  ...["streams", "series", "data", "results", "result", "frames", "queries", "tables", "table", "body", "value"],
];
const DEEPEST = 4;

/** [Loki's and Datadog's push, vzlogger's; answers of Loki, Prometheus, InfluxDB, KairosDB, Netdata, Kusto, Grafana, Netatmo] */
function rowsInside(body: JsonObject, test: TimeTest, depth = 1): readonly JsonObject[] | undefined {
  const rowsOf: typeof timedRowsIn = (inner) =>
    rowsOfOne(inner, test) ?? (depth < DEEPEST ? rowsInside(inner, test, depth + 1) : undefined);
  for (const [name, value] of Object.entries(body)) {
    if (!ENVELOPES.includes(wordOf(name))) continue;
    const rows = isObject(value)
      ? (rowsOf(value, test) ?? rowsOfSeveral(Object.values(value), test, rowsOf))
      : (headedRows(value, test) ?? rowsOfSeveral(value, test, rowsOf));
    if (rows !== undefined) return rows;
  }
  return undefined;
}

const PAIRS = ["values", "datapoints", "points", "tuples", "value", "data"];
const LABELS = ["stream", "metric"];
const TITLES = ["__name__", "metric", "name", "target", "uuid"];

/** Labels, and pairs of a time and a value. [Loki, Prometheus, KairosDB, Datadog, Highcharts; Graphite has the value first] */
function rowsOfPairs(object: JsonObject, test: TimeTest): readonly JsonObject[] | undefined {
  const at = PAIRS.find(
    (member) => member in object && timedPairs(pairsIn(object[member], member), test) !== undefined,
  );
  if (at === undefined) return undefined;
  const { [at]: given, ...others } = object;
  const pairs = timedPairs(pairsIn(given, at), test) ?? [];
  const { column, common } = titled(others, isObject(others["stream"]) ? "line" : "value");
  return withCommon(
    common,
    pairs.map(([time, value, more]) => ({ ...more, [column]: value, time })),
  );
}

/** The column that an object's title names, and the object's other members with its labels. */
function titled(object: JsonObject, untitled: string): { readonly column: string; readonly common: JsonObject } {
  const by = LABELS.find((member) => isObject(object[member]));
  const { [by ?? ""]: labels, ...rest } = object;
  const all: JsonObject = { ...rest, ...(isObject(labels) && labels) };
  const title = TITLES.find((member) => typeof all[member] === "string" && all[member] !== "");
  const { [title ?? ""]: name, ...common } = all;
  return { column: typeof name === "string" ? name : untitled, common };
}

/** Values, or rows of them without names, at regular times. [carbonapi; Netatmo's getmeasure] */
function rowsOfSteps(object: JsonObject, test: TimeTest): readonly JsonObject[] | undefined {
  const members = Object.keys(object).map(wordOf);
  if (!members.includes("step") && !members.includes("steptime")) return undefined;
  const [list, ...more] = Object.entries(object).filter(([, value]) => Array.isArray(value));
  if (list === undefined || more.length > 0) return undefined;
  const [name, values] = [list[0], list[1] as readonly JsonValue[]];
  const { [name]: _, ...others } = object;
  const { column, common } = titled(others, name);
  return steppedRows(
    values.map((value) => ({ [column]: value })),
    common,
    test,
  );
}

/** An instant has one pair, others a list of them. */
function pairsIn(given: JsonValue | undefined, member: string): readonly JsonValue[] | undefined {
  return member === "value" ? [given ?? null] : listOf(given);
}

type TimedPair = readonly [JsonValue, JsonValue] | readonly [JsonValue, JsonValue, JsonObject];

function timedPairs(pairs: readonly JsonValue[] | undefined, { areTimes }: TimeTest): readonly TimedPair[] | undefined {
  if (pairs === undefined || !pairs.every(isPair)) return undefined;
  if (areTimes(cellsOf(pairs, 0))) return pairs;
  return pairs.every(({ length }) => length === 2) && areTimes(cellsOf(pairs, 1))
    ? pairs.map(([value, time]) => [time, value])
    : undefined;
}

/** Loki adds the labels of a line. */
function isPair(pair: JsonValue): pair is TimedPair {
  return Array.isArray(pair) && (pair.length === 2 || (pair.length === 3 && isObject(pair[2])));
}

/** Objects with times under the names `0`, `1`, …. [pandas; PHP] */
function rowsByPlace(body: JsonObject, { take }: TimeTest): readonly JsonObject[] | undefined {
  const list = listOf(body);
  return list?.every((each): each is JsonObject => isObject(each) && take(each) !== undefined) ? list : undefined;
}

/** Objects under the names of their times. [Kotori, compact readings] */
function rowsByTime(body: JsonObject, test: TimeTest): readonly JsonObject[] | undefined {
  const rows = Object.values(body).every(isObject) ? rowsOfKeys("at", body, test) : undefined;
  return rows?.map(({ at, time }) => ({ ...(at as JsonObject), time: time! }));
}

/**
 * Lists of objects, or of pairs, with times of their own beside what they have in common: each element is a row. They may
 * stand in objects that measure nothing else.
 * [ThingsBoard's gateway API, Ubidots, batches of many devices; SolarEdge, AWS IoT SiteWise]
 */
function rowsOfLists(body: JsonObject, test: TimeTest, depth = 1): readonly JsonObject[] | undefined {
  const rows = new Map<string, readonly JsonObject[]>();
  const isAround = depth < DEEPEST && !Object.values(body).some(isNumber);
  for (const [name, value] of Object.entries(body)) {
    const own = rowsOfMember(name, value, test) ?? (isAround ? rowsWithin(name, value, test, depth) : undefined);
    if (own !== undefined) rows.set(name, own);
  }
  if (rows.size === 0 || test.take(body) !== undefined) return undefined;
  const common = Object.fromEntries(Object.entries(body).filter(([name]) => !rows.has(name)));
  return withCommon(common, [...rows.values()].flat());
}

function isNumber(value: JsonValue): boolean {
  return typeof value === "number" || value instanceof NumberText;
}

function rowsOfMember(name: string, value: JsonValue, test: TimeTest): readonly JsonObject[] | undefined {
  const list = listOf(value);
  if (list !== undefined) return rowsOfElements(name, list, test) ?? rowsOfPlainPairs(name, list, test);
  if (!isObject(value)) return undefined;
  return rowsOfKeys(name, value, test) ?? named(name, rowsOfColumns(value, test));
}

function rowsWithin(name: string, value: JsonValue, test: TimeTest, depth: number): readonly JsonObject[] | undefined {
  const rowsOf: typeof timedRowsIn = (inner) => rowsOfLists(inner, test, depth + 1);
  return named(name, isObject(value) ? rowsOf(value, test) : rowsOfSeveral(value, test, rowsOf));
}

function named(name: string, rows: readonly JsonObject[] | undefined): readonly JsonObject[] | undefined {
  return rows?.map(({ time, ...row }) => ({ [name]: row, time: time! }));
}

function rowsOfElements(name: string, list: readonly JsonValue[], test: TimeTest): readonly JsonObject[] | undefined {
  if (!list.every(isObject)) return undefined;
  const timed = list.map((each) => test.take(each) ?? takeInside(each, test));
  const at = timed.findIndex((each) => each !== undefined);
  const by = at < 0 ? undefined : Object.keys(list[at]!).find((member) => !Object.hasOwn(timed[at]!.rest, member));
  const taken = timed.map((each, place) => each ?? takeUnset(list[place]!, by, test));
  if (!taken.every((each) => each !== undefined)) return undefined;
  // An element that names itself keeps its name, as in a list without times.
  const isNamed = namedElements(taken.map(({ rest }) => rest)) !== undefined;
  return taken.map(({ time, rest }) => ({ [name]: isNamed ? [rest] : rest, time }));
}

/** An element whose clock was not set, beside others that have a time in the same member. */
function takeUnset(
  element: JsonObject,
  by: string | undefined,
  { areTimes }: TimeTest,
): { readonly time: JsonValue; readonly rest: JsonObject } | undefined {
  const { [by ?? ""]: time, ...rest } = element;
  const set = new NumberText("1000000000");
  return time !== undefined && areTimes([time, set, set]) ? { time, rest } : undefined;
}

/** [GeoJSON; ArcGIS] */
function takeInside(element: JsonObject, { take }: TimeTest): ReturnType<TimeTest["take"]> {
  const by = ["properties", "attributes"].find((member) => Object.hasOwn(element, member));
  const inner = by === undefined ? undefined : element[by];
  const taken = isObject(inner) ? take(inner) : undefined;
  return taken && { time: taken.time, rest: { ...element, [by!]: taken.rest } };
}

function rowsOfPlainPairs(name: string, list: readonly JsonValue[], test: TimeTest): readonly JsonObject[] | undefined {
  const pairs = timedPairs(list, test);
  return pairs?.every(({ length }) => length === 2)
    ? pairs.map(([time, value]) => ({ [name]: value, time }))
    : undefined;
}

/** A day alone is the name of a sum. */
const HAS_CLOCK = /^\d{9,19}$|\d{2}:\d{2}/;

/** Values by their times. [OpenTSDB, OpenEMS] */
function rowsOfKeys(name: string, object: JsonObject, { areTimes }: TimeTest): readonly JsonObject[] | undefined {
  const keys = Object.keys(object);
  if (!keys.every((key) => HAS_CLOCK.test(key)) || !areTimes(keys)) return undefined;
  return Object.entries(object).map(([time, value]) => ({ [name]: value, time }));
}

const TIMES = ["time", "timestamp", "times", "timestamps", "ts"];
/** Times of charts, which have lists for other things under these names, too. */
const OTHER_TIMES = ["x", "labels", "unixseconds"];

/**
 * A list of times, and lists of as many values, which may stand in objects with their names.
 * [Open-Meteo; pandas; Energy-Charts and Azure Time Series Insights; Chart.js and Plotly; VictoriaMetrics' export]
 */
function rowsOfColumns(object: JsonObject, { areTimes }: TimeTest): readonly JsonObject[] | undefined {
  const isTimes = (member: string) => areTimes(listOf(object[member]) ?? []);
  const by =
    TIMES.find(isTimes) ??
    Object.keys(object).find(
      (member) => (soundsLikeTime(member) || OTHER_TIMES.includes(wordOf(member))) && isTimes(member),
    );
  if (by === undefined) return undefined;
  const { [by]: _, ...others } = object;
  const times = listOf(object[by])!;
  const columns: [string, readonly JsonValue[]][] = [];
  const rest: Record<string, JsonValue> = dictionary();
  for (const [name, value] of Object.entries(others)) {
    const own = columnsOf(name, value, times.length);
    if (own === undefined) rest[name] = value;
    else for (const column of own) columns.push(column);
  }
  const isOne = columns.length === 1 && SERIES.includes(columns[0]![0]);
  const { column, common } = isOne ? titled(rest, columns[0]![0]) : { column: "", common: rest };
  const names = isOne ? [column] : columns.map(([name]) => name);
  if (names.length === 0 || new Set(names).size < names.length) return undefined;
  const rows = times.map((time, row) => ({
    ...Object.fromEntries(names.map((name, place) => [name, columns[place]![1][row]!])),
    time,
  }));
  return withCommon(common, rows);
}

/** Names of lists that say nothing of their values. */
const SERIES = ["values", "data", "y"];

/** A list of values, or such lists in objects with their names. */
function columnsOf(name: string, value: JsonValue, length: number): [string, readonly JsonValue[]][] | undefined {
  const list = listOf(value);
  if (list === undefined) return undefined;
  const columns = list.map((each) => (isObject(each) ? titledColumn(each, length) : undefined));
  if (columns.every((column) => column !== undefined)) return columns;
  return list.length === length ? [[name, list]] : undefined;
}

function titledColumn(object: JsonObject, length: number): [string, readonly JsonValue[]] | undefined {
  const title = [...TITLES, "label"].map((member) => object[member]).find((text) => typeof text === "string");
  const values = Object.values(object).find((value) => listOf(value)?.length === length);
  return typeof title === "string" && values !== undefined ? [title, listOf(values)!] : undefined;
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
