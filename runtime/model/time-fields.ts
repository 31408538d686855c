/** Finds the fields of a row that hold its time [D23]. Pure. */

import { type Calendar, calendarIn, calendarTime, zoneField, zoneOf } from "./calendar-fields.ts";
import { zoneOffset } from "./time.ts";
import { type DateDigits, dateOfDigits, dateOfTwo } from "./time-forms.ts";
import {
  CALENDAR_DAYS,
  CHANNEL_FIELD,
  CLOCKS,
  CREATED_AT,
  DATES_OF_DIGITS,
  DAYS,
  DAYS_BESIDE_CLOCKS,
  DOUBTFUL_INSTANTS,
  DURATIONS,
  HOURS,
  INSTANTS,
  LONGEST_NAME,
  NESTED_INSTANTS,
  OTHER_INSTANTS,
  OTHER_UTC_INSTANTS,
  TIMELY,
  UTC_INSTANTS,
  WORDS_FOR_TIME,
  YEARS,
} from "./time-words.ts";

/** Names of time fields; the first one present applies [D23]. */
const TIME_FIELDS: readonly string[] = ["time", "datetime", "dateTime", "Time", "timestamp"];

/** Range of plausible times: after 1999, at most a day ahead. */
const EARLIEST_NS = 946_684_800_000_000_000n;
const DAY_NS = 86_400_000_000_000n;

/** `10.00.00` and `10.05` beside a day. [CLDR: it, fi, da] */
const POINTED_CLOCK = /^(\d{1,2})\.(\d{2})(?:\.(\d{2}))?$/;
/** `10:5:0` of sketches that print no zeros. */
const UNPADDED_CLOCK = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?=$|[.,])/;

/** The role of a name: an index in `TIME_FIELDS`, an instant with its offset, or one of the others. */
type Role =
  | number
  | { readonly offset: string }
  | "instant"
  | "utc"
  | "day"
  | "clock"
  | "other"
  | "other-utc"
  | "word"
  | "day-beside-clock"
  | "year"
  | undefined;

/** Maximum size of the cache: devices repeat the same names; beyond it, the cache starts anew. */
const MOST_KNOWN = 10_000;
const ROLES = new Map<string, Role>();

/** `12:30`, `9:05:00.5`, `12:30:00Z`, `1:05 PM`: a time of day without a date. */
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[Zz]|[AaPp]\.?[Mm]\.?|[ap]|[+-]\d{2}:?\d{2})?$/;

interface Instant {
  readonly index: number;
  /** Whether the name says UTC; other times without a zone are in the realm's zone. */
  readonly isUtc: boolean;
  /** What the name says of their zone: `+01:00`. */
  readonly offset?: string;
  /** Dates as digits that no other field may have, since they could be counters or epochs. */
  readonly digits?: readonly DateDigits[];
}

/** A name with its zone behind it. [Onset HOBOware: `Date Time, GMT+01:00`] */
const ZONED_NAME = /^(.{1,30}?)[\s,;_([-]*(?:GMT|UTC) ?([+-])(\d{1,2})(?::?(\d{2}))?[)\]]?$/i;
/** A name with a zone's short name, or with the form of its dates. [Onset HOBOconnect: `Date-Time (CET)`; Dexcom Clarity] */
const NAME_WITH_ZONE = /^(.{1,30}?)\s*[([]([A-Z]{3,4})[)\]]$/;
const NAME_WITH_FORM = /^(.{1,30}?)\s*[([](?=.*[DdTt]{2})[YyJjMmDdTtHhSs\-/.:, ]{8,25}[)\]]$/;
/** A name with the unit of its numbers behind it, which their size tells, too: `Epoch (ms)`. */
const NAME_WITH_UNIT = /^(.{1,20}?)\s*[([](?:s|sec|secs|seconds|ms|msec|us|\u00b5s|ns|UTC)[)\]]$/;
/** A name that is the form of the date, in English or German. [SMA Sunny Explorer] */
const DATE_FORM =
  /^(?:(?:d{1,2}|t{1,2})([./-])m{1,2}\1(?:y{2,4}|j{2,4})|(?:y{4}|j{4})([./-])m{1,2}\2(?:d{1,2}|t{1,2}))[ t]hh?[:.]mm(?:[:.]ss)?$/i;

