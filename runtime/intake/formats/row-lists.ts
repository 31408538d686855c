/** Bodies of known programs that hold several rows beside what describes them. Pure. */

import { isObject, type JsonObject, type JsonValue, NumberText } from "../../lib/json-value.ts";
import { ValueError } from "../../model/error-signal.ts";
import { untypedText } from "../../model/values.ts";
import { type TimeTest, timedRowsIn } from "./timed-lists.ts";
import { unitOf } from "./unit-words.ts";

/** Rows with times of their own, and the units that the body names. */
export interface RowList {
  readonly rows: readonly JsonObject[];
  readonly units?: ReadonlyMap<string, string>;
}

/** Undefined if the body is something else. @param test absent: lists stay columns by place. @throws ValueError for the body of a program that has another way to here */
export function rowListIn(body: JsonObject, receivedNs: bigint, test?: TimeTest): RowList | undefined {
  const own = bulkRows(body, receivedNs) ?? metricRows(body) ?? historyRows(body);
  if (own !== undefined) return { rows: own };
  const table = loggerTable(body);
  if (table !== undefined) return table;
  refuseTelemetryProtocol(body);
  const rows = test && timedRowsIn(body, test);
  return rows && { rows };
}

/** [OTLP, its JSON encoding] */
function refuseTelemetryProtocol(body: JsonObject): void {
  const member = ["resourceMetrics", "resourceLogs", "resourceSpans"].find((name) => objectsOf(body[name]));
  if (member === undefined) return;
  const hint = "let the OpenTelemetry Collector send line protocol to /api/v2/write (its exporter influxdb)";
  throw new ValueError(`'${member}' is a body of OTLP, which is not read: ${hint}`, "bad-value");
}

const ACTION =
  /^\s*\{\s*"(index|create|update|delete)"\s*:\s*\{(?:\s*"(?:_\w+|routing|pipeline|require_alias)"\s*:[^,{}]*,?)*\s*\}\s*\}\s*$/;

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

/** [Campbell Scientific, CSIJSON: names and units in `head.fields`, values by place] */
function loggerTable(body: JsonObject): RowList | undefined {
  const { head } = body;
  if (!hasOnly(body, ["head", "data"]) || !isObject(head)) return undefined;
  const fields = objectsOf(head["fields"]);
  const records = objectsOf(body["data"]);
  if (fields === undefined || records === undefined) return undefined;
  const names = fields.map(({ name }) => (typeof name === "string" ? name : ""));
  const rows = records.flatMap(({ vals, ...rest }) =>
    Array.isArray(vals) && vals.length === names.length
      ? [{ ...rest, ...Object.fromEntries(names.map((name, index) => [name, vals[index]!])) }]
      : [],
  );
  if (rows.length !== records.length || names.includes("")) return undefined;
  return { rows, units: unitsOf(fields, names) };
}

function unitsOf(fields: readonly JsonObject[], names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    fields.flatMap(({ units: text }, index) => {
      const unit = typeof text === "string" ? unitOf(text) : undefined;
      return unit === undefined ? [] : [[names[index]!, unit] as const];
    }),
  );
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
  return text.split("|").map((line) => {
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
