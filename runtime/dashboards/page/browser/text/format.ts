/** Formats numbers, times and ages for people. */

import { currentLanguage, say } from "./words.ts";
import { clockText, wallTime } from "./zone.ts";

/**
 * The format of all numbers of one series, wherever they are shown. `MeasurementFeed` owns it.
 */
export interface NumberFormat {
  /** Undefined: an exponent with this number of significant digits instead. */
  readonly decimals: number | undefined;
  /** Decimals of a value between integers, such as their mean. */
  readonly between: number;
  readonly digits: number;
  /** Prefix of the unit: `k` of `kJ`; empty if there is none. */
  readonly prefix: string;
  readonly factor: number;
}

/** From 10⁹ to 10⁻⁹, in steps of a thousand. */
const PREFIXES = ["G", "M", "k", "", "m", "µ", "n"].map((prefix, i) => [prefix, 9 - 3 * i] as const);
/** Units that accept a prefix; a kilogram and a kilometre already have one. */
const SI_UNITS = new Set("V A W J Wh VA Ah Hz Pa N Nm Ω F H T m g bit/s".split(" "));
const PLAIN: NumberFormat = { decimals: 3, between: 3, digits: 5, prefix: "", factor: 1 };
/** A number of this size may differ from the stored integer, and has too many digits for a table. */
const LARGE = 1e15;
const SMALL = 1e-9;
/** With these, no two doubles look alike. */
const MOST_DIGITS = 17;

/**
 * One format for all values: three to five significant digits of the largest, at most three decimals, or more if the
 * values would look alike; an SI prefix only if the unit accepts one. Very large and very small values get an exponent.
 */
export function formatOf(values: readonly (number | undefined)[], unit?: string): NumberFormat {
  const numbers = values.filter((value): value is number => value !== undefined && Number.isFinite(value));
  if (numbers.length === 0) return PLAIN;
  const largest = Math.max(...numbers.map(Math.abs));
  const span = Math.max(...numbers) - Math.min(...numbers);
  if (largest >= LARGE || (largest > 0 && largest < SMALL)) {
    const digits = span > 0 ? Math.ceil(Math.log10(largest / span)) + 2 : 5;
    return { ...PLAIN, decimals: undefined, digits: Math.max(5, Math.min(MOST_DIGITS, digits)) };
  }
  const [prefix, exponent] = largest > 0 && SI_UNITS.has(unit ?? "") ? prefixFor(largest) : (["", 0] as const);
  const factor = 10 ** -exponent;
  const scaled = largest * factor;
  const places = scaled === 0 ? 0 : Math.floor(Math.log10(scaled) + 1e-12);
  const bySize = places >= 0 ? ([3, 2, 1, 1][places] ?? 0) : Math.min(9, 2 - places);
  const bySpan = span > 0 ? Math.ceil(1 - Math.log10(span * factor)) : 0;
  const between = Math.max(bySize, Math.min(6, bySpan));
  const decimals = exponent === 0 && numbers.every(Number.isInteger) ? 0 : between;
  return { ...PLAIN, decimals, between, prefix, factor };
}

// From a thousand on, and below a tenth: 0.5 V stays 0.5 V.
function prefixFor(largest: number): readonly [string, number] {
  if (largest < 1000 && largest >= 0.1) return ["", 0];
  return PREFIXES.find(([, exponent]) => largest >= 10 ** exponent) ?? PREFIXES.at(-1)!;
}

/** With a true minus sign, the language's decimal point, and a thin space between thousands from 10 000 on. */
export function formatAs(value: number | bigint, { decimals, between, digits, factor }: NumberFormat): string {
  if (typeof value === "bigint") return formatInteger(value);
  if (!Number.isFinite(value)) return inLanguage(String(value));
  const scaled = value * factor;
  const size = Math.abs(scaled);
  // Among values of 300 orders of magnitude, those of everyday size are written plainly.
  if (decimals === undefined && (size === 0 || (size >= 1e-3 && size < 1e6))) return formatNumber(scaled);
  if (decimals === undefined || size >= LARGE) return inLanguage(scaled.toExponential(digits - 1)).replace("+", "");
  const places = decimals === 0 && !Number.isInteger(scaled) ? between : decimals;
  return inLanguage(grouped(scaled.toFixed(places)).replace(/^-(?=[0.\s]*$)/, ""));
}

/** `713.4 kJ`: a number in the format of its series, which also has the prefix. */
export function formatQuantity(
  value: number | bigint,
  unit: string | undefined,
  format: NumberFormat = formatOf([Number(value)], unit),
): string {
  return `${formatAs(value, format)} ${unitIn(format, unit)}`.trim();
}

export function unitIn({ prefix }: NumberFormat, unit: string | undefined): string {
  return unit === undefined ? "" : `${prefix}${unit}`;
}

/** All digits of an integer of any size. */
export function formatInteger(value: bigint | number): string {
  return inLanguage(grouped(String(value)));
}

const THIN = "\u202f";

function grouped(text: string): string {
  const whole = /^-?(\d+)/.exec(text)?.[1] ?? "";
  return whole.length < 5 ? text : text.replace(/\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, THIN));
}