/** Indices of a row's fields that concern time. */
export interface TimeRoles {
  /** The preferred one first. */
  readonly instants: readonly Instant[];
  readonly days: readonly number[];
  /** Times of day in fields whose names do not denote an instant. */
  readonly clocks: readonly number[];
  /** Columns of a table behind a day: a time of day if their cells look like one, whatever their language. */
  readonly besides: readonly number[];
  /** Columns of a table with a day that hold the hour. */
  readonly hours: readonly number[];
  /** Used only if nothing else is a time, and if their value is plausible. */
  readonly others: readonly Instant[];
  /** Fields for the parts of a date. */
  readonly calendar?: Calendar;
  /** Field that may name the time's zone. */
  readonly zone?: number;
}

export interface RowTimeText {
  readonly text: string;
  readonly isUtc: boolean;
  /** The IANA zone that the row names. */
  readonly zone?: string;
  /** The fields that form the time. */
  readonly taken: readonly number[];
}

/** @param own a realm's names of time fields, which have precedence */
export function timeRoles(
  names: readonly string[],
  own: readonly string[] = [],
  row: "of a table" | "an object" = "an object",
): TimeRoles {
  if (!haveRoles(names, own)) return NO_ROLES;
  const exact = new Map<number, Instant>();
  const found: Record<Kind, number[]> = {
    instant: [],
    day: [],
    clock: [],
    other: [],
    "day-beside-clock": [],
    year: [],
  };
  const instantAt = (index: number): Instant => instantOf(index, roleIn(names[index]!, names), names[index]!);
  for (const [index, name] of names.entries()) {
    const role = roleIn(name, names);
    if (typeof role === "number") exact.set(role, instantAt(index));
    else if (role !== undefined) found[kindIn(role, row)].push(index);
  }
  const preferred = [...exact].sort(([a], [b]) => a - b).map(([, instant]) => instant);
  const given = own.flatMap((name) => (names.includes(name) ? [ownInstant(names.indexOf(name), name)] : []));
  const instants = [...given, ...preferred, ...found.instant.map(instantAt)];
  const others = found.other.map(instantAt);
  const more = inFields(names, row, found.year.length > 0);
  if (row === "an object")
    return { instants, days: found.day, clocks: found.clock, besides: [], hours: [], others, ...more };
  const hasClock = found.clock.length + instants.length > 0;
  const days = found.day.length === 0 && hasClock ? found["day-beside-clock"] : found.day;
  const isBeside = (index: number) =>
    index < names.length && roleIn(names[index]!, names) === undefined && !DURATIONS.test(names[index]!);
  const besides = days.map((day) => day + 1).filter(isBeside);
  const hours = days.length === 0 ? [] : [...names.keys()].filter((index) => HOURS.has(wordsOf(names[index]!)));
  return { instants, days, clocks: found.clock, besides, hours, others, ...more };
}

const NONE: readonly string[] = [];
const OF_TABLES = new WeakMap<readonly string[], { readonly own: readonly string[]; readonly roles: TimeRoles }>();

/** The roles of a table's columns, found once for a list of names that is in use. */
export function tableRoles(names: readonly string[], own: readonly string[] = NONE): TimeRoles {
  const known = OF_TABLES.get(names);
  if (known?.own === own) return known.roles;
  const roles = timeRoles(names, own, "of a table");
  OF_TABLES.set(names, { own, roles });
  return roles;
}

/** Whether these are fields of a row with a time, but for names that may mean something else. */
export function isTimed({ instants, days, clocks, calendar }: TimeRoles): boolean {
  return instants.length + days.length + clocks.length > 0 || calendar !== undefined;
}

/** The field that is the time if its text has a date and a time of day: no other field can be a part of it. */
export function loneInstant({ instants, days, others, calendar, zone }: TimeRoles): Instant | undefined {
  const isAlone = days.length + others.length === 0 && calendar === undefined && zone === undefined;
  const [first, ...rest] = instants;
  return isAlone && rest.length === 0 && first?.offset === undefined ? first : undefined;
}

