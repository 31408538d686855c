/** Bodies of known programs that hold several rows beside what describes them. Pure. */

import { isFlat, isObject, type JsonObject, type JsonValue, NumberText } from "../../lib/json-value.ts";
import { ValueError } from "../../model/error-signal.ts";
import { MAX_FIELDS, untypedText } from "../../model/values.ts";
import { cellsOf, type RowList, type TimeTest, tableIn } from "./placed-tables.ts";
import { timedRowsIn } from "./timed-lists.ts";

/** Rows are decoded in one turn, and other messages must not wait long. CSV has no such limit. */
export const MAX_ROWS = 20_000;

/** @throws ValueError (code `too-large`) */
export function checkRowCount(rows: number): void {
  if (rows > MAX_ROWS)
    throw new ValueError(`More than ${MAX_ROWS} rows in one array, send CSV or several messages`, "too-large");
}

/** Undefined if the body is something else. @param timeTest absent: lists stay columns by place. @throws ValueError for the body of a program that has another way to here */
export function rowListIn(body: JsonObject, receivedNs: bigint, timeTest?: () => TimeTest): RowList | undefined {
  const bulk = bulkRows(body, receivedNs);
  if (bulk !== undefined) return { rows: bulk };
  // Fast path: most bodies are one flat row.
  if (isFlat(body)) return undefined;
  const own = metricRows(body) ?? historyRows(body);
  if (own !== undefined) return { rows: own };
  refuseTelemetryProtocol(body);
  const test = timeTest?.();
  if (test === undefined) return undefined;
  refuseForeign(body);
  const table = tableIn(body, test) ?? ofTable(body["table"], test);
  if (table !== undefined) return table;
  const rows = timedRowsIn(body, test);
  if (rows === undefined) refuseUnnamed(body, test);
  return rows && { rows };
}

/** [ERDDAP] */
function ofTable(value: JsonValue | undefined, test: TimeTest): RowList | undefined {
  return isObject(value) ? tableIn(value, test) : undefined;
}

const CUBE = "whose values have no rows: convert it to a table";
/** Bodies whose values are nowhere beside their times. */
const FOREIGN: readonly (readonly [name: string, is: (body: JsonObject) => boolean])[] = [
  [
    "JSON-stat",
    ({ class: kind, dimension, dataset }) =>
      (kind === "dataset" && isObject(dimension)) || (isObject(dataset) && "dimension" in dataset),
  ],
  ["SDMX-JSON", ({ dataSets, data }) => Array.isArray(isObject(data) ? data["dataSets"] : dataSets)],
  ["CoverageJSON", ({ type, domain, coverages }) => /^Coverage/.test(String(type)) && Boolean(domain ?? coverages)],
  ["Arrow's JSON", ({ schema, batches }) => isObject(schema) && Array.isArray(batches)],
];

function refuseForeign(body: JsonObject): void {
  const known = FOREIGN.find(([, is]) => is(body));
  if (known !== undefined) throw new ValueError(`This is ${known[0]}, ${CUBE}`, "bad-value");
}

/** Lists of lists with times, which would become columns by place at the time of receipt. */
function refuseUnnamed(body: JsonObject, test: TimeTest): void {
  const at = test.take(body) === undefined ? unnamedIn(body, test, "") : undefined;
  if (at === undefined) return;
  const hint = "send objects, or store them by place with [realm-…] arrays = by-place";
  throw new ValueError(`The rows of '${at}' have times, but their values have no names: ${hint}`, "bad-value");
}

