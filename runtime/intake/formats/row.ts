/** Converts one row of named values to a point of a device. */

import type { ColumnValue } from "../../codec/struct-codec.ts";
import { isLeaf, isObject, type JsonObject, type JsonValue, NumberText } from "../../lib/json-value.ts";
import type { Address } from "../../model/address.ts";
import { ValueError } from "../../model/error-signal.ts";
import type { Message } from "../../model/message.ts";
import type { Point, PointColumn } from "../../model/point.ts";
import { LONGEST_SERIES_NAME, seriesName } from "../../model/series-name.ts";
import { type DateOrder, parseAnyTime, parseTime } from "../../model/time.ts";
import {
  isDateAndClock,
  isPlausible,
  isSurelyTime,
  nestedTimes,
  ownTimeText,
  type RowTimeText,
  rowTime,
  soundsLikeTime,
  type TimeRoles,
  timeRoles,
} from "../../model/time-fields.ts";
import { wrappedTime } from "../../model/time-forms.ts";
import { type FieldReading, type FieldValue, type MissingValues, timeText } from "../../model/values.ts";
import type { TimeTest } from "./placed-tables.ts";

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
  /** A comma is decimal in tables with semicolons. */
  readonly tables?: "comma";
  /** Fields whose values name the series of a row. */
  readonly series?: readonly string[];
  /** Times before 2000 and more than a day ahead count, too. */
  readonly anyTime?: true;
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
  /** The column that is the rows' time by its place. */
  guessedTime?: string | undefined;
  /** Rows stored at their time of receipt since their own time cannot be right [D54]. */
  unsetClocks: number;
  /** The text of the last such time. */
  unsetClock: string | undefined;
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
    const key = fields.map((field) => `${field.isTag ? "tag" : typeOf(field)}:${field.name}`).join("\n");
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
  return fields.map((field) => ({ name: field.name, type: typeOf(field), ...(field.isTag && { isTag: true }) }));
}

/** [hot path] */
function fits(columns: readonly PointColumn[], fields: readonly FieldValue[]): boolean {
  if (columns.length !== fields.length) return false;
  for (let index = 0; index < fields.length; index++) {
    const column = columns[index]!;
    const field = fields[index]!;
    if (column.name !== field.name || column.type !== typeOf(field)) return false;
    if (column.isTag !== field.isTag) return false;
  }
  return true;
}

/**
 * Separates the time from a row [D23].
 * @throws ValueError (code `bad-time`)
 */
export function takeTime(row: JsonObject, context: TimeContext): TimedRow {
  const names = Object.keys(row);
  const { times } = context.reading;
  const nameAt = (index: number): string => names[index] ?? "";
  const roles = timeRoles(names, times);
  const others = [...roles.others.map(({ index }) => index), ...roles.days];
  const isOther = others.length === 0 ? NONE : new Set(others);
  const textAt = (index: number) => {
    const value = row[nameAt(index)];
    // A field that only may be a time can have any value.
    return isOther.has(index) && isNoTime(value) ? undefined : timeText(nameAt(index), value);
  };
  const found = rowTime(roles, textAt, "an object", (text) => canBeTime(text, context));
  if (found === undefined) {
    const nested = isPlain(row, names) ? { time: undefined, fields: row } : takeNestedTime(row, context);
    if (nested.time === undefined) noteUnsetOther(roles, names, textAt, context);
    return nested;
  }
  return { time: readTime(found, context), fields: without(row, found.taken.map(nameAt)) };
}

const FORECAST_NS = 366n * 86_400_000_000_000n;

/** Looks at values of a body, beside one for each byte: known programs' bodies need less than one for each. */
const LEAST_LOOKS = 20_000;

/**
 * Times of rows within a body. What cannot be a time there is not counted. Its functions throw a ValueError (code
 * `too-large`) if a body could be a table in so many ways that finding out holds up other messages.
 */
export function timeTest(given: RowContext): TimeTest {
  const tally = { missing: 0, unusedTimes: 0, unusedTime: undefined, unsetClocks: 0, unsetClock: undefined };
  // A list may be a forecast: its rows are rows, whether their times count or not.
  const message = { ...given.message, receivedNs: given.message.receivedNs + FORECAST_NS };
  const context = { ...given, tally, message };
  let left = LEAST_LOOKS + message.payload.length;
  const look = (values: number) => {
    left -= values;
    if (left < 0)
      throw new ValueError("The body could be a table in too many ways, send an array of rows", "too-large");
  };
  const kindOf = (value: JsonValue): "time" | "unset" | undefined => {
    look(1);
    const text = isNoTime(value) ? undefined : timeText("", value);
    return text === undefined ? undefined : kindOfTime(text, context);
  };
  return {
    look,
    timesIn: (values) => values.filter((value) => kindOf(value) === "time").length,
    areTimes: (values) => {
      const counts = { time: 0, unset: 0 };
      for (const value of values) {
        const kind = kindOf(value);
        if (kind === undefined) return false;
        counts[kind]++;
      }
      return counts.time > 0 && counts.time >= 2 * counts.unset;
    },
    take: (object) => {
      look(Object.keys(object).length);
      try {
        const { time, fields: rest } = takeTime(object, context);
        return time && { time: new NumberText(String(time.timeNs)), rest };
      } catch {
        return undefined; // Another time than a row can have.
      }
    },
  };
}