/** An object with a date in parts is of a clock if it has its hour and minute, too. */
function inFields(
  names: readonly string[],
  row: "of a table" | "an object",
  hasYear: boolean,
): Pick<TimeRoles, "calendar" | "zone"> {
  const zone = zoneField(names);
  const calendar = hasYear ? calendarIn(names) : undefined;
  const isWhole = row === "of a table" || calendar?.minute !== undefined;
  return { ...(zone !== undefined && { zone }), ...(calendar && isWhole && { calendar }) };
}

type Kind = "instant" | "day" | "clock" | "other" | "day-beside-clock" | "year";

/** What a role means in a table, or in an object. */
function kindIn(role: Exclude<Role, number | undefined>, row: "of a table" | "an object"): Kind {
  switch (role) {
    case "day":
    case "clock":
    case "other":
    case "day-beside-clock":
    case "year":
      return role;
    case "other-utc":
      return "other";
    case "word":
      return row === "of a table" ? "instant" : "other";
    default:
      return "instant";
  }
}

function instantOf(index: number, role: Role, name: string): Instant {
  const isUtc = role === "utc" || role === "other-utc";
  if (typeof role === "object") return { index, isUtc, offset: role.offset };
  return DATES_OF_DIGITS.has(wordsOf(name)) ? { index, isUtc, digits: ALL_DIGITS } : { index, isUtc };
}

/** A field that the realm names cannot be a counter. */
function ownInstant(index: number, name: string): Instant {
  return { index, isUtc: OTHER_UTC_INSTANTS.has(wordsOf(name)), digits: ALL_DIGITS };
}

const ALL_DIGITS: readonly DateDigits[] = [8, 10, 12, 14];
/** In an object, twelve digits may be a counter of microseconds; in a table, they are a column of dates. */
const IN_TABLE: readonly DateDigits[] = [12, 14];
const IN_OBJECT: readonly DateDigits[] = [14];

function roleIn(name: string, names: readonly string[]): Role {
  return name === CREATED_AT && names.some((other) => CHANNEL_FIELD.test(other)) ? "other" : roleOf(name);
}

/** Fast path: most rows have no time. */
function haveRoles(names: readonly string[], own: readonly string[]): boolean {
  return own.length > 0 || names.some((name) => roleOf(name) !== undefined || name === CREATED_AT);
}

/** The offset in the name of a time. */
function offsetIn(name: string): string | undefined {
  const [, time, sign, hours = "", minutes = "00"] = ZONED_NAME.exec(name) ?? [];
  if (time === undefined || !INSTANTS.has(wordsOf(time))) return undefined;
  return `${sign}${hours.padStart(2, "0")}:${minutes}`;
}

function zoneIn(name: string): string | undefined {
  const [, time, zone = ""] = NAME_WITH_ZONE.exec(name) ?? [];
  const words = wordsOf(time ?? "");
  const isTime = INSTANTS.has(words) || WORDS_FOR_TIME.has(words) || CLOCKS.has(words);
  return isTime ? zoneOffset(zone) : undefined;
}

/**
 * A name for a time with something else in brackets (`Time (s)`, `Date [local]`), which is ambiguous: returns its name
 * without the brackets.
 */
