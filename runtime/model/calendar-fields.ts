/**
 * Times that are in several fields, one for each part of the calendar, and zones in a field of their own. [NASA POWER,
 * NSRDB, the Finnish Meteorological Institute, clock modules of Arduino] Pure.
 */

import { zoneOffset } from "./time.ts";
import {
  CALENDAR_DAYS,
  DAYS_OF_YEAR,
  HOURS,
  HOURS_AND_MINUTES,
  MINUTES,
  MONTHS,
  SECONDS,
  YEARS,
  ZONE_NAMES,
} from "./time-words.ts";
import { zoneName } from "./time-zone.ts";

/** Indices of the fields. */
export interface Calendar {
  readonly year: number;
  /** Undefined: the day is that of the year. */
  readonly month: number | undefined;
  readonly day: number;
  readonly hour: number | undefined;
  /** Hour and minute in one number. */
  readonly hourAndMinute: number | undefined;
  /** What is directly behind the hour. */
  readonly minute: number | undefined;
  readonly second: number | undefined;
}

/** Undefined if a part of the date is missing. */
export function calendarIn(names: readonly string[]): Calendar | undefined {
  const words = names.map((name) => name.toLowerCase().replace(/[\s_.#/]/g, ""));
  const at = (of: ReadonlySet<string>): number | undefined => {
    const index = words.findIndex((word) => of.has(word));
    return index < 0 ? undefined : index;
  };
  const behind = (index: number | undefined, of: ReadonlySet<string>): number | undefined =>
    index !== undefined && of.has(words[index + 1] ?? "") ? index + 1 : undefined;
  const year = at(YEARS);
  if (year === undefined) return undefined;
  const month = at(MONTHS);
  const day = month === undefined ? at(DAYS_OF_YEAR) : at(CALENDAR_DAYS);
  if (day === undefined) return undefined;
  const hour = at(HOURS);
  // Beside a maximum it is a minimum.
  const isMinimum = words.includes("min") && words.some((word) => /^(?:max|mean|avg)/.test(word));
  const minute = isMinimum ? undefined : behind(hour, MINUTES);
  return { year, month, day, hour, hourAndMinute: at(HOURS_AND_MINUTES), minute, second: behind(minute, SECONDS) };
}

export interface CalendarTime {
  readonly text: string;
  readonly taken: readonly number[];
}

/** @param clock a field with the time of day. Undefined if a part is not one of a date */
export function calendarTime(
  calendar: Calendar,
  textAt: (index: number) => string | undefined,
  clock: CalendarTime | undefined,
): CalendarTime | undefined {
  const { year, month, day } = calendar;
  const numberAt = (index: number) => numberIn(textAt(index));
  const date = dateOf(numberAt(year), month === undefined ? "of the year" : numberAt(month), numberAt(day));
  const time = clock ?? clockOf(calendar, textAt);
  if (date === undefined || time === undefined) return undefined;
  const taken = [year, day, ...(month === undefined ? [] : [month]), ...time.taken];
  return { text: `${date} ${time.text}`.trim(), taken };
}

/** Empty without an hour. */
function clockOf(
  { hour, hourAndMinute, minute, second }: Calendar,
  textAt: (index: number) => string | undefined,
): CalendarTime | undefined {
  const partAt = (index: number | undefined) =>
    index === undefined ? "00" : PART.exec(textAt(index)?.trim() ?? "")?.[0].replace(/\.0+$/, "");
  if (hourAndMinute !== undefined) {
    const digits = textAt(hourAndMinute)?.trim().padStart(4, "0") ?? "";
    if (!/^\d{4}$/.test(digits)) return undefined;
    return { text: `${digits.slice(0, 2)}:${digits.slice(2)}`, taken: [hourAndMinute] };
  }
  if (hour === undefined) return { text: "", taken: [] };
  const parts = [partAt(hour), partAt(minute), partAt(second)];
  const text = parts.map((part) => part?.replace(/^\d(?=\.|$)/, "0$&")).join(":");
  return parts.includes(undefined)
    ? undefined
    : { text, taken: [hour, minute, second].filter((at) => at !== undefined) };
}

/** The field that may name the zone of a row's time. */
export function zoneField(names: readonly string[]): number | undefined {
  const index = names.findIndex((name) => ZONE_NAMES.has(name.toLowerCase().replace(/[\s_-]/g, "")));
  return index < 0 ? undefined : index;
}

/** An offset, or an IANA name; undefined for any other text. */
export function zoneOf(given: string | undefined): string | undefined {
  const text = given?.trim() ?? "";
  const [, sign, hours = "", minutes = "00"] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(text) ?? [];
  return sign === undefined ? (zoneOffset(text) ?? zoneName(text)) : `${sign}${hours.padStart(2, "0")}:${minutes}`;
}

function dateOf(
  year: number | undefined,
  month: number | "of the year" | undefined,
  day: number | undefined,
): string | undefined {
  if (year === undefined || month === undefined || day === undefined || year < 1900 || year > 2100) return undefined;
  if (month !== "of the year")
    return month >= 1 && month <= 12 ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : undefined;
  const date = day < 1 ? "" : new Date(Date.UTC(year, 0, day)).toISOString().slice(0, 10);
  return date.startsWith(`${year}-`) ? date : undefined;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, "0");
}

/** A fraction that is not zero is one of a second. */
const PART = /^\d{1,2}(?:\.\d{1,9})?$/;

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,4}(?:\.0+)?$/.test(text.trim()) ? Number(text) : undefined;
}
