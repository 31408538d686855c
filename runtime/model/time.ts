/** Parses times of senders to nanoseconds since 1970 [D23]. Pure. */

import { dictionary } from "../lib/dictionary.ts";
import { ValueError } from "./error-signal.ts";
import { localToUtcMs } from "./time-zone.ts";

/** The range of the databases: 64 bits without the values reserved for "never". */
const MIN_NS = -9_223_372_036_854_775_806n;
const MAX_NS = 9_223_372_036_854_775_806n;

/** Longer texts carry no information, and large integers cost time. */
const MAX_LENGTH = 100;

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

// With dots, the order is day, month, year. With slashes, only dates that begin with a four-digit year are unambiguous.
// [CLDR: cs, sk, hu, with blanks; ja, zh]
const DOTTED = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})(?=[ T]|$)/;
const FULL_YEAR_FIRST = /^(\d{4})([/-]|\. ?)(\d{1,2})\2(\d{1,2})\.?(?=[ T]|$)/;
const SIGNED_DATE = /^(\d{4})[\u5e74\ub144] ?(\d{1,2})[\u6708\uc6d4] ?(\d{1,2})[\u65e5\uc77c] ?/;
const SIGNED_CLOCK = /(\d{1,2})[\u6642\u65f6](\d{1,2})\u5206(?:(\d{1,2})\u79d2)?$/;
/** A time of day with points: of three parts behind any date, of two only behind a date with points. [CLDR: it, fi, da; Oracle's NLS_TIMESTAMP_FORMAT] */
const POINTED_CLOCK = /(?<=\d[ T])(\d{1,2})\.(\d{2})\.(\d{2})(?=[ .]|$)/;
const SHORT_POINTED_CLOCK = /^(\d{1,2}\. ?\d{1,2}\. ?\d{2,4} )(\d{1,2})\.(\d{2})$/;
/** `So 01.03.2026 10:00`, `Mon, 2026-03-02 10:00`. */
const NAME_OF_DAY = /^\p{L}{2,10}\.?,? (?=\d{1,4}[./-] ?\d{1,2}[./-])/u;
/** `2026-03-01_10:00:00`, `2026-03-01_10-00-00`, `2026/03/01/10:00:00`, as names of files have it. */
const JOINED = /^(\d{4}[-/.]\d{2}[-/.]\d{2})[_/](\d{2}[:-]\d{2}(?:[:-]\d{2})?)(?=[.,Z+ ]|$)/;
/** `01/Mar/2026:10:00:00 +0000` [Apache HTTP Server, mod_log_config] */
const LOGGED = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(?=\d{2}:)/;
/** `3/1/2026, 10:00:00 PM`, as JavaScript writes local times. */
const COMMA_BEHIND_DATE = /^([\d./-]{6,10}),(?= \d)/;
/** A blank that typesetters put before PM. [CLDR 42] */
const NARROW_BLANK = /[\u00a0\u2009\u202f]/g;
/** `2026-03-01T10:00:00 01:00`: in a form, a plus that is not escaped becomes a blank. [URL Standard, urlencoded parsing] */
const LOST_PLUS = /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?) (\d{2}:\d{2})$/;
/** `DT#2026-03-01-10:00:00` [IEC 61131-3, literals of date and time; Siemens' DTL] */
const LITERAL = /^(?:DT|LDT|DTL|DATE_AND_TIME)#(\d{4}-\d{1,2}-\d{1,2})-/i;
/** `10:00:00:123` [Keysight]; `10:0:5`, as sketches print numbers without zeros. */
const COLON_MS = /(?<=\d[ T]\d{1,2}:\d{2}:\d{2}):(\d{3})$/;
const UNPADDED = /(?<=\d )(\d{1,2}):(\d{1,2}):(\d{1,2})(?=$|[ .,Z+-])/;
/** [Microsoft's JavaScriptSerializer] */
const MICROSOFT = /^\/Date\((\d{12,14})(?:[+-]\d{4})?\)\/$/;
// Two-digit year first, as some loggers write it: on its own, this is ambiguous.
const YEAR_FIRST = /^(\d{2})\/(\d{2})\/(\d{2})(?=[ T]|$)/;
const YEAR_LAST = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?=[ T]|$)/;
const SHORT_HOUR = /(?<=[ T])(?=\d:)/;
/** `1:05:00 PM`, as American loggers and spreadsheets write it; `1:05p` [Davis WeatherLink]. */
const HALF_DAY = /(?<=[ T])(0?\d|1[0-2])(:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?: ?([AaPp])\.?[Mm]\.?|([ap]))(?= |$)/;