export function qualifiedTime(name: string): string | undefined {
  const [, plain] = /^([^([]*)[([].*[)\]]\s*$/.exec(name.slice(0, 2 * LONGEST_NAME)) ?? [];
  if (plain === undefined) return undefined;
  const { instants, days } = timeRoles([plain.trim(), name]);
  // With the brackets it may be a known name: Time (UTC).
  return instants.some(({ index }) => index === 1) || instants.length + days.length === 0 ? undefined : plain.trim();
}

/**
 * The text of a row's time, if it has one.
 * @param textAt a field's text; undefined if it has no value
 * @param canBe whether a text is a plausible time for the row
 * @param row in a table, a column named like a day or a time of day is the time; in an object, such a field may be
 * anything
 */
export function rowTime(
  roles: TimeRoles,
  textAt: (index: number) => string | undefined,
  row: "of a table" | "an object",
  canBe: (text: string) => boolean,
): RowTimeText | undefined {
  if (roles === NO_ROLES) return undefined;
  const found = foundTime(roles, textAt, row, canBe);
  const zone = found === undefined || found.isUtc || roles.zone === undefined ? undefined : zoneOf(textAt(roles.zone));
  if (found === undefined || zone === undefined) return found;
  return /^[+-]/.test(zone) ? { ...found, text: zoned(found.text, zone) } : { ...found, zone };
}

function foundTime(
  roles: TimeRoles,
  textAt: (index: number) => string | undefined,
  row: "of a table" | "an object",
  canBe: (text: string) => boolean,
): RowTimeText | undefined {
  const known = (roles.calendar && timeInParts(roles, roles.calendar, textAt)) ?? namedTime(roles, textAt, row);
  // A time of day alone says less than the time beside it. [Shelly Gen1: `time` and `unixtime`]
  if (known !== undefined && (roles.others.length === 0 || !CLOCK.test(known.text.trim()))) return known;
  for (const { index, isUtc, digits } of roles.others) {
    const text = read(textAt(index), row, digits);
    if (text !== undefined && canBe(text)) return { text, isUtc, taken: [index, ...(known?.taken ?? [])] };
  }
  return known ?? (row === "an object" ? dayWithClock(roles, textAt, canBe) : undefined);
}

/** The time of a calendar's fields, unless another field has the whole of it. */
function timeInParts(
  roles: TimeRoles,
  calendar: Calendar,
  textAt: (index: number) => string | undefined,
): RowTimeText | undefined {
  const isGiven = (index: number) => index !== calendar.day && index !== calendar.hour && textAt(index) !== undefined;
  if (roles.days.some(isGiven)) return undefined;
  const instant = roles.instants.find(({ index }) => isGiven(index));
  const index = instant?.index ?? roles.clocks.find(isGiven);
  const text = index === undefined ? undefined : textAt(index)?.trim();
  const isClock = text !== undefined && CLOCK.test(text);
  if (instant !== undefined && !isClock) return undefined;
  const found = calendarTime(calendar, textAt, isClock ? { text, taken: [index!] } : undefined);
  return found && { isUtc: instant?.isUtc ?? false, ...found, text: zoned(found.text, instant?.offset) };
}

/** A date in an object is its time if it has a time of day. [fluent-bit, the key `date` of its http output] */
function dayWithClock(
  { days }: TimeRoles,
  textAt: (index: number) => string | undefined,
  canBe: (text: string) => boolean,
): RowTimeText | undefined {
  for (const index of days) {
    const text = read(textAt(index), "an object");
    if (text !== undefined && HAS_CLOCK.test(text.trim()) && canBe(text)) return { text, isUtc: false, taken: [index] };
  }
  return undefined;
}

/** The text of a field that the realm names, with a date of digits in another form. */
export function ownTimeText(text: string): string {
  return dateOfDigits(text.trim(), ALL_DIGITS) ?? text;
}

/** An epoch in s, ms, µs or ns, or a date with a time of day. */
const HAS_CLOCK = /^\d{9,19}(?:\.\d+)?$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[T ,]+\d{1,2}:\d{2}/;

/** The text of an instant, with a date of digits in another form. */
function read<Text extends string | undefined>(
  text: Text,
  row: "of a table" | "an object",
  digits: readonly DateDigits[] = row === "of a table" ? IN_TABLE : IN_OBJECT,
): Text | string {
  return text === undefined ? text : (dateOfDigits(text.trim(), digits) ?? text);
}

function namedTime(
  roles: TimeRoles,
  textAt: (index: number) => string | undefined,
  row: "of a table" | "an object",
): RowTimeText | undefined {
  // Fast path: the time of most rows is one field.
  if (roles.days.length === 0) {
    let clock: RowTimeText | undefined;
    for (const { index, isUtc, offset, digits } of roles.instants) {
      const text = read(textAt(index), row, digits);
      if (text === undefined) continue;
      const taken = clock === undefined ? [index] : [index, ...clock.taken];
      const found = { text: zoned(text, offset), isUtc, taken };
      // A time of day alone says less than a later one with its date. [radiosonde_auto_rx: `time` and `datetime`]
      if (roles.instants.length === 1 || !CLOCK.test(text.trim())) return found;
      clock ??= found;
    }
    if (clock !== undefined) return clock;
  }
  return joinedTime(roles, textAt, row);
}

/** A number counts from 1970, whatever the column's zone. */
function zoned(text: string, offset: string | undefined): string {
  return offset === undefined || /^[\d.]+$|[Zz]$|[A-Za-z]{3}$|[+-]\d{2}:?\d{2}$/.test(text.trim())
    ? text
    : `${text.trim()} ${offset}`;
}

/** A day and a time of day, or one of them. */
function joinedTime(
  roles: TimeRoles,
  textAt: (index: number) => string | undefined,
  row: "of a table" | "an object",
): RowTimeText | undefined {
  const { instants, days } = roles;
  const textOf = (index: number): string => textAt(index)?.trim() ?? "";
  const present = (index: number): boolean => textAt(index) !== undefined;
  const instant = instants.find(({ index }) => present(index));
  const isUtc = instant?.isUtc ?? false;
  const day = days.find(present);
  const time = instant?.index ?? clockOf(roles, textAt);
  if (day !== undefined && time !== undefined) {
    const text = instant === undefined ? textOf(time).replace(HOUR, atHour) : textOf(time);
    const joined = dateWithClock(textOf(day), text);
    if (joined !== undefined) return { text: zoned(joined, instant?.offset), isUtc, taken: [day, time] };
  }
  const lone = instant?.index ?? (row === "of a table" ? (time ?? day) : undefined);
  if (lone === undefined) return undefined;
  const allowed = instant?.digits ?? (lone === day ? ALL_DIGITS : undefined);
  return { text: zoned(read(textAt(lone), row, allowed) ?? "", instant?.offset), isUtc, taken: [lone] };
}

/** The field with the row's time of day. */
function clockOf(
  { clocks, besides, hours }: TimeRoles,
  textAt: (index: number) => string | undefined,
): number | undefined {
  const named = clocks.find((index) => textAt(index) !== undefined);
  const beside = named ?? besides.find((index) => isTimeOfDay(textAt(index)));
  return beside ?? hours.find((index) => HOUR.test(textAt(index)?.trim() ?? ""));
}

function atHour(hour: string): string {
  return `${hour.padStart(2, "0")}:00`;
}

/** Hours that end, from 1 to 24, in a column for the time of day. [i-DE; Datadis] */
const HOUR = /^(?:[01]?\d|2[0-4])$/;

function isTimeOfDay(text: string | undefined): boolean {
  return text !== undefined && CLOCK.test(text.trim()) && Number.parseInt(text, 10) < 24;
}

/** Undefined if the second text is not a time of day. */
function dateWithClock(date: string, given: string): string | undefined {
  const clock = given
    .replace(POINTED_CLOCK, (_, hour, minute, second = "00") => `${hour}:${minute}:${second}`)
    .replace(UNPADDED_CLOCK, (_, ...parts) =>
      parts
        .slice(0, 3)
        .map((part) => part.padStart(2, "0"))
        .join(":"),
    );
  return dateOfTwo(date, clock) ?? (CLOCK.test(clock) ? `${date} ${clock}` : undefined);
}

const NO_ROLES: TimeRoles = { instants: [], days: [], clocks: [], besides: [], hours: [], others: [] };

const COUNTER = /^(?:#|n[or]\.?|n\u00b0|num|number|index|row|rec|record|lfd\.? ?nr\.?|pos\.?)$/i;

/** The columns of a table without a named time that may hold it, whatever their name: the first, or the one behind a counter. */
export function leadingColumns(fields: readonly string[]): readonly number[] {
  return COUNTER.test(fields[0]?.trim() ?? "") ? [1, 0] : [0];
}

/** Whether a cell of such a column can only be a time: to the day, if its name says so. */
export function isLeading(field: string, cell: string): boolean {
  return isDateAndClock(cell) || (CALENDAR_DAYS.has(wordsOf(field)) && WHOLE_DATE.test(cell.trim()));
}

const WHOLE_DATE =
  /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4}|(?:\p{L}{2,10}\.?,? )?(?:\d{1,2}[ -][A-Za-z]{3,9}\.?|[A-Za-z]{3,9}\.? \d{1,2},)[ -]\d{4})$/u;

/** The time in one of these columns. */
export function leadingTime(
  textAt: (index: number) => string | undefined,
  fields: readonly string[],
  columns: readonly number[],
  canBe: (text: string) => boolean,
): RowTimeText | undefined {
  for (const index of columns) {
    const text = textAt(index);
    if (text !== undefined && isLeading(fields[index]!, text) && canBe(text))
      return { text, isUtc: false, taken: [index] };
  }
  return undefined;
}

/** Names inside objects that hold the time of a row without another one. */
export function nestedTimes(own: readonly string[]): readonly string[] {
  return own.length === 0 ? NESTED_INSTANTS : [...own.filter((name) => name.includes(".")), ...NESTED_INSTANTS];
}

/** Whether this is a plausible time for a row received at `receivedNs`: since 2000, and at most a day ahead. */
export function isPlausible(timeNs: bigint, receivedNs: bigint): boolean {
  return timeNs >= EARLIEST_NS && timeNs <= receivedNs + DAY_NS;
}

/** Whether one of the other names can only mean a time. */
export function isSurelyTime(name: string): boolean {
  return !DOUBTFUL_INSTANTS.has(wordsOf(name));
}

/** `2026-01-30T12:00`, `30.01.2026 12:00:05`, `1/30/26, 9:05 AM`: a date with a time of day. */
const DATE_AND_CLOCK =
  /^(?:\d{4}([-/]|\. ?)\d{1,2}\1\d{1,2}\.?|\d{1,2}([-/]|\. ?)(?:\d{1,2}|[A-Za-z]{3})\2(?:\d{4}|\d{2})|\d{4}\u5e74\d{1,2}\u6708\d{1,2}\u65e5)(?:[Tt]|,? {1,2})\d{1,2}[:.]\d{2}/;
/** Length of `1/1/26 1:00`. */
const SHORTEST_DATE_AND_CLOCK = 11;
const LONGEST_DATE_AND_CLOCK = 40;

/** Whether a text can only be a date with a time of day, also one whose order of day and month is open. [hot path] */
export function isDateAndClock(text: string): boolean {
  const { length } = text;
  if (length < SHORTEST_DATE_AND_CLOCK || length > LONGEST_DATE_AND_CLOCK) return false;
  return DATE_AND_CLOCK.test(text.trim());
}

const TIMELY_NAMES = new Map<string, boolean>();

/** Whether a field's name sounds like a time. */
export function soundsLikeTime(name: string): boolean {
  let known = TIMELY_NAMES.get(name);
  if (known === undefined) {
    known = TIMELY.test(name.slice(-LONGEST_NAME));
    if (TIMELY_NAMES.size >= MOST_KNOWN) TIMELY_NAMES.clear();
    TIMELY_NAMES.set(name, known);
  }
  return known;
}

function roleOf(name: string): Role {
  if (name.length > LONGEST_NAME) return undefined;
  if (ROLES.has(name)) return ROLES.get(name);
  if (ROLES.size >= MOST_KNOWN) ROLES.clear();
  const role = findRole(name);
  ROLES.set(name, role);
  return role;
}

const ROLES_OF_WORDS: readonly (readonly [ReadonlySet<string>, Role])[] = [
  [INSTANTS, "instant"],
  [UTC_INSTANTS, "utc"],
  [DAYS, "day"],
  [OTHER_INSTANTS, "other"],
  [OTHER_UTC_INSTANTS, "other-utc"],
  [CLOCKS, "clock"],
  [WORDS_FOR_TIME, "word"],
  [DAYS_BESIDE_CLOCKS, "day-beside-clock"],
  [YEARS, "year"],
];

function findRole(name: string): Role {
  const rank = TIME_FIELDS.indexOf(name);
  if (rank >= 0) return rank;
  const words = wordsOf(name);
  const known = DATE_FORM.test(name) ? "instant" : ROLES_OF_WORDS.find(([each]) => each.has(words))?.[1];
  return known ?? roleWithMore(name);
}

/** A name with a unit, an offset, a zone or a form behind it. */
function roleWithMore(name: string): Role {
  const [, inUnit] = NAME_WITH_UNIT.exec(name) ?? [];
  if (inUnit !== undefined && OTHER_INSTANTS.has(wordsOf(inUnit))) return "other";
  const offset = offsetIn(name) ?? zoneIn(name);
  if (offset !== undefined) return { offset };
  const [, formed] = NAME_WITH_FORM.exec(name) ?? [];
  return formed === undefined ? undefined : findRole(formed);
}

function wordsOf(name: string): string {
  return name.toLowerCase().replace(/[\s_\-.,/:()[\]]/g, "");
}