/** A plausible time, one of a clock that is not set yet (1970, or a counter since the start), or none. */
function kindOfTime(text: string, { reading, message }: RowContext): "time" | "unset" | undefined {
  try {
    const timeNs = parseTime(text, reading.timeZone, reading.dates);
    if (message.measuredNs === undefined && isPlausible(timeNs, message.receivedNs)) return "time";
    return timeNs >= 0n && !isPlausible(timeNs, LATEST_PLAN_NS) ? "unset" : undefined;
  } catch {
    return undefined;
  }
}

/** Counts a time of another known name that cannot be right; its field stays a value, since it may mean something else. */
export function noteUnsetOther(
  { others }: TimeRoles,
  names: readonly string[],
  textAt: (index: number) => string | undefined,
  { reading, tally }: TimeContext,
): void {
  if (reading.anyTime) return;
  for (const { index } of others) {
    const text = textAt(index)?.trim();
    if (text === undefined || !isSurelyTime(names[index]!) || !/^-?[\d.]+$|^\d{4}-\d\d-\d\d/.test(text)) continue;
    tally.unsetClocks++;
    tally.unsetClock = text;
    return;
  }
}

/** The zero dates of databases, and of clocks that were never set: 0000-00-00, 2000-00-00. */
const NO_DATE = /^(?:0000-\d\d-\d\d|\d{4}-00-00|00\.00\.\d{2,4})(?:[ T]|$)/;

function isNoDate(text: string): boolean {
  // Fast path: most times are digits alone, or have a month.
  const mayBe = text[4] === "-" ? text[0] === "0" || text[6] === "0" : text[2] === ".";
  return mayBe && NO_DATE.test(text);
}

/**
 * The time of a row; undefined if it is the time of receipt, and counted if the sender's clock cannot be right [D54].
 * @throws ValueError (code `bad-time`)
 */
export function readTime(
  { text, isUtc, zone }: Pick<RowTimeText, "text" | "isUtc" | "zone">,
  context: TimeContext,
): RowTime | undefined {
  const { reading, message, tally } = context;
  const timeZone = isUtc ? "UTC" : (zone ?? reading.timeZone);
  const written = text.trim();
  // [Weather Underground's protocol, dateutc]
  if (written.length === 3 && written.toLowerCase() === "now") return undefined;
  // On arrival, the time was found to be a counter.
  if (isNoDate(written) || message.measuredNs !== undefined) return unset(written, tally);
  if (reading.anyTime) return { timeNs: parseTime(text, timeZone, reading.dates), timeSource: "payload" };
  const timeNs = parseAnyTime(text, timeZone, reading.dates);
  return isPlausible(timeNs, nowOf(context)) ? { timeNs, timeSource: "payload" } : unset(written, tally);
}

/** What a time is compared with: an event may be planned, so it may be in the future. */
export function nowOf({ address, message }: Pick<RowContext, "address" | "message">): bigint {
  return address.kind === "event" ? LATEST_PLAN_NS : message.receivedNs;
}

function unset(text: string, tally: RowTally): undefined {
  tally.unsetClocks++;
  tally.unsetClock = text;
  return undefined;
}

type TimeContext = Pick<RowContext, "address" | "reading" | "message" | "tally">;
/** A day before the end of the databases' range. */
const LATEST_PLAN_NS = 9_223_285_636_854_775_806n;

/** The same, only for the time fields that the realm names; any other member is a value, whatever its name. */
export function takeOwnTime(row: JsonObject, context: TimeContext): TimedRow {
  for (const path of context.reading.times) {
    const { value, rest } = memberAt(row, path);
    const given = isNoTime(value) ? undefined : timeText(path, value);
    const text = given === undefined ? undefined : ownTimeText(given);
    if (text === undefined || !canBeTime(text, context)) continue;
    return { time: readTime({ text, isUtc: false }, context), fields: rest };
  }
  return { time: undefined, fields: row };
}

/** A member, or one of an inner object (`outer.inner`, at any depth), and the row without it. */
function memberAt(row: JsonObject, path: string): { readonly value: JsonValue | undefined; readonly rest: JsonObject } {
  if (Object.hasOwn(row, path)) return { value: row[path], rest: without(row, [path]) };
  const at = path.indexOf(".");
  const outer = path.slice(0, Math.max(at, 0));
  const object = Object.hasOwn(row, outer) ? row[outer] : undefined;
  if (at < 0 || !isObject(object)) return { value: undefined, rest: row };
  const { value, rest } = memberAt(object, path.slice(at + 1));
  return { value, rest: { ...row, [outer]: rest } };
}

