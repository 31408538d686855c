/** Converts senders' values to stored columns [D22]. Pure. */

import type { ColumnValue } from "../codec/struct-codec.ts";
import { formatJson, type JsonLeaf, type JsonObject, type JsonValue, NumberText } from "../lib/json-value.ts";
import { trimmedEnd } from "../lib/trimmed-end.ts";
import { ValueError } from "./error-signal.ts";
import type { FieldType } from "./point.ts";
import { holdsObjects, namedElements } from "./self-named.ts";
import { wrappedTime } from "./time-forms.ts";

export interface FieldValue {
  readonly name: string;
  readonly value: ColumnValue;
  /** Where the value does not tell it. */
  readonly type?: FieldType;
  readonly isTag?: true;
  /** The original text of a number that was sent as text, for columns that store text. */
  readonly text?: string;
}

/** How a value is read: as a measurement [D22], or unchanged (annotation events) [D30]. */
export type ValueReading = "measured" | "as-sent";

/** A realm's settings for reading fields. */
export interface FieldReading {
  /** Fields whose numbers are identifiers (`fw`, `serial`); case is ignored. */
  readonly text?: ReadonlySet<string>;
  /** Fields that describe what was measured where, stored as text; case is ignored. */
  readonly tags?: ReadonlySet<string>;
  /** Objects in arrays: columns are named by index; by default by the objects' own names. */
  readonly arrays?: "by-place";
  /** A comma in a number is decimal: `1,234` is one and a bit. By default such a text is ambiguous, and stays text. */
  readonly decimal?: "comma";
}

const MAX_DEPTH = 32;
export const MAX_FIELDS = 1000;
const MAX_NAME_LENGTH = 256;

/** How devices write a missing number: not-a-number and infinity of C, Python, Windows' C and .NET [D42]. */
const NOT_FINITE =
  /[+-]?(?:nan(?:\((?:ind|snan|0x[0-9a-f]+)?\))?|inf(?:inity)?|1\.#(?:QNAN|SNAN|IND|INF)\d{0,6}|\u221e)/iy;
/** What displays and loggers show for no value. [Ecowitt, Davis] */
const DASHES = /^-{2,8}$/;
const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const MOST_EXACT_DIGITS = 15;
const POWERS_OF_TEN = Float64Array.from({ length: MOST_EXACT_DIGITS + 1 }, (_, power) => 10 ** power);
const LONGEST_NOT_FINITE = 24;

// An exponent needs its sign, which printf and Python always write: an identifier like 12e45 stays text.
// Without its sign, it needs one digit before the point, as spreadsheets write it: 1E3.
const DECIMAL = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]\d{1,3})?|[1-9](?:\.\d+[eE]|E)\d{1,2})$/;
// An integer with a leading zero, or with more digits than a double keeps, is an identifier: a postcode, a serial
// number.
const NAME_OF_DIGITS = /^(?:0\d+|\d{16,})$/;

const COMMA = /^([+-]?)((?:0|[1-9]\d*)|[1-9]\d{0,2}(?:\.\d{3})+),(\d{1,15})((?:[eE][+-]\d{1,3})?)$/;
const MAY_BE_THOUSANDS = /^[1-9]\d{0,2}$/;
const SURE_COMMA =
  /(?:^|[;\t\n])[ "]*[+-]?(?:\d+,\d{1,15}[eE][+-]\d{1,3}|\d+,(?:\d{1,2}|\d{4,15})|0,\d{3}|[1-9]\d{3,},\d{3}|[1-9]\d{0,2}(?:\.\d{3})+,\d+)[ "]*(?=[;\t\r\n]|$)/m;

// With an ordinary blank, only a fraction shows that it is one number.
const TYPESET =
  /^(?=.*[\u2212\u00a0\u202f\u2009 ])[+\u2212-]?(?:\d+(?:[.,]\d+)?|\d{1,3}(?:[\u00a0\u202f\u2009]\d{3})+(?:[.,]\d+)?|\d{1,3}(?: \d{3})+[.,]\d+)$/;

