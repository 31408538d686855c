/** Decodes messages of devices (HTTP, MQTT) to points. Pure: a replay gives the same points. */

import { absoluteNs, type FrameFacts } from "../frames/frame-facts.ts";
import { formatJson, isObject, type JsonObject, type JsonValue, NumberText } from "../lib/json-value.ts";
import { type Address, type AddressResult, realmOf } from "../model/address.ts";
import type { BodyForms } from "../model/address-forms.ts";
import { TelemetryError, ValueError } from "../model/error-signal.ts";
import { type Message, mediaTypeIn } from "../model/message.ts";
import type { DecodedRealm } from "../model/realm-settings.ts";
import { rowsOfPairs } from "../model/self-named.ts";
import { TYPED_ROWS } from "../model/typed-rows.ts";
import { readFields, untypedText } from "../model/values.ts";
import type { DatagramDecoder } from "./datagram-decoder.ts";
import { decodeCsv } from "./formats/csv.ts";
import { eventFields } from "./formats/event.ts";
import { parseForm } from "./formats/form.ts";
import { MOST_HEAD_ROWS, NOT_DATA, wordRows } from "./formats/head-rows.ts";
import { parseJson } from "./formats/json.ts";
import { withTexts } from "./formats/mixed-columns.ts";
import { headedRows, type RowList, type TimeTest } from "./formats/placed-tables.ts";
import {
  canBeTime,
  type DevicePoint,
  noteUnusedTime,
  pointOf,
  type RowContext,
  type RowReading,
  type RowTally,
  type RowTime,
  readTime,
  receiptTime,
  Shapes,
  takeOwnTime,
  takeTime,
  timeTest,
} from "./formats/row.ts";
import { checkRowCount, MAX_ROWS, rowListIn, withoutActions } from "./formats/row-lists.ts";
import { senmlRows } from "./formats/senml.ts";
import { decodeText } from "./formats/text.ts";
import { decodeTyped } from "./formats/typed.ts";
import { besideNetwork, readWebhook, type Uplink } from "./formats/uplink.ts";
import type { Decoded, Noticed, Rejection } from "./intake.ts";

export interface DecodeContext {
  /** Empty: every realm is accepted. */
  readonly realms: readonly DecodedRealm[];
  /** Received address → device. */
  readonly parse: (address: string, realms: readonly DecodedRealm[]) => AddressResult;
  /** The sentence for a message without payload. */
  readonly empty: string;
  /** Converts a dialect's body to ours; selected by the name of the dialect's reading. @throws ValueError */
  readonly read?: (reading: string, body: JsonValue) => JsonValue;
  /** How a realm's bodies are read where they differ from ours. */
  readonly bodies?: (realm: DecodedRealm) => BodyForms;
  /** Time between rows that have no time of their own, ns. */
  readonly receiptStepNs: number;
  /** The decoder for binary payloads of a realm: the channel that its section names. */
  readonly binary?: (realm: string) => BinaryDecoder | undefined;
  /** Column arrays reused from earlier messages. */
  readonly shapes?: Shapes;
}

export type BinaryDecoder = Pick<DatagramDecoder, "deviceRows" | "facts">;

/** The row context of a realm with a decoder for binary payloads. */
type DeviceContext = RowContext & {
  readonly binary?: BinaryDecoder;
  /** One for all of the message. */
  readonly timeTest: () => TimeTest;
  /** Layouts with which binary payloads were decoded. */
  readonly schemas: Set<number>;
};

/** Never throws, whatever a sender sends: an unreadable message is one rejection. */
export function decodeDeviceMessage(message: Message, context: DecodeContext): Decoded {
  try {
    const row = rowContext(message, context);
    if (message.payload.length === 0) throw new ValueError(context.empty, "empty");
    const { reading } = row.address;
    const isPlain = reading === undefined || message.contentType === TYPED_ROWS;
    const decoded = isPlain ? decodeRows(row) : decodeJson(row, context.read!(reading, bodyOf(row)));
    const noticed = noticedIn(row.tally);
    if (noticed === undefined && row.schemas.size === 0) return decoded;
    const [schema] = row.schemas;
    return {
      ...decoded,
      ...(noticed && { noticed }),
      ...(schema !== undefined && row.schemas.size === 1 && { schema }),
    };
  } catch (error) {
    if (!(error instanceof TelemetryError)) throw error;
    return { points: [], rejections: [{ error, message }] };
  }
}