const ZONE_NAME = / ?(?<![A-Za-z])([A-Za-z]{1,4})$/;
/** Hours east of UTC. Ambiguous names (IST, BST, CST in China) are left out, except those of RFC 5322 4.3. */
const ZONES: Readonly<Record<string, number>> = dictionary({
  ...{ UTC: 0, GMT: 0, UT: 0, WET: 0, WEST: 1, CET: 1, CEST: 2, MEZ: 1, MESZ: 2, EET: 2, EEST: 3, MSK: 3 },
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
});
const MONTHS = [
  ...["january", "february", "march", "april", "may", "june", "july", "august", "september", "october"],
  ...["november", "december"],
];
/** Groups `day`, `month`, `year`, `clock`, and `rest` with the zone. */
const NAMED_MONTHS: readonly RegExp[] = [
  // `Sun, 1 Mar 2026 10:00:00 +0100`, `01-Mar-2026 10:00:00.120`. [RFC 5322 3.3; RFC 850; Torque Pro, MATLAB]
  /^(?:[A-Z][a-z]{2,8}, ?)?(?<day>\d{1,2})[ -](?<month>[A-Za-z]{3,9})\.?[ -](?<year>\d{4}|\d{2})(?: (?<clock>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?= |$)(?<rest>.*))?$/,
  // `Sun Mar  1 10:00:00 2026`, with a zone before the year. [C's ctime, date(1), Java's Date.toString]
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) {1,2}(?<day>\d{1,2}) (?<clock>\d{2}:\d{2}:\d{2})(?<rest> (?:[A-Z]{2,4}|[+-]\d{4}|(?:GMT|UTC)[+-]\d{2}:?\d{2}))? (?<year>\d{4})$/,
  // `Sun Mar 01 2026 10:00:00 GMT+0100 (Central European Standard Time)`. [ECMA-262, Date.prototype.toString]
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>\d{2}) (?<year>\d{4}) (?<clock>\d{2}:\d{2}:\d{2})(?<rest> GMT[+-]\d{4})(?: \(.*\))?$/,
  // `Mar 1, 2026 10:00:00 AM`, `March 1, 2026, 10:00`, `Sunday, March 1, 2026`.
  /^(?:[A-Z][a-z]{2,8}, ?)?(?<month>[A-Z][a-z]{2,8})\.? (?<day>\d{1,2}),? (?<year>\d{4})(?:,? (?:at )?(?<clock>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(?=\s|$)(?<rest>.*))?$/,
];
/** `GMT+01:00` as `+01:00`. */
const ZONE_BEFORE_OFFSET = /(?:GMT|UTC)(?=[+-]\d{2})/;
/** `+01:00[Europe/Berlin]`: the offset says it all. [RFC 9557] */
const ZONE_BEHIND_OFFSET = /(?<=[Zz]|[+-]\d{2}:\d{2})\[[A-Za-z0-9_/+-]+\]$/;

/** The order of ambiguous dates. */
export type DateOrder = "year-first" | "day-first" | "month-first" | undefined;

/**
 * Parses ISO 8601, RFC 5322 (dates also as `31.01.2026`, `2026/1/31`), or an epoch in s, ms, µs or ns, distinguished by
 * its size. `text` is a string's content or a number's original digits. A time without a zone is in `timeZone` (IANA
 * name).
 * @throws ValueError (code `bad-time`)
 */
export function parseTime(text: string, timeZone: string, order?: DateOrder): bigint {
  const timeNs = parseAnyTime(text, timeZone, order);
  if (timeNs < MIN_NS || timeNs > MAX_NS) throw badTime(text, "is outside of the years 1677 to 2262");
  return timeNs;
}

/** The same without bounds: a clock that was never set may show any time. @throws ValueError (code `bad-time`) */
export function parseAnyTime(text: string, timeZone: string, order?: DateOrder): bigint {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) throw badTime(text, "is too long");
  if (WHOLE.test(trimmed)) return parseWhole(trimmed);
  return commonTime(trimmed, timeZone) ?? parseOther(trimmed.replace(MICROSOFT, "$1"), timeZone, order);
}

function badTime(text: string, why: string): ValueError {
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return new ValueError(`Time '${shown}' ${why}`, "bad-time");
}

/** The most common form. */
const WHOLE = /^[1-9]\d*$/;

function parseWhole(text: string): bigint {
  return scaled(BigInt(text), unitPower(text.length), false);
}

const ZERO = 0x30;

/**
 * Fast path: `2026-03-01T10:00:00.123Z`, also with a blank, without a fraction or without a zone; undefined for any
 * other form, and for times that do not exist. [hot path]
 * @param start and `last`: the part of the text
 */