/** Thousands apart, and a point or an apostrophe that only a number can have: `1,234.5`, `1'234`. [CLDR: en, de-CH] */
const THOUSANDS = /^[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:['\u2019]\d{3})+(?:\.\d+)?)$/;

/** Counts missing values that were left out: empty, null, not a number [D42]. */
export interface MissingValues {
  missing: number;
}

/**
 * The fields of one row, with nested ones flattened with `.`; fields without a value are left out.
 * @throws ValueError (code `bad-value`) for values that cannot be stored, a repeated name, too many fields, or too deep
 * nesting
 */
export function readFields(
  entries: Iterable<readonly [string, JsonValue]>,
  reading: ValueReading,
  tally: MissingValues,
  { text, tags, arrays, decimal }: FieldReading = {},
): FieldValue[] {
  const fields: FieldValue[] = [];
  const names = new Set<string>();
  for (const [name, value] of entries) flatten(name, value, 1);
  return fields;

  function flatten(name: string, value: JsonValue, depth: number): void {
    if (!isBranch(value)) {
      addLeaf(name, value);
      return;
    }
    if (depth >= MAX_DEPTH) throw new ValueError(`Field '${shorten(name)}' is nested too deeply`, "bad-value");
    const hasNames = Array.isArray(value) && arrays === undefined && holdsObjects(value);
    const inner = hasNames ? namedElements(value) : Object.entries(value);
    if (inner === undefined) add({ name, value: formatJson(value) });
    else for (const [key, item] of inner) flatten(`${name}.${key}`, item, depth + 1);
  }

  function addLeaf(name: string, value: JsonLeaf): void {
    const isTag = tags?.has(name.toLowerCase()) === true;
    const isText = isTag || text?.has(name.toLowerCase()) === true;
    const read = isText ? writtenText(value) : readLeaf(value, reading, decimal);
    if (read === undefined) tally.missing++;
    else if (isTag) add({ name, value: read, isTag });
    else if (typeof read === "number" && typeof value === "string") add({ name, value: read, text: withoutNul(value) });
    else add({ name, value: read });
  }

  function add(field: FieldValue): void {
    const { name } = field;
    checkFieldName(name);
    if (names.has(name)) throw new ValueError(`Field '${name}' is given twice`, "bad-value");
    if (fields.length >= MAX_FIELDS) throw new ValueError(`More than ${MAX_FIELDS} fields in one row`, "bad-value");
    names.add(name);
    fields.push(field);
  }
}

/** Without the NULs that end a text in C. */
export function withoutNul(text: string): string {
  return trimmedEnd(text, "\0");
}

/** The text of a field that is an identifier, whatever it looks like. */
export function writtenText(value: JsonLeaf): string | undefined {
  const text = value instanceof NumberText ? value.text : value === null ? "" : withoutNul(String(value));
  return text.trim() === "" ? undefined : text;
}

/**
 * Interprets text without a type (a CSV cell, a form's field, a plain MQTT value): `true`, `false` and `null` have
 * their JSON meaning.
 */
export function untypedText(written: string): JsonLeaf {
  const text = withoutNul(written);
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "null" || trimmed === "NULL" || trimmed === "nil") return null;
  if (trimmed === "true") return true;
  if (trimmed === "false") return false;
  return text;
}

/** The same for a table's cell, which may say in other words that it is empty, and in capitals what is true. */
export function cellValue(written: string): JsonLeaf {
  // Fast path: most cells begin with a digit or a letter.
  const first = written.charCodeAt(0);
  if ((first >= ZERO && first < ZERO + 10) || isSurelyText(first)) return written;
  if (NO_CELL.test(written)) return null;
  if (BOOLEAN.test(written)) return written.trim().toLowerCase() === "true";
  return untypedText(written);
}

/** [Torque Pro and MeteoSwiss, a dash; R, NA; MySQL, \N; Excel's errors, in English and German] */
const NO_CELL =
  /^ *(?:[-\u2013\u2014]|NULL|\\N|NA|[Nn]\/[Aa]|#(?:N\/A|NA|NV|DIV\/0!|VALUE!|WERT!|REF!|BEZUG!|NUM!|ZAHL!|NAME\?)) *\0*$/;
/** [Python, pandas; R, Excel] */
const BOOLEAN = /^ *(?:True|False|TRUE|FALSE) *\0*$/;

/** The digits or text of a possible time; undefined if the value is missing (null, empty). */
export function timeText(name: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (value instanceof NumberText) return value.text;
  if (typeof value === "string") return withoutNul(value).trim() === "" ? undefined : withoutNul(value);
  if (typeof value === "number") return String(value);
  const wrapped = wrappedTime(value);
  if (wrapped !== undefined) return wrapped;
  throw new ValueError(`Time field '${name}' is neither text nor a number`, "bad-time");
}

function isBranch(value: JsonValue): value is readonly JsonValue[] | JsonObject {
  return typeof value === "object" && value !== null && !(value instanceof NumberText);
}

/** Reads one value; undefined if it is missing [D42]. */
export function readLeaf(
  value: JsonLeaf,
  reading: ValueReading,
  decimal?: FieldReading["decimal"],
): Exclude<ColumnValue, bigint> | undefined {
  if (value === null || value === "") return undefined;
  if (typeof value === "number") return finite(value);
  if (value instanceof NumberText) return finite(Number(value.text));
  if (reading === "as-sent") return typeof value === "string" ? withoutNul(value) || undefined : value;
  if (typeof value === "boolean") return value ? 1 : 0;
  return readText(withoutNul(value), decimal);
}

function readText(text: string, decimal: FieldReading["decimal"]): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  const plain = plainDecimal(trimmed);
  if (plain !== undefined) return plain;
  if (isSurelyText(trimmed.charCodeAt(0))) return text;
  if (NAME_OF_DIGITS.test(trimmed)) return text;
  if (isNotFinite(trimmed) || DASHES.test(trimmed)) return undefined;
  if (DECIMAL.test(trimmed)) return finite(Number(trimmed));
  if (THOUSANDS.test(trimmed)) return finite(Number(trimmed.replace(/[,'\u2019]/g, "")));
  return decimalComma(trimmed, decimal) ?? typesetNumber(trimmed, decimal) ?? text;
}

/** Whether a text with such a first character is neither a number nor a word for none, true or false. */
function isSurelyText(first: number): boolean {
  const letter = first | LOWER_CASE;
  if (letter < LETTER_A || letter > LETTER_Z || first > LETTER_Z) return false;
  return letter !== LETTER_F && letter !== LETTER_I && letter !== LETTER_N && letter !== LETTER_T;
}

const LOWER_CASE = 0x20;
const [LETTER_A, LETTER_F, LETTER_I, LETTER_N, LETTER_T, LETTER_Z] = [0x61, 0x66, 0x69, 0x6e, 0x74, 0x7a];

/**
 * A number as typesetters and some locales write it: `−5,5` with a minus sign, `1 234,5` with blanks between thousands.
 * [CLDR: sv, nb, fi, fr]
 */
function typesetNumber(text: string, decimal: FieldReading["decimal"]): number | undefined {
  if (!TYPESET.test(text)) return undefined;
  const plain = text.replace(/^\u2212/, "-").replace(/[\u00a0\u202f\u2009 ](?=\d{3})/g, "");
  return plainDecimal(plain) ?? decimalComma(plain, decimal);
}

/**
 * A number with a decimal comma: `28,9`, `-0,5`, `1.234,5`. `1,234` may be a thousand, so it is a number only where a
 * comma is known to be decimal.
 */
function decimalComma(text: string, decimal: FieldReading["decimal"]): number | undefined {
  const match = COMMA.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = ""] = match;
  if (decimal !== "comma" && exponent === "" && fraction.length === 3 && MAY_BE_THOUSANDS.test(whole)) return undefined;
  return finite(Number(`${sign}${whole.replaceAll(".", "")}.${fraction}${exponent}`));
}

/** Whether some text between separators can only be a number with a decimal comma. */
export function hasDecimalComma(text: string): boolean {
  return SURE_COMMA.test(text);
}

/** Parses a number of at most 15 digits without an exponent; undefined for any other text. */
export function plainDecimal(text: string): number | undefined {
  const value = decimalIn(text, 0, text.length);
  return Number.isNaN(value) ? undefined : value;
}

/** The same for a part of a text; not a number for any other. [hot path] */
export function decimalIn(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
  let digits = 0;
  let point = -1;
  for (let at = first; at < end; at++) {
    const code = text.charCodeAt(at);
    // Smaller codes than that of zero become large numbers.
    const digit = (code - ZERO) >>> 0;
    if (digit < 10) digits = digits * 10 + digit;
    else if (code === POINT && point < 0) point = at;
    else return Number.NaN;
  }
  return decimalOf(text.charCodeAt(start), start, digits, point, end);
}

/**
 * The number of a text from `start` to `end` that has only digits, perhaps behind a minus, and perhaps a point at `point`; not a
 * number if it has none or too many. Its digits and the power of ten are exact doubles, so that the quotient is the double nearest
 * to the number. [Clinger, How to read floating point numbers accurately]
 * @param code of its first character @param digits all of them as one number
 */
export function decimalOf(code: number, start: number, digits: number, point: number, end: number): number {
  const isNegative = code === MINUS;
  const first = isNegative ? start + 1 : start;
  const count = end - first - (point < 0 ? 0 : 1);
  if (count <= 0 || count > MOST_EXACT_DIGITS) return Number.NaN;
  if (point < 0 && count > 1 && code === ZERO) return Number.NaN;
  const value = point < 0 ? digits : digits / POWERS_OF_TEN[end - 1 - point]!;
  return isNegative ? -value : value;
}

/** The number that a text means; undefined: it means another thing. */
export function numberIn(text: string, decimal?: FieldReading["decimal"]): number | undefined {
  const value = readLeaf(untypedText(text), "measured", decimal);
  return typeof value === "number" ? value : undefined;
}

export function isNotFinite(text: string): boolean {
  if (text.length > LONGEST_NOT_FINITE) return false;
  NOT_FINITE.lastIndex = 0;
  return NOT_FINITE.test(text) && NOT_FINITE.lastIndex === text.length;
}

// A number too large for a double counts as infinite.
function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** Maximum number of cached valid names: senders repeat them; beyond it, the cache starts anew. */
const MOST_KNOWN_NAMES = 10_000;
const GOOD_NAMES = new Set<string>();

/** @throws ValueError (code `bad-value`) for a name that is unsuitable for a database column */
export function checkFieldName(name: string): void {
  if (GOOD_NAMES.has(name)) return;
  if (name === "") throw new ValueError("A field has no name", "bad-value");
  if (name.length > MAX_NAME_LENGTH) throw new ValueError(`Field name '${shorten(name)}' is too long`, "bad-value");
  if (/[\u0000-\u001f\u007f]|\p{Cs}/u.test(name)) {
    throw new ValueError(`Field name ${JSON.stringify(name)} contains control characters`, "bad-value");
  }
  if (GOOD_NAMES.size >= MOST_KNOWN_NAMES) GOOD_NAMES.clear();
  GOOD_NAMES.add(name);
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