function noticedIn(tally: RowTally): Noticed | undefined {
  const { missing, unusedTimes, unusedTime, unsetClocks, unsetClock, guessedTime } = tally;
  if (missing + unusedTimes + unsetClocks === 0 && guessedTime === undefined) return undefined;
  return {
    lengthByteDiffers: 0,
    missing,
    ...(unusedTime !== undefined && { unusedTimes, unusedTime }),
    ...(guessedTime !== undefined && { guessedTime }),
    ...(unsetClock !== undefined && { unsetClocks, unsetClock: unsetClock.slice(0, LONGEST_SHOWN) }),
  };
}

/** Longest time of a sender in `/health`, characters. */
const LONGEST_SHOWN = 40;

function rowContext(message: Message, given: DecodeContext): DeviceContext {
  const { realms, parse, binary, bodies, receiptStepNs, shapes = new Shapes() } = given;
  const { address, problem } = parse(message.address, realms);
  if (problem !== undefined) throw new ValueError(problem.message, problem.code);
  const ofRealm = readingOf(realmOf(realms, address.realm), bodies);
  const reading = address.time === undefined ? ofRealm : { ...ofRealm, times: [address.time, ...ofRealm.times] };
  const decoder = binary?.(address.realm);
  const tally = { missing: 0, unusedTimes: 0, unusedTime: undefined, unsetClocks: 0, unsetClock: undefined };
  const schemas = new Set<number>();
  let test: TimeTest | undefined;
  const ofTimes = () => {
    test ??= timeTest(context);
    return test;
  };
  const context = { message, address, reading, receiptStepNs, shapes, tally, schemas, timeTest: ofTimes };
  return decoder === undefined ? context : { ...context, binary: decoder };
}

const UNCONFIGURED: RowReading = { timeZone: "UTC", times: [] };
const READINGS = new WeakMap<DecodedRealm, RowReading>();

function readingOf(realm: DecodedRealm | undefined, bodies: DecodeContext["bodies"]): RowReading {
  if (realm === undefined) return UNCONFIGURED;
  let reading = READINGS.get(realm);
  if (reading === undefined) {
    reading = valuesOf(realm, bodies?.(realm));
    READINGS.set(realm, reading);
  }
  return reading;
}

/** How fields and times are read. */
function valuesOf(realm: DecodedRealm, forms: BodyForms = {}): RowReading {
  const { timezone: timeZone, time: times = [], times: kept, text, tags, arrays, decimal, series } = realm;
  const dates = realm.dates ?? forms.dates;
  const names = { ...(text && { text: namesOf(text) }), ...(tags && { tags: namesOf(tags) }) };
  const given = { ...(arrays && { arrays }), ...(decimal && { decimal }), ...(series && { series }) };
  const ownForms = { ...forms, ...(dates && { dates }) };
  return { ...ownForms, timeZone, times, ...names, ...given, ...(kept && { anyTime: true as const }) };
}

function namesOf(fields: readonly string[]): ReadonlySet<string> {
  return new Set(fields.map((field) => field.toLowerCase()));
}

function decodeRows(context: DeviceContext): Decoded {
  const { message, address } = context;
  if (address.kind === "value") return { points: [plainValue(context, address)], rejections: [] };
  switch (mediaTypeIn(message.contentType)) {
    case "application/json":
      return hasRowsOnLines(context) ? decodeLines(context) : decodeJson(context, parseJson(message.payload));
    case "application/x-ndjson":
      return decodeLines(context);
    case "application/x-www-form-urlencoded":
      return decodeForm(context, parseForm(message.payload, context.reading.forms));
    case "text/csv":
      return decodeCsv(context);
    case TYPED_ROWS:
      return decodeTyped(context);
    case "application/octet-stream":
      return { points: binaryPoints(context, message.payload, undefined), rejections: [] };
    default:
      throw new ValueError(`Unable to handle Content-Type '${message.contentType}'`, "unknown-content-type");
  }
}