export function commonTime(text: string, timeZone: string, start = 0, last = text.length): bigint | undefined {
  if (last - start < 19 || !isPunctuated(text, start)) return undefined;
  const isUtc = text.charCodeAt(last - 1) === UPPER_Z;
  const end = isUtc ? last - 1 : last;
  const length = end - start;
  const hasPoint = text.charCodeAt(start + 19) === POINT && length <= 29;
  const fraction = length === 19 ? 0 : hasPoint ? digitsAt(text, start + 20, end) : Number.NaN;
  const dayMs = dayAt(
    digitsAt(text, start, start + 4),
    digitsAt(text, start + 5, start + 7),
    digitsAt(text, start + 8, start + 10),
  );
  const hour = digitsAt(text, start + 11, start + 13);
  const minute = digitsAt(text, start + 14, start + 16);
  const second = digitsAt(text, start + 17, start + 19);
  // Not a number is less than nothing.
  if (!(fraction >= 0 && dayMs >= 0 && hour < 24 && minute < 60 && second < 60)) return undefined;
  const localMs = dayMs + ((hour * 60 + minute) * 60 + second) * 1000;
  const utcMs = isUtc ? localMs : localToUtcMs(localMs, timeZone);
  return utcMs === undefined ? undefined : nsOf(utcMs, fraction * STEPS[29 - Math.max(length, 20)]!);
}

const STEPS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const NS_PER_MS = 1_000_000;
const WIDE = new DataView(new ArrayBuffer(8));

/** In the year 2262: later times in ns have more than 64 bits. */
const LAST_WIDE_MS = 9_223_372_036_854;

/** `ms * 1_000_000n + fraction` from halves that are exact doubles: four fewer big integers. */
function nsOf(ms: number, fraction: number): bigint {
  if (ms >= LAST_WIDE_MS) return BigInt(ms) * BigInt(NS_PER_MS) + BigInt(fraction);
  const upperMs = Math.floor(ms / 2 ** 16);
  const upper = upperMs * NS_PER_MS;
  const lower = (ms - upperMs * 2 ** 16) * NS_PER_MS + fraction;
  const high = Math.floor(upper / 2 ** 16);
  const rest = (upper - high * 2 ** 16) * 2 ** 16 + lower;
  const carried = Math.floor(rest / 2 ** 32);
  WIDE.setInt32(0, high + carried);
  WIDE.setUint32(4, rest - carried * 2 ** 32);
  return WIDE.getBigInt64(0);
}

function isPunctuated(text: string, start: number): boolean {
  const between = text.charCodeAt(start + 10);
  return (
    text.charCodeAt(start + 4) === DASH &&
    text.charCodeAt(start + 7) === DASH &&
    (between === UPPER_T || between === BLANK) &&
    text.charCodeAt(start + 13) === COLON &&
    text.charCodeAt(start + 16) === COLON
  );
}

const [DASH, COLON, UPPER_T, UPPER_Z, BLANK, POINT, SLASH] = [0x2d, 0x3a, 0x54, 0x5a, 0x20, 0x2e, 0x2f];

/** The last day, and its ms since 1970: most times are of one day. */
const LAST_DAY = { number: 0, ms: Number.NaN };

/** Ms since 1970; not a number for a day before, or none of the calendar. */
function dayAt(year: number, month: number, day: number): number {
  if (!(year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN;
  const number = (year * 12 + month) * 31 + day;
  if (number === LAST_DAY.number) return LAST_DAY.ms;
  const ms = Date.UTC(year, month - 1, day);
  if (day > 28 && new Date(ms).getUTCDate() !== day) return Number.NaN;
  LAST_DAY.number = number;
  LAST_DAY.ms = ms;
  return ms;
}

/** Not a number if there is anything else. */
function digitsAt(text: string, start: number, end: number): number {
  if (start >= end) return Number.NaN;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function parseOther(text: string, timeZone: string, order: DateOrder): bigint {
  const decimal = DECIMAL.exec(text);
  return decimal === null ? parseIso(text, timeZone, order) : parseEpoch(decimal);
}

function parseEpoch(decimal: RegExpExecArray): bigint {
  const [, sign, whole = "", fraction = "", exponent = "0"] = decimal;
  const shift = Number(exponent);
  const written = fraction === "" ? whole : `${whole}${fraction}`;
  const digits = written.startsWith("0") ? written.replace(/^0+(?=\d)/, "") : written;
  // Value = digits × 10^scale seconds, ms, µs or ns.
  const scale = shift - fraction.length;
  const magnitude = digits === "0" ? 0 : digits.length + scale;
  const timeNs = scaled(BigInt(digits), scale + unitPower(magnitude), sign === "-");
  return sign === "-" ? -timeNs : timeNs;
}

// The power of ten of ns in the unit. The size decides: seconds reach the year 5138 before they look like milliseconds,
// and so on [D23].
function unitPower(magnitude: number): number {
  return magnitude <= 11 ? 9 : magnitude <= 14 ? 6 : magnitude <= 17 ? 3 : 0;
}

// Fractions of a nanosecond are cut off towards the past.
function scaled(digits: bigint, power: number, negative: boolean): bigint {
  if (power === 0) return digits;
  if (power > 0) return digits * tenTo(power);
  const divisor = tenTo(-power);
  return negative ? (digits + divisor - 1n) / divisor : digits / divisor;
}

const POWERS_OF_TEN: readonly bigint[] = Array.from({ length: 10 }, (_, power) => 10n ** BigInt(power));

function tenTo(power: number): bigint {
  return POWERS_OF_TEN[power] ?? 10n ** BigInt(power);
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2})(?::(\d{2})(?::(\d{2}))?)?(?:[.,](\d+))?(?: ?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?))?)?$/;
const ISO_BASIC =
  /^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(?:(\d{2})(?:(\d{2}))?)?(?:[.,](\d+))?(?: ?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?))?$/;

