/** Converts one row of named values to a point of a device. */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import { isObject, type JsonObject, type JsonValue } from "../../lib/json-value.ts";
import type { Address } from "../../model/address.ts";
import type { Message } from "../../model/message.ts";
import type { Point, PointColumn } from "../../model/point.ts";
import { type DateOrder, parseTime } from "../../model/time.ts";
import {
  isPlausible,
  nestedTimes,
  type RowTimeText,
  rowTime,
  soundsLikeTime,
  timeRoles,
} from "../../model/time-fields.ts";
import { type FieldReading, type FieldValue, type MissingValues, timeText } from "../../model/values.ts";

export type DevicePoint = Omit<Point, "origin">;

/** The context for decoding a message. */
export interface RowContext {
  readonly message: Message;
  readonly address: Address;
  readonly reading: RowReading;
  /** Time between rows that have no time of their own, ns. */
  readonly receiptStepNs: number;
  readonly shapes: Shapes;
  readonly tally: RowTally;
}

/** How a realm's rows are read. */
export interface RowReading extends FieldReading {
  /** IANA name; for times without a zone [D23]. */
  readonly timeZone: string;
  /** Names of time fields; they have precedence over the known ones. */
  readonly times: readonly string[];
  readonly dates?: DateOrder;
  /** If a form repeats a field, the first value counts; by default that is an error. */
  readonly forms?: "first";
  /** JSON bodies may have one row per line. */
  readonly lines?: "rows";
}

/** Irregularities counted while rows are read. */
export interface RowTally extends MissingValues {
  /** Rows stored at their time of receipt although a field looks like a time. */
  unusedTimes: number;
  /** That field in the last such row. */
  unusedTime: string | undefined;
}

export interface RowTime {
  readonly timeNs: bigint;
  readonly timeSource: Point["timeSource"];
}

/** A row's own time and its other fields. */
export interface TimedRow {
  readonly time: RowTime | undefined;
  readonly fields: JsonObject;
}

const NONE: ReadonlySet<number> = new Set();

/** Maximum number of remembered shapes; then the cache starts anew. Of wide rows only the last is remembered. */
const MOST_SHAPES = 1000;
const MOST_REMEMBERED_FIELDS = 32;

/** Shares one array of columns between all points with the same columns. */
export class Shapes {
  readonly #known = new Map<string, readonly PointColumn[]>();
  #last: readonly PointColumn[] = [];

