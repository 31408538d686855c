/** Which of a row's fields are its time [D23]. Pure. */

/** Fields that give a row's time, the first present one [D23]. */
const TIME_FIELDS: readonly string[] = ["time", "datetime", "dateTime", "Time", "timestamp"];

// Other spellings of the same, as loggers and spreadsheets have them, in any case and however the words are joined.
const INSTANTS = new Set(["time", "datetime", "dateandtime", "timestamp", "datumzeit", "datumuhrzeit", "zeitstempel"]);
const UTC_INSTANTS = new Set(["timeutc", "dateutc", "datetimeutc", "timestamputc", "utctime", "utcdatetime"]);
const DAYS = new Set(["date", "datum"]);
const CLOCKS = new Set(["zeit", "uhrzeit"]);
const LONGEST_NAME = 30;

/** `12:30`, `9:05:00.5`, `12:30:00Z`: a time of some day. */
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[Zz]|[+-]\d{2}:?\d{2})?$/;

interface Instant {
  readonly index: number;
  /** Whether the name says so; other times without a zone are of the realm's. */
  readonly isUtc: boolean;
}

/** Places of a row's fields that are about time. */
export interface TimeRoles {
  /** The preferred one first. */
  readonly instants: readonly Instant[];
  readonly days: readonly number[];
  /** Times of day whose names are no instant's. */
  readonly clocks: readonly number[];
}

export interface RowTimeText {
  readonly text: string;
  readonly isUtc: boolean;
  /** The fields that it is made of. */
  readonly taken: readonly number[];
}

export function timeRoles(names: readonly string[]): TimeRoles {
  const exact = new Map<number, Instant>();
  const instants: Instant[] = [];
  const days: number[] = [];
  const clocks: number[] = [];
  for (const [index, name] of names.entries()) {
    const rank = TIME_FIELDS.indexOf(name);
    if (rank >= 0) {
      exact.set(rank, { index, isUtc: false });
      continue;
    }
    const words = joined(name);
    if (INSTANTS.has(words)) instants.push({ index, isUtc: false });
    else if (UTC_INSTANTS.has(words)) instants.push({ index, isUtc: true });
    else if (DAYS.has(words)) days.push(index);
    else if (CLOCKS.has(words)) clocks.push(index);
  }
  const preferred = [...exact].sort(([a], [b]) => a - b).map(([, instant]) => instant);
  return { instants: [...preferred, ...instants], days, clocks };
}

/**
 * A name that says time and something else in brackets (`Time (s)`, `Date [local]`): of what time, only its owner knows.
 * Its name without the brackets.
 */
export function qualifiedTime(name: string): string | undefined {
  const [, plain] = /^([^([]*)[([].*[)\]]\s*$/.exec(name.slice(0, 2 * LONGEST_NAME)) ?? [];
  if (plain === undefined) return undefined;
  const { instants, days } = timeRoles([plain.trim(), name]);
  // With the brackets it may be a name that is known: Time (UTC).
  return instants.some(({ index }) => index === 1) || instants.length + days.length === 0 ? undefined : plain.trim();
}

/**
 * The text of a row's time, where it has one.
 * @param textAt a field's text; undefined where it has no value
 * @param row a table's column that is called a day or a time of day is the time; a field of an object may be anything
 */
export function rowTime(
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

function joined(name: string): string {
  return name.length > LONGEST_NAME ? "" : name.toLowerCase().replace(/[\s_\-./:()[\]]/g, "");
}