interface IsoParts {
  readonly days: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Nanoseconds beyond the last part given. */
  readonly fractionNs: bigint;
  /** Ms east of UTC; undefined without a zone. */
  readonly offsetMs: number | undefined;
}

function otherForm(given: string, order: DateOrder): RegExpExecArray | null {
  const text = given
    .replace(NARROW_BLANK, " ")
    .replace(LITERAL, "$1 ")
    .replace(LOST_PLUS, "$1+$2")
    .replace(COMMA_BEHIND_DATE, "$1")
    .replace(LOGGED, "$1-$2-$3 ")
    .replace(NAME_OF_DAY, "")
    .replace(JOINED, (_, date, clock) => `${date} ${clock.replaceAll("-", ":")}`)
    .replace(SIGNED_DATE, "$1/$2/$3 ")
    .replace(SIGNED_CLOCK, (_, hour, minute, second = "00") => [hour, minute, second].map(twoDigits).join(":"))
    .replace(COLON_MS, ".$1")
    .replace(UNPADDED, (_, hour, minute, second) => [hour, minute, second].map(twoDigits).join(":"))
    .replace(POINTED_CLOCK, "$1:$2:$3")
    .replace(SHORT_POINTED_CLOCK, "$1$2:$3");
  const written = isoDate(inOrder(text, order ?? dateOrderOf(text)));
  return ISO.exec(written) ?? ISO_BASIC.exec(written);
}

function twoDigits(text: string): string {
  return text.padStart(2, "0");
}

function parseIso(text: string, timeZone: string, order: DateOrder): bigint {
  // Fast path: most times are ISO 8601.
  const match = ISO.exec(text) ?? ISO_BASIC.exec(text) ?? otherForm(text, order);
  if (match === null)
    throw badTime(
      text,
      YEAR_LAST.test(text.replace(COMMA_BEHIND_DATE, "$1")) && order === undefined ? AMBIGUOUS : UNREADABLE,
    );
  const parts = isoParts(text, match);
  const localMs = ((parts.days * 24 + parts.hour) * 60 + parts.minute) * 60_000 + parts.second * 1000;
  const utcMs = parts.offsetMs === undefined ? localToUtcMs(localMs, timeZone) : localMs - parts.offsetMs;
  if (utcMs === undefined) throw badTime(text, `does not exist in ${timeZone}: clocks skip it when they go forward`);
  if (parts.second === 60 && !beginsMonth(utcMs)) throw badTime(text, "is not a leap second: those end a month in UTC");
  return BigInt(utcMs) * 1_000_000n + parts.fractionNs;
}

const UNREADABLE = "is neither ISO 8601 nor a number";
const AMBIGUOUS = "may begin with its day or its month: set 'dates' of its realm";

/** The only order that a date can have, if its text shows it: 28/11/2026 begins with its day. */
export function dateOrderOf(text: string): "day-first" | "month-first" | undefined {
  if (!isShortNumber(text)) return undefined;
  const [, first, second, year = ""] = YEAR_LAST.exec(text) ?? [];
  if (Number(first) <= 12) return Number(second) > 12 ? "month-first" : undefined;
  // With two digits at the end, a first number above 12 may be the year.
  return Number(second) > 12 || year.length !== 4 ? undefined : "day-first";
}

