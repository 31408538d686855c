/** Other forms of a sender's time, brought into one that `parseTime` reads: objects, and dates as bare digits. Pure. */

import { isObject, type JsonObject, type JsonValue, NumberText } from "../lib/json-value.ts";

/** Members that hold whole seconds, and those with the rest, as their digits after the point. */
const SECONDS = ["_seconds", "seconds", "sec", "secs", "timeInSeconds"];
const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ...["_nanoseconds", "nanoseconds", "nanos", "nsec", "nsecs", "nanosec", "offsetInNanos"].map(
    (name) => [name, 9] as const,
  ),
  ...["usec", "usecs", "microseconds"].map((name) => [name, 6] as const),
]);

/**
 * The digits or text of a time that is an object; undefined if the object is something else. [MongoDB Extended JSON `$date`,
 * as Losant's state reports have it; Firestore, Protobuf and ROS timestamps; AWS IoT SiteWise]
 */
export function wrappedTime(value: JsonValue | undefined): string | undefined {
  if (!isObject(value)) return undefined;
  const members = Object.keys(value);
  if (members.length === 1 && members[0] === "$date") return plainTime(value["$date"]);
  if (members.length === 1 && members[0] === "timeInSeconds") return digitsOf(value["timeInSeconds"]);
  return members.length === 2 ? secondsAndRest(value, members) : undefined;
}

function plainTime(value: JsonValue | undefined): string | undefined {
  if (isObject(value)) return Object.keys(value).length === 1 ? digitsOf(value["$numberLong"]) : undefined;
  return typeof value === "string" && value.trim() !== "" ? value : digitsOf(value);
}

function secondsAndRest(value: JsonObject, members: readonly string[]): string | undefined {
  const whole = members.find((name) => SECONDS.includes(name));
  const rest = members.find((name) => FRACTIONS.has(name));
  if (whole === undefined || rest === undefined) return undefined;
  const [seconds, fraction] = [digitsOf(value[whole]), digitsOf(value[rest])];
  const digits = FRACTIONS.get(rest)!;
  if (seconds === undefined || fraction === undefined || fraction.length > digits) return undefined;
  return `${seconds}.${fraction.padStart(digits, "0")}`;
}

function digitsOf(value: JsonValue | undefined): string | undefined {
  const text = value instanceof NumberText ? value.text : typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,18}$/.test(text) ? text : undefined;
}

/** How many digits a date may have: to the day, hour, minute and second. */
export type DateDigits = 8 | 10 | 12 | 14;

/** `20260301`, `2026030110`, `202603011005`, `20260301100500`; the German weather service writes `2026030110:05` too. */
const DIGITS = /^((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:([01]\d|2[0-3])(?::?([0-5]\d)([0-5]\d)?)?)?$/;

/** A date written as digits alone, as ISO 8601; undefined if it has another number of digits, or is none. */
export function dateOfDigits(text: string, allowed: readonly DateDigits[]): string | undefined {
  const { length } = text;
  if (length < 8 || length > 14) return undefined;
  const match = DIGITS.exec(text);
  const digits = text.includes(":") ? length - 1 : length;
  if (match === null || !allowed.some((count) => count === digits)) return undefined;
  const [, year, month, day, hour = "00", minute = "00", second = "00"] = match;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** A day and a time of day in two columns, the day as digits: `20260301` with `10:05`, `1005`, `905` or `100500`. */
export function dateOfTwo(day: string, clock: string): string | undefined {
  const date = dateOfDigits(day, [8])?.slice(0, 10);
  if (date === undefined) return undefined;
  if (clock.includes(":")) return `${date} ${clock}`;
  const written = clock.length === 3 ? `0${clock}` : clock;
  const [, hour, minute, second = "00"] = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/.exec(written) ?? [];
  return hour === undefined ? undefined : `${date} ${hour}:${minute}:${second}`;
}