/** The body of a message in a dialect. */
function bodyOf(context: RowContext): JsonValue {
  const { message, reading } = context;
  if (message.contentType !== "application/x-www-form-urlencoded") return parseJson(message.payload);
  return typed(context, parseForm(message.payload, reading.forms));
}

function plainValue(context: RowContext, address: Address): DevicePoint {
  const value = untypedText(unquoted(decodeText(context.message.payload, "bad-value")));
  const fields = readFields([[fieldName(address.field ?? ""), value]], "measured", context.tally, context.reading);
  if (fields.length === 0) throw new ValueError("Message has no value", "empty");
  return pointOf(context, receiptTime(context, 0), fields);
}

/** No column may be called time. [rtl_433 publishes each member of an event alone, its time too] */
function fieldName(name: string): string {
  return name === "time" ? "payload.time" : name;
}

// Form fields are typed by their text; an event's fields stay text.
function typed(context: RowContext, form: JsonObject): JsonObject {
  if (context.address.kind === "event") return form;
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, untypedText(String(value))]));
}

function decodeForm(context: DeviceContext, form: JsonObject): Decoded {
  const list = listIn(context, form);
  return list === undefined ? decodeSingle(context, typed(context, form)) : decodeList(context, list);
}

function listIn(context: DeviceContext, body: JsonObject): RowList | undefined {
  const { address, message, reading } = context;
  if (address.kind !== "data" || readWebhook(body) !== undefined) return undefined;
  return rowListIn(body, message.receivedNs, reading.arrays === "by-place" ? undefined : context.timeTest);
}

function decodeList(context: DeviceContext, { rows, units: byColumn }: RowList): Decoded {
  const decoded = decodeArray(context, rows);
  const { database, measurement } = context.address;
  return byColumn === undefined ? decoded : { ...decoded, units: { database, measurement, byColumn } };
}

function decodeJson(context: DeviceContext, given: JsonValue): Decoded {
  const list = isObject(given) ? listIn(context, given) : undefined;
  if (list !== undefined) return decodeList(context, list);
  const body = Array.isArray(given) && context.address.kind === "data" ? rowsOf(context, given) : given;
  return Array.isArray(body) ? decodeArray(context, body) : decodeSingle(context, body);
}

/** Whether the first of several lines is a complete JSON row; a JSON text that spans lines is not. */
function hasRowsOnLines({ message, reading }: DeviceContext): boolean {
  if (reading.lines !== "rows") return false;
  const end = message.payload.indexOf(0x0a);
  if (end < 0 || message.payload.subarray(end).every((byte) => byte <= 0x20)) return false;
  try {
    return isObject(parseJson(message.payload.subarray(0, end)));
  } catch {
    return false;
  }
}

/** One body per line; an unreadable line is rejected alone. [https://github.com/ndjson/ndjson-spec] */
function decodeLines(context: DeviceContext): Decoded {
  const { message } = context;
  const lines = decodeText(message.payload, "bad-json")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  const documents = withoutActions(lines);
  checkRowCount(documents.length);
  const bodies = documents.map((line) => {
    try {
      return parseJson(Buffer.from(line));
    } catch (error) {
      return new BadLine(line, error as TelemetryError);
    }
  });
  return decodeArray(context, withLists(context, bodies));
}

class BadLine {
  readonly line: string;
  readonly error: TelemetryError;

  constructor(line: string, error: TelemetryError) {
    this.line = line;
    this.error = error;
  }
}

/** The rows of elements that are lists of them, and the other elements. */
function withLists<Item extends JsonValue | BadLine>(context: DeviceContext, items: readonly Item[]) {
  return items.flatMap((item): readonly (JsonValue | Item)[] =>
    item instanceof BadLine || !isObject(item) ? [item] : (listIn(context, item)?.rows ?? [item]),
  );
}