/** A number's text with a true minus sign and the language's decimal point. */
export function inLanguage(text: string): string {
  const signed = text.replaceAll("-", "−");
  return currentLanguage() === "de" ? signed.replace(/(?<=\d)\.(?=\d)/g, ",") : signed;
}

/** A single number that belongs to no series. */
export function formatNumber(value: number): string {
  return formatAs(value, formatOf([value]));
}

/** A label of an axis with distance `step` between ticks: all labels have as many decimals as the step. */
export function formatTick(tick: number, step: number): string {
  const size = Math.abs(tick);
  if (size >= 1e10 || (size >= 1e6 && step >= 1e6) || (step < 1e-6 && tick !== 0)) {
    // As many digits as necessary to distinguish neighbouring ticks.
    const digits = tick === 0 ? 1 : Math.ceil(Math.log10(size / step) + 1e-9);
    return inLanguage(tick.toExponential(Math.max(1, Math.min(MOST_DIGITS, digits))));
  }
  return inLanguage(grouped(tick.toFixed(decimalsOf(step)).replace(/^-(?=[0.]+$)/, "")));
}

function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 9; decimals += 1) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 9;
}

/** Like a moment, to the millisecond: for the pointer's position. */
export function formatTime(ms: number, nowMs: number): string {
  return formatMoment(ms, nowMs, millisecondsOf(wallTime(ms)));
}

/** What is said of a field that is not a number any more; empty if it is one. */
export function missingText(sinceMs: number | undefined, nowMs: number): string {
  return sinceMs === undefined ? "" : say("no value since {0}", formatTime(sinceMs, nowMs));
}

/** `14:02:27`, `Yesterday 22:05:01`, then with the date. */
export function formatMoment(ms: number, nowMs: number, fraction = ""): string {
  return `${dayOf(ms, nowMs)}${clockText(ms, "seconds", fraction)}`;
}

function millisecondsOf(wall: Date): string {
  return `.${String(wall.getUTCMilliseconds()).padStart(3, "0")}`;
}

function dayOf(ms: number, nowMs: number): string {
  const day = formatDate(ms);
  if (day === formatDate(nowMs)) return "";
  const noon = wallTime(nowMs).setUTCHours(12);
  return `${day === new Date(noon - 86_400_000).toISOString().slice(0, 10) ? say("Yesterday") : day} `;
}

export function formatUtc(ms: number): string {
  return new Date(ms).toISOString().replace("T", " ").replace("Z", " UTC");
}

export function formatDate(ms: number): string {
  return wallTime(ms).toISOString().slice(0, 10);
}

/**
 * Labels of a time axis with distance `stepMs` between ticks: as precise as the step, with a date where the day
 * changes, and over several years with the year where it changes.
 */
export function formatTicks(ticksMs: readonly number[], stepMs: number): string[] {
  let day = "";
  const years = new Set(ticksMs.map((tick) => formatDate(Math.round(tick)).slice(0, 4)));
  return ticksMs.map((tick, i) => {
    // A tick a fraction of a millisecond before the hour means that hour.
    const ms = Math.round(tick);
    const today = formatDate(ms);
    const isNewDay = today !== day && i > 0;
    const isNewYear = years.size > 1 && today.slice(0, 4) !== day.slice(0, 4);
    day = today;
    if (stepMs >= 86_400_000) return isNewYear ? today : today.slice(5);
    if (isNewDay) return `${today.slice(5)} ${clockText(ms, "minutes")}`;
    if (stepMs >= 60_000) return clockText(ms, "minutes");
    return clockText(ms, "seconds", stepMs >= 1000 ? "" : millisecondsOf(wallTime(ms)));
  });
}

/** `now`, `8 s`, `5 min`, `1 h 23 min`, `2 d`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 1) return say("now");
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes >= 2880) return `${Math.floor(minutes / 1440)} d`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `2 min ago`; `now` is unchanged. */
export function formatAgo(ms: number): string {
  const age = formatAge(ms);
  return ms < 1000 ? age : say("{0} ago", age);
}

/** With two digits: `12/s`, `12 messages/s`. */
export function formatRate(perSecond: number, what = ""): string {
  const [count, unit] =
    perSecond >= 10
      ? [formatInteger(Math.round(perSecond)), "s"]
      : perSecond >= 1
        ? [inLanguage(perSecond.toFixed(1)), "s"]
        : perSecond * 60 >= 1
          ? [(perSecond * 60).toFixed(0), "min"]
          : [(perSecond * 3600).toFixed(0), "h"];
  return `${count}${what === "" ? "" : ` ${what}`}/${unit}`;
}

/** Epoch ms with a fraction, from RFC 3339 text with up to nine decimals. */
export function parseIsoMs(text: string): number {
  const match = /^(.*?)(?:\.(\d{1,9}))?Z$/.exec(text);
  if (match === null) return Number.NaN;
  const fraction = match[2] === undefined ? 0 : Number(`0.${match[2]}`) * 1000;
  return Date.parse(`${match[1]}Z`) + fraction;
}
