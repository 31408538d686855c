/** Finds the fields of a row that hold its time [D23]. Pure. */

/** Names of time fields; the first one present applies [D23]. */
const TIME_FIELDS: readonly string[] = ["time", "datetime", "dateTime", "Time", "timestamp"];

// Other spellings of these, as used by loggers and spreadsheets, in any case and with any separator.
const INSTANTS = new Set([
  ...["time", "datetime", "dateandtime", "date&time", "timestamp"],
  ...["datumzeit", "datumuhrzeit", "datumundzeit", "datumunduhrzeit", "zeitstempel"],
]);
const UTC_INSTANTS = new Set(["timeutc", "dateutc", "datetimeutc", "timestamputc", "utctime", "utcdatetime"]);
const DAYS = new Set(["date", "datum", "fecha"]);
const CLOCKS = new Set(["zeit", "uhrzeit", "heure", "hora", "tijd"]);
const LONGEST_NAME = 30;

/**
 * Other names that devices and services use for their time. They may mean something else, so they count only if no
 * other field is a time and their value is plausible. [OwnTracks `tst`, Zigbee2MQTT `last_seen`, Weather Underground
 * `obsTimeUtc`, OpenWeather `dt`]
 */
const OTHER_INSTANTS = new Set([
  ...["tst", "ts", "dt", "bt", "epoch", "epochtime", "unixtime", "unixtimestamp", "utc", "timet"],
  ...["reportedat", "measuredat", "observedat", "recordedat", "sampledat", "capturedat", "timestampms", "timems"],
  ...["obstime", "obstimelocal", "fixtime", "gpstime", "devicetime", "sampletime", "measurementtime", "eventtime"],
  ...["measuretime", "observationtime", "recordtime", "logtime", "localtime", "lastseen", "messzeit", "messzeitpunkt"],
  // German, Spanish, Portuguese, Italian, French, Dutch, Swedish, Danish and Norwegian, Polish.
  ...["zeitpunkt", "fechahora", "fechayhora", "datahora", "dataehora", "dataora", "dataeora", "horodatage"],
  ...["dateheure", "dateetheure", "datumtijd", "datumentijd", "tidpunkt", "tidspunkt", "dataczas", "dataiczas"],
]);
const OTHER_UTC_INSTANTS = new Set(["obstimeutc", "gpstimeutc", "eventtimeutc"]);
/** Those of them that also mean something else: a difference, a radio, a round of training, an offset. */
const DOUBTFUL_INSTANTS = new Set(["dt", "bt", "epoch", "utc", "localtime"]);
/** The same inside an object. [Shelly Gen2 `NotifyStatus`; Actility's ThingPark tunnel; Ruuvi Gateway's HTTP data format] */
const NESTED_INSTANTS: readonly string[] = ["params.ts", "DevEUI_uplink.Time", "data.timestamp"];
/** A row's time if it has a channel's fields. [ThingSpeak's REST API, bulk update and feeds] */
const CREATED_AT = "created_at";
const CHANNEL_FIELD = /^(?:field[1-8]|entry_id)$/;

/** Endings of names that may denote a time. */
const TIMELY = /(?:time|date|stamp|zeit|datum|utc|epoch|seen|_at|At|(?:^|[_.\s-])(?:ts|dt|tst|at))$/i;
/** Range of plausible times: after 1999, at most a day ahead. */
const EARLIEST_NS = 946_684_800_000_000_000n;
const DAY_NS = 86_400_000_000_000n;

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
  | undefined;

/** Maximum size of the cache: devices repeat the same names; beyond it, the cache starts anew. */
const MOST_KNOWN = 10_000;
const ROLES = new Map<string, Role>();

/** `12:30`, `9:05:00.5`, `12:30:00Z`, `1:05 PM`: a time of day without a date. */
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[Zz]|[AaPp]\.?[Mm]\.?|[+-]\d{2}:?\d{2})?$/;

interface Instant {
  readonly index: number;
  /** Whether the name says UTC; other times without a zone are in the realm's zone. */
  readonly isUtc: boolean;
  /** What the name says of their zone: `+01:00`. */
  readonly offset?: string;
}

/** A name with its zone behind it. [Onset HOBOware: `Date Time, GMT+01:00`] */
const ZONED_NAME = /^(.{1,30}?)[\s,;_([-]*(?:GMT|UTC) ?([+-])(\d{1,2})(?::?(\d{2}))?[)\]]?$/i;
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
  /** Used only if nothing else is a time, and if their value is plausible. */
  readonly others: readonly Instant[];
}

export interface RowTimeText {
  readonly text: string;
  readonly isUtc: boolean;
  /** The fields that form the time. */
  readonly taken: readonly number[];
}