function decodeArray(context: DeviceContext, body: readonly (JsonValue | BadLine)[]): Decoded {
  if (body.length === 0) throw new ValueError("Array has no rows", "empty");
  checkRowCount(body.length);
  const points: DevicePoint[] = [];
  const rejections: Rejection[] = [];
  const ignored: string[] = [];
  /** Rows of the first points. */
  const rowOfPoint: (number | undefined)[] = [];
  body.forEach((row, index) => {
    if (row instanceof BadLine) {
      rejections.push(rowRejection(context, row.error, row.line, index));
      return;
    }
    try {
      const made = readRow(context, row, index);
      if (typeof made === "string") {
        ignored.push(made);
        return;
      }
      // A row of several points is none of words.
      if (points.length < MOST_HEAD_ROWS) rowOfPoint.push(...made.map(() => (made.length === 1 ? index : undefined)));
      points.push(...made);
    } catch (error) {
      if (!(error instanceof TelemetryError)) throw error;
      rejections.push(rowRejection(context, error, row, index));
    }
  });
  for (const [index, name] of [...wordRows(points)].reverse()) {
    const row = rowOfPoint[index];
    if (row === undefined) continue;
    points.splice(index, 1);
    rejections.push(rowRejection(context, NOT_DATA(name), body[row] as JsonValue, row));
  }
  return { points: withTexts(points), rejections, ...(ignored.length > 0 ? { ignored } : {}) };
}

/** An array's elements are rows, unless the array holds the fields of one row. */
function rowsOf(context: DeviceContext, array: readonly JsonValue[]): JsonValue {
  const { message, reading } = context;
  if (reading.arrays === "by-place" || array.length === 0 || array.length > MAX_ROWS) return array;
  return (
    senmlRows(array, message.receivedNs) ??
    rowsOfPairs(array) ??
    headedRows(array, context.timeTest()) ??
    withLists(context, array.flatMap(objectsIn))
  );
}

/** Home Assistant answers with a list of rows for each entity. */
function objectsIn(element: JsonValue): readonly JsonValue[] {
  return Array.isArray(element) && element.length > 0 && element.every(isObject) ? element : [element];
}

function decodeSingle(context: DeviceContext, row: JsonValue): Decoded {
  const read = readRow(context, row, 0);
  return typeof read === "string" ? { points: [], rejections: [], ignored: [read] } : { points: read, rejections: [] };
}

function rowRejection(context: RowContext, error: TelemetryError, row: JsonValue, index: number): Rejection {
  const shown = formatJson(row);
  const { message } = context;
  const receivedNs = receiptTime(context, index).timeNs;
  // An array in place of a row would be read as rows if it were sent alone.
  const payload = Buffer.from(Array.isArray(row) ? `[${shown}]` : shown);
  return { error, message: { ...message, receivedNs, payload }, row: index, shown };
}

// Returns a text for a network server's event that is not telemetry: the event's name.
function readRow(context: DeviceContext, row: JsonValue, index: number): readonly DevicePoint[] | string {
  if (!isObject(row))
    throw new ValueError("Expected a JSON object of field names to values, or an array of them", "bad-value");
  if (context.address.kind === "event") return [eventPoint(context, row, index)];
  const webhook = readWebhook(row);
  if (webhook?.kind === "other") return webhook.event;
  if (webhook === undefined) return [dataPoint(context, row, index)];
  return uplinkPoints(context, webhook, index);
}