/** Whether no member is inside of another, nor has a name as if it were. [hot path] */
function isPlain(row: JsonObject, names: readonly string[]): boolean {
  for (const name of names) if (!isLeaf(row[name]!) || name.includes(".")) return false;
  return true;
}

function takeNestedTime(row: JsonObject, context: TimeContext): TimedRow {
  for (const path of nestedTimes(context.reading.times)) {
    const { value, rest } = memberAt(row, path);
    if (value === undefined || isNoTime(value)) continue;
    const given = timeText(path, value);
    if (given === undefined) continue;
    const text = context.reading.times.includes(path) ? ownTimeText(given) : given;
    if (canBeTime(text, context)) return { time: readTime({ text, isUtc: false }, context), fields: rest };
    if (/^-?[\d.]+$|^\d{4}-\d\d-\d\d/.test(text.trim())) unset(text.trim(), context.tally);
  }
  return { time: undefined, fields: row };
}

/** Whether a text is a plausible time for a row received now. */
export function canBeTime(text: string, { reading, message }: Pick<RowContext, "reading" | "message">): boolean {
  if (message.measuredNs !== undefined) return false;
  try {
    return isPlausible(parseTime(text, reading.timeZone, reading.dates), message.receivedNs);
  } catch {
    return false;
  }
}

/** Counts a row without a time of its own if one of its fields looks like a time. */
export function noteUnusedTime(fields: readonly FieldValue[], context: RowContext): void {
  const unused =
    fields.find(({ name, value }) => soundsLikeTime(name) && canBeTime(String(value), context)) ??
    fields.find(({ value }) => typeof value === "string" && (isDateAndClock(value) || hasTimeInside(value, context))) ??
    fields.find(({ value }) => typeof value === "number" && isAboutNow(value, context));
  if (unused === undefined) return;
  context.tally.unusedTimes++;
  context.tally.unusedTime = unused.name;
}

/** Whether a number is an epoch of today, whatever its name: no other value is. [WeatherFlow Tempest, a list's first number] */
export function isAboutNow(value: number, { message }: Pick<RowContext, "message">): boolean {
  if (value < 1e9) return false;
  const seconds = Number(message.receivedNs / 1_000_000_000n);
  return [1, 1e3, 1e6, 1e9].some((unit) => Math.abs(value / unit - seconds) < 86_400);
}

const MEMBER = /"([\w@ .-]{1,30})":(?:"([^"\\]{8,40})"|(\d{9,19}(?:\.\d{1,9})?)(?=[,}]))/g;
const MOST_MEMBERS = 20;

/** Whether a column of JSON has rows with times of their own. */
function hasTimeInside(value: string, context: RowContext): boolean {
  if (!value.startsWith("[{")) return false;
  let members = 0;
  for (const [, name = "", text, digits = ""] of value.matchAll(MEMBER)) {
    if (++members > MOST_MEMBERS) return false;
    if (soundsLikeTime(name) && canBeTime(text ?? digits, context)) return true;
  }
  return false;
}

/**
 * Rows without a time of their own follow the time of receipt at intervals of one nanosecond [D16], or of one slot of a
 * cluster's clocks.
 */
export function receiptTime({ message, receiptStepNs }: RowContext, row: number): RowTime {
  return { timeNs: message.receivedNs + BigInt(row * receiptStepNs), timeSource: "receipt" };
}

export function pointOf(context: RowContext, time: RowTime, fields: readonly FieldValue[]): DevicePoint {
  const { database } = context.address;
  const measurement = seriesOf(context, fields);
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

/** The row's measurement, or its series where the realm names fields that identify one [D56]. */
function seriesOf({ address, reading: { series } }: RowContext, fields: readonly FieldValue[]): string {
  if (series === undefined || address.kind === "event") return address.measurement;
  return seriesIn(
    address.measurement,
    series.flatMap((name) => {
      const field = fields.find((each) => each.name === name);
      return field === undefined ? [] : [[name, field.text ?? String(field.value)] as const];
    }),
  );
}

/** @throws ValueError if the name is too long */
export function seriesIn(measurement: string, tags: readonly (readonly [string, string])[]): string {
  if (tags.length === 0) return measurement;
  const name = seriesName(measurement, tags);
  if (name.length <= LONGEST_SERIES_NAME) return name;
  throw new ValueError(`The name of the row's series is over ${LONGEST_SERIES_NAME} long`, "bad-value");
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

function typeOf({ value, type }: FieldValue): PointColumn["type"] {
  if (type !== undefined) return type;
  if (typeof value === "number") return "float";
  return typeof value === "boolean" ? "boolean" : "string";
}

function without(row: JsonObject, names: readonly string[]): JsonObject {
  const rest = Object.entries(row).filter(([key]) => !names.includes(key));
  return Object.fromEntries<JsonValue>(rest);
}

/** Whether a value cannot be a time, whatever it says. */
function isNoTime(value: JsonValue | undefined): boolean {
  return typeof value === "boolean" || Array.isArray(value) || (isObject(value) && wrappedTime(value) === undefined);
}