function unnamedIn(value: JsonValue, test: TimeTest, path: string): string | undefined {
  if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const found = unnamedIn(inner, test, path === "" ? name : `${path}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const rows = Array.isArray(value) && value.length > 1 ? value.filter((row) => Array.isArray(row)) : [];
  const [first, ...others] = rows;
  if (first === undefined || others.length + 1 < (value as readonly JsonValue[]).length) return undefined;
  // A wider row is refused, whatever it is.
  const isColumn = first.slice(0, MAX_FIELDS).some((_, place) => test.areTimes(cellsOf(rows, place)));
  return isColumn || rows.some((row) => row.length > 1 && test.areTimes(row)) ? path : undefined;
}

/** [OTLP, its JSON encoding] */
function refuseTelemetryProtocol(body: JsonObject): void {
  const member = ["resourceMetrics", "resourceLogs", "resourceSpans"].find((name) => objectsOf(body[name]));
  if (member === undefined) return;
  const hint = "let the OpenTelemetry Collector send line protocol to /api/v2/write (its exporter influxdb)";
  throw new ValueError(`'${member}' is a body of OTLP, which is not read: ${hint}`, "bad-value");
}

const ACTION =
  /^\s*\{\s*"(index|create|update|delete)"\s*:\s*\{\s*(?:"(?:_\w+|routing|pipeline|require_alias)"\s*:[^,{}]*(?:,\s*|(?=\})))*\}\s*\}\s*$/;

/** Lines without the actions of Elasticsearch's bulk API, which stand before their documents. @throws ValueError */
export function withoutActions(lines: readonly string[]): readonly string[] {
  if (!ACTION.test(lines[0] ?? "") || lines.length === 1) return lines;
  if (lines.some((line) => /^(?:update|delete)$/.test(ACTION.exec(line)?.[1] ?? "")))
    throw new ValueError("A bulk body of Elasticsearch may only index and create documents here", "bad-value");
  return lines.filter((line) => !ACTION.test(line));
}

/** Whether the body has these members, and no others. */
function hasOnly(body: JsonObject, members: readonly string[]): boolean {
  return Object.keys(body).length === members.length && members.every((name) => Object.hasOwn(body, name));
}

function objectsOf(value: JsonValue | undefined): readonly JsonObject[] | undefined {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined;
}

/** [Telegraf, a batch of its data format json] */
function metricRows(body: JsonObject): readonly JsonObject[] | undefined {
  if (!hasOnly(body, ["metrics"])) return undefined;
  const metrics = objectsOf(body["metrics"]);
  return metrics?.every((metric) => hasOnly(metric, ["fields", "name", "tags", "timestamp"])) ? metrics : undefined;
}

/** [openHAB, GET /rest/persistence/items/{item}] */
function historyRows(body: JsonObject): readonly JsonObject[] | undefined {
  if (!hasOnly(body, ["name", "totalrecords", "datapoints", "data"])) return undefined;
  const states = objectsOf(body["data"]);
  if (!states?.every((state) => hasOnly(state, ["time", "state"]))) return undefined;
  return states.map((state) => ({ ...state, name: body["name"]! }));
}

/** Of ThingSpeak's bodies; the key is the sender's, and nobody stores it. */
const MEMBERS = new Set(["write_api_key", "api_key", "time_format", "updates"]);
/** Order of a line's cells behind its time. */
const CELLS = [
  ...Array.from({ length: 8 }, (_, at) => `field${at + 1}`),
  "latitude",
  "longitude",
  "elevation",
  "status",
];

/**
 * `{"write_api_key": …, "updates": [{"delta_t": 15, "field1": 21.5}, …]}`, or a form whose `updates` are lines between bars.
 * [ThingSpeak, bulk-write JSON and CSV data]
 */
function bulkRows(body: JsonObject, receivedNs: bigint): readonly JsonObject[] | undefined {
  const { updates } = body;
  if (updates === undefined || !Object.keys(body).every((name) => MEMBERS.has(name))) return undefined;
  const entries = typeof updates === "string" ? entriesOf(updates, body["time_format"]) : objectsOf(updates);
  return entries?.every(isEntry) ? timed(entries, receivedNs) : undefined;
}

function isEntry(entry: JsonObject): boolean {
  return Object.hasOwn(entry, "created_at") || secondsOf(entry) !== undefined;
}

function entriesOf(text: string, format: JsonValue | undefined): readonly JsonObject[] | undefined {
  const time = format === "absolute" ? "created_at" : format === "relative" ? "delta_t" : undefined;
  if (time === undefined) return undefined;
  const lines = text.split("|");
  checkRowCount(lines.length);
  return lines.map((line) => {
    const [at = "", ...cells] = line.split(",");
    const given = CELLS.flatMap((name, index) => {
      const value = untypedText(cells[index] ?? "");
      return value === null ? [] : [[name, value] as const];
    });
    return { [time]: at.trim(), ...Object.fromEntries(given) };
  });
}

/** The last entry is of now; an entry's seconds are those since the one before it. */
function timed(entries: readonly JsonObject[], receivedNs: bigint): readonly JsonObject[] {
  let timeNs = receivedNs;
  const rows: JsonObject[] = [];
  for (const entry of [...entries].reverse()) {
    const seconds = secondsOf(entry);
    const { delta_t: _, ...values } = entry;
    rows.push(seconds === undefined ? entry : { ...values, time: new NumberText(String(timeNs)) });
    timeNs -= BigInt(Math.round((seconds ?? 0) * 1e9));
  }
  return rows.reverse();
}

const LONGEST_S = 1e9;

function secondsOf({ delta_t: given }: JsonObject): number | undefined {
  const text = given instanceof NumberText ? given.text : given;
  const seconds = typeof text === "string" && text.trim() !== "" ? Number(text) : text;
  return typeof seconds === "number" && seconds >= 0 && seconds <= LONGEST_S ? seconds : undefined;
}