  of(fields: readonly FieldValue[]): readonly PointColumn[] {
    if (!fits(this.#last, fields)) this.#last = this.#find(fields);
    return this.#last;
  }

  #find(fields: readonly FieldValue[]): readonly PointColumn[] {
    if (fields.length > MOST_REMEMBERED_FIELDS) return columnsOf(fields);
    const key = fields.map(({ name, value, isTag }) => `${isTag ? "tag" : typeof value}:${name}`).join("\n");
    let columns = this.#known.get(key);
    if (columns === undefined) {
      columns = columnsOf(fields);
      if (this.#known.size >= MOST_SHAPES) this.#known.clear();
      this.#known.set(key, columns);
    }
    return columns;
  }
}

function columnsOf(fields: readonly FieldValue[]): readonly PointColumn[] {
  return fields.map(({ name, value, isTag }) => ({ name, type: columnType(value), ...(isTag && { isTag }) }));
}

/** [hot path] */
function fits(columns: readonly PointColumn[], fields: readonly FieldValue[]): boolean {
  if (columns.length !== fields.length) return false;
  for (let index = 0; index < fields.length; index++) {
    const column = columns[index]!;
    const field = fields[index]!;
    if (column.name !== field.name || column.type !== columnType(field.value)) return false;
    if (column.isTag !== field.isTag) return false;
  }
  return true;
}

/**
 * Separates the time from a row [D23].
 * @throws ValueError (code `bad-time`)
 */
export function takeTime(row: JsonObject, context: Pick<RowContext, "reading" | "message">): TimedRow {
  const names = Object.keys(row);
  const { times } = context.reading;
  const nameAt = (index: number): string => names[index] ?? "";
  const roles = timeRoles(names, times);
  const isOther = roles.others.length === 0 ? NONE : new Set(roles.others.map(({ index }) => index));
  const textAt = (index: number) => {
    const value = row[nameAt(index)];
    // A field that only may be a time can have any value.
    return isOther.has(index) && isBranch(value) ? undefined : timeText(nameAt(index), value);
  };
  const found = rowTime(roles, textAt, "an object", (text) => canBeTime(text, context));
  if (found === undefined) return takeNestedTime(row, context);
  return {
    time: { timeNs: readTime(found, context), timeSource: "payload" },
    fields: without(row, found.taken.map(nameAt)),
  };
}

export function readTime({ text, isUtc }: RowTimeText, { reading }: Pick<RowContext, "reading">): bigint {
  return parseTime(text, isUtc ? "UTC" : reading.timeZone, reading.dates);
}

function takeNestedTime(row: JsonObject, context: Pick<RowContext, "reading" | "message">): TimedRow {
  for (const path of nestedTimes(context.reading.times)) {
    const [outer = "", inner = ""] = path.split(".");
    const object = row[outer];
    const value = isObject(object) ? object[inner] : undefined;
    if (!isObject(object) || value === undefined || isBranch(value)) continue;
    const text = timeText(path, value);
    if (text === undefined || !canBeTime(text, context)) continue;
    const timeNs = parseTime(text, context.reading.timeZone, context.reading.dates);
    return { time: { timeNs, timeSource: "payload" }, fields: { ...row, [outer]: without(object, [inner]) } };
  }
  return { time: undefined, fields: row };
}

/** Whether a text is a plausible time for a row received now. */
export function canBeTime(text: string, { reading, message }: Pick<RowContext, "reading" | "message">): boolean {
  try {
    return isPlausible(parseTime(text, reading.timeZone, reading.dates), message.receivedNs);
  } catch {
    return false;
  }
}

/** Counts a row without a time of its own if one of its fields looks like a time. */
export function noteUnusedTime(fields: readonly FieldValue[], context: RowContext): void {
  const unused = fields.find(({ name, value }) => soundsLikeTime(name) && canBeTime(String(value), context));
  if (unused === undefined) return;
  context.tally.unusedTimes++;
  context.tally.unusedTime = unused.name;
}

/**
 * Rows without a time of their own follow the time of receipt at intervals of one nanosecond [D16], or of one slot of a
 * cluster's clocks.
 */
export function receiptTime({ message, receiptStepNs }: RowContext, row: number): RowTime {
  return { timeNs: message.receivedNs + BigInt(row * receiptStepNs), timeSource: "receipt" };
}

export function pointOf(context: RowContext, time: RowTime, fields: readonly FieldValue[]): DevicePoint {
  const { database, measurement } = context.address;
  const texts = textsOf(fields);
  return {
    database,
    measurement,
    timeNs: time.timeNs,
    timeSource: time.timeSource,
    columns: context.shapes.of(fields),
    values: fields.map((field): ColumnValue => field.value),
    ...(texts && { texts }),
  };
}

/** By name: the text of numbers that were sent as text. */
function textsOf(fields: readonly FieldValue[]): Point["texts"] {
  let texts: Map<string, string> | undefined;
  for (const { name, text } of fields) {
    if (text === undefined) continue;
    texts ??= new Map();
    texts.set(name, text);
  }
  return texts;
}

function columnType(value: FieldValue["value"]): PointColumn["type"] {
  if (typeof value === "number") return "float";
  return typeof value === "boolean" ? "boolean" : "string";
}

function without(row: JsonObject, names: readonly string[]): JsonObject {
  const rest = Object.entries(row).filter(([key]) => !names.includes(key));
  return Object.fromEntries<JsonValue>(rest);
}

function isBranch(value: JsonValue | undefined): boolean {
  return isObject(value) || Array.isArray(value);
}