/** @param uplink metadata and time of the network server, if the message is an uplink */
function binaryPoints(
  context: DeviceContext,
  payload: Uint8Array,
  uplink: { readonly webhook: Uplink; readonly index: number } | undefined,
): DevicePoint[] {
  const { message, address, binary, tally } = context;
  if (binary === undefined) {
    const hint = `set 'binary' in [realm-${address.realm}] to the channel whose structs it is`;
    throw new ValueError(`This realm has no decoder for binary payloads; ${hint}`, "unknown-content-type");
  }
  const decoded = binary.deviceRows({ message, payload, port: uplink?.webhook.binary?.port });
  context.schemas.add(decoded.schema);
  tally.missing += decoded.missing;
  const { timeNs, timeSource } = binaryTime(context, decoded.facts, uplink);
  const names = new Set(decoded.columns.map(({ name }) => name));
  const radio = Object.entries(uplink?.webhook.metadata ?? {}).filter(([name]) => !names.has(name));
  const fields = readFields(radio, "measured", tally);
  return decoded.rows.map(({ offsetNs, values }) => {
    const time = { timeNs: timeNs + BigInt(offsetNs), timeSource: offsetNs === 0 ? timeSource : "measured" } as const;
    const point = pointOf(context, time, offsetNs === 0 ? fields : []);
    return {
      ...point,
      struct: decoded.struct,
      columns: [...decoded.columns, ...point.columns],
      values: [...values, ...point.values],
    };
  });
}

/** The sender's clock, else the network server's time, else the time of receipt. */
function binaryTime(
  context: DeviceContext,
  facts: FrameFacts | undefined,
  uplink: { readonly webhook: Uplink; readonly index: number } | undefined,
): RowTime {
  const { message } = context;
  if (message.measuredNs !== undefined) return { timeNs: message.measuredNs, timeSource: "measured" };
  const own = facts?.clock && absoluteNs(facts.clock, message.receivedNs);
  if (own !== undefined) return { timeNs: own, timeSource: "payload" };
  const time = uplink && networkTime(uplink.webhook, context);
  return time ?? receiptTime(context, uplink?.index ?? 0);
}

/** The first of the network's times that can be right. */
function networkTime({ times }: Uplink, context: DeviceContext): RowTime | undefined {
  let given: string | undefined;
  for (const time of times) {
    if (typeof time !== "string" && typeof time !== "number" && !(time instanceof NumberText)) continue;
    given = time instanceof NumberText ? time.text : String(time);
    if (canBeTime(given, context)) return readTime({ text: given, isUtc: true }, context);
  }
  if (given === undefined) return undefined;
  context.tally.unsetClocks++;
  context.tally.unsetClock = given.trim();
  return undefined;
}

function uplinkPoints(context: DeviceContext, webhook: Uplink, index: number): DevicePoint[] {
  const { binary } = webhook;
  if (binary !== undefined && context.binary !== undefined && Object.keys(webhook.payload).length === 0) {
    return binaryPoints(context, Buffer.from(binary.base64, "base64"), { webhook, index });
  }
  // The network's clock is right, and a payload's member of that name may be anything [D54].
  const payload = takeOwnTime(webhook.payload, context);
  const time = payload.time ?? networkTime(webhook, context);
  const all = Object.entries({ ...webhook.metadata, ...besideNetwork(payload.fields) });
  const fields = readFields(all, "measured", context.tally, context.reading);
  if (fields.length === 0) throw new ValueError("Uplink has no values", "empty");
  return [pointOf(context, time ?? receiptTime(context, index), fields)];
}

function dataPoint(context: RowContext, row: JsonObject, index: number): DevicePoint {
  const { time, fields } = takeTime(row, context);
  const values = readFields(Object.entries(fields), "measured", context.tally, context.reading);
  if (values.length === 0) throw new ValueError("Payload has no values", "empty");
  if (time === undefined) noteUnusedTime(values, context);
  return pointOf(context, time ?? receiptTime(context, index), values);
}

function eventPoint(context: RowContext, row: JsonObject, index: number): DevicePoint {
  const { time, fields } = takeTime(row, context);
  return pointOf(context, time ?? receiptTime(context, index), eventFields(fields, context));
}

/** A text that its sender wrote as JSON. [Home Assistant, mqtt_statestream's attributes] */
function unquoted(text: string): string {
  if (!QUOTED.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

const QUOTED = /^\s*"(?:[^"\\]|\\.)*"\s*$/;