/** Whether it begins as a date with the year last: most do not. [hot path] */
function isShortNumber(text: string): boolean {
  const [second, third] = [text.charCodeAt(1), text.charCodeAt(2)];
  return second === DASH || second === SLASH || third === DASH || third === SLASH;
}

function inOrder(text: string, order: DateOrder): string {
  if (order === undefined) return text;
  if (order === "year-first") return text.replace(YEAR_FIRST, "20$1-$2-$3");
  return text.replace(YEAR_LAST, (_, first, second, year) => {
    const [day, month] = order === "day-first" ? [first, second] : [second, first];
    return `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  });
}

/** A date whose month is a name, with the month as a number. */
function numberedMonth(text: string): string {
  // Fast path: a date without a name has no letters but of its zone.
  if (!/[A-Za-z]{3}/.test(text)) return text;
  for (const form of NAMED_MONTHS) {
    const { day = "", month = "", year = "", clock = "00:00", rest = "" } = form.exec(text)?.groups ?? {};
    const number = month === "" ? 0 : MONTHS.findIndex((name) => name.startsWith(month.toLowerCase())) + 1;
    if (number === 0) continue;
    const date = `${year.padStart(4, "20")}-${`${number}`.padStart(2, "0")}-${day.padStart(2, "0")}`;
    return `${date} ${clock}${rest}`;
  }
  return text;
}

function isoDate(text: string): string {
  return numberedMonth(text)
    .replace(ZONE_BEFORE_OFFSET, "")
    .replace(ZONE_BEHIND_OFFSET, "")
    .replace(
      DOTTED,
      (_, day, month, year) => `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
    )
    .replace(FULL_YEAR_FIRST, (_, year, __, month, day) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`)
    .replace(HALF_DAY, (_, hour, rest, half, letter = half) => {
      const hours = (Number(hour) % 12) + (/p/i.test(letter) ? 12 : 0);
      return `${`${hours}`.padStart(2, "0")}${rest}`;
    })
    .replace(SHORT_HOUR, "0")
    .replace(ZONE_NAME, (whole, name) => offsetText(ZONES[name.toUpperCase()]) ?? whole);
}

/** The offset of a zone's short name, as `+01:00`; undefined if it is not known, or ambiguous. */
export function zoneOffset(name: string): string | undefined {
  return Object.hasOwn(ZONES, name) ? offsetText(ZONES[name]) : undefined;
}

function offsetText(hours: number | undefined): string | undefined {
  if (hours === undefined) return undefined;
  return `${hours < 0 ? "-" : "+"}${`${Math.abs(hours)}`.padStart(2, "0")}:00`;
}

function beginsMonth(utcMs: number): boolean {
  return utcMs % 86_400_000 === 0 && new Date(utcMs).getUTCDate() === 1;
}

function isoParts(text: string, match: RegExpExecArray): IsoParts {
  const [, year, month, day, hour = "0", minute, second, fraction, , sign, offsetHour, offsetMinute = "0"] = match;
  const days = daysSince1970(Number(year), Number(month), Number(day));
  if (days === undefined) throw badTime(text, "names a day that does not exist");
  const parts = {
    days,
    hour: Number(hour),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    fractionNs: fractionNs(fraction, second !== undefined ? 1 : minute !== undefined ? 60 : 3600),
    offsetMs: match[8] !== undefined ? 0 : offsetOf(text, sign, offsetHour, offsetMinute),
  };
  if (!isTimeOfDay(parts)) throw badTime(text, "names a time of day that does not exist");
  return parts;
}

function isTimeOfDay({ hour, minute, second, fractionNs }: IsoParts): boolean {
  // 24:00 is the end of the day; a second 60 is a leap second, which as in POSIX counts as the first second of the next day.
  if (hour === 24) return minute === 0 && second === 0 && fractionNs === 0n;
  return hour < 24 && minute < 60 && second <= 60;
}

function daysSince1970(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / 86_400_000 : undefined;
}

// A fraction belongs to the smallest part given: 12:30.5 is half past twelve and thirty seconds. [ISO 8601-1 5.3.1.4]
function fractionNs(fraction: string | undefined, unitSeconds: number): bigint {
  if (fraction === undefined) return 0n;
  const digits = fraction.slice(0, 18);
  return (BigInt(digits) * BigInt(unitSeconds) * 1_000_000_000n) / 10n ** BigInt(digits.length);
}

function offsetOf(
  text: string,
  sign: string | undefined,
  hour: string | undefined,
  minute: string,
): number | undefined {
  if (sign === undefined || hour === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59) throw badTime(text, "has an offset that does not exist");
  const ms = (Number(hour) * 60 + Number(minute)) * 60_000;
  return sign === "-" ? -ms : ms;
}