/** @param own a realm's names of time fields, which have precedence */
export function timeRoles(names: readonly string[], own: readonly string[] = []): TimeRoles {
  if (!haveRoles(names, own)) return NO_ROLES;
  const exact = new Map<number, Instant>();
  const instants: Instant[] = [];
  const days: number[] = [];
  const clocks: number[] = [];
  const others: Instant[] = [];
  for (const [index, name] of names.entries()) {
    const role = roleIn(name, names);
    const instant = instantOf(index, role);
    if (typeof role === "number") exact.set(role, instant);
    else if (role === "other" || role === "other-utc") others.push(instant);
    else if (role === "day") days.push(index);
    else if (role === "clock") clocks.push(index);
    else if (role !== undefined) instants.push(instant);
  }
  const preferred = [...exact].sort(([a], [b]) => a - b).map(([, instant]) => instant);
  const first = own.flatMap((name) => (names.includes(name) ? [{ index: names.indexOf(name), isUtc: false }] : []));
  return { instants: [...first, ...preferred, ...instants], days, clocks, others };
}

function instantOf(index: number, role: Role): Instant {
  const isUtc = role === "utc" || role === "other-utc";
  return typeof role === "object" ? { index, isUtc, offset: role.offset } : { index, isUtc };
}

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
  if (time === undefined || !INSTANTS.has(wordsOf(time).replaceAll(",", ""))) return undefined;
  return `${sign}${hours.padStart(2, "0")}:${minutes}`;
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
  const known = namedTime(roles, textAt, row);
  // A time of day alone says less than the time beside it. [Shelly Gen1: `time` and `unixtime`]
  if (known !== undefined && (roles.others.length === 0 || !CLOCK.test(known.text.trim()))) return known;
  for (const { index, isUtc } of roles.others) {
    const text = textAt(index);
    if (text !== undefined && canBe(text)) return { text, isUtc, taken: [index, ...(known?.taken ?? [])] };
  }
  return known;
}

function namedTime(
  roles: TimeRoles,
  textAt: (index: number) => string | undefined,
  row: "of a table" | "an object",
): RowTimeText | undefined {
  // Fast path: the time of most rows is one field.
  if (roles.days.length === 0) {
    for (const { index, isUtc, offset } of roles.instants) {
      const text = textAt(index);
      if (text !== undefined) return { text: zoned(text, offset), isUtc, taken: [index] };
    }
  }
  return joinedTime(roles, textAt, row);
}

/** A number counts from 1970, whatever the column's zone. */
function zoned(text: string, offset: string | undefined): string {
  return offset === undefined || /^[\d.]+$|[Zz]$|[+-]\d{2}:?\d{2}$/.test(text.trim())
    ? text
    : `${text.trim()} ${offset}`;
}

/** A day and a time of day, or one of them. */
function joinedTime(
  { instants, days, clocks }: TimeRoles,
  textAt: (index: number) => string | undefined,
  row: "of a table" | "an object",
): RowTimeText | undefined {
  const present = (index: number): boolean => textAt(index) !== undefined;
  const instant = instants.find(({ index }) => present(index));
  const isUtc = instant?.isUtc ?? false;
  const time = instant?.index ?? clocks.find(present);
  const text = time === undefined ? undefined : textAt(time)?.trim();
  const wantsDay = time === undefined ? row === "of a table" : CLOCK.test(text ?? "");
  const day = wantsDay ? days.find(present) : undefined;
  if (time !== undefined && day !== undefined) return { text: `${textAt(day)} ${text}`, isUtc, taken: [day, time] };
  const lone = instant?.index ?? (row === "of a table" ? (time ?? day) : undefined);
  return lone === undefined ? undefined : { text: textAt(lone) ?? "", isUtc, taken: [lone] };
}

const NO_ROLES: TimeRoles = { instants: [], days: [], clocks: [], others: [] };

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
  /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))(?:[Tt]|,? {1,2})\d{1,2}:\d{2}/;
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

function findRole(name: string): Role {
  const rank = TIME_FIELDS.indexOf(name);
  if (rank >= 0) return rank;
  const words = wordsOf(name);
  if (INSTANTS.has(words) || DATE_FORM.test(name)) return "instant";
  if (UTC_INSTANTS.has(words)) return "utc";
  if (DAYS.has(words)) return "day";
  if (OTHER_INSTANTS.has(words)) return "other";
  if (OTHER_UTC_INSTANTS.has(words)) return "other-utc";
  if (CLOCKS.has(words)) return "clock";
  const offset = offsetIn(name);
  return offset === undefined ? undefined : { offset };
}

function wordsOf(name: string): string {
  return name.toLowerCase().replace(/[\s_\-./:()[\]]/g, "");
}
