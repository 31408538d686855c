/**
 * Limits and display of a value: `warn`, `alarm`, `hold`, `states`, `unit`, in rules of headers [D38] and of
 * `[realm-…]` sections.
 */

import { STATE_COLOURS } from "../codec/state-colours.ts";
import type { FieldLimits, StateColour, ValueRange } from "../codec/struct-codec.ts";
import { dictionary } from "../lib/dictionary.ts";

/** For a field of devices, from `rule.<field>` in a `[realm-…]` section. */
export interface DisplayRule {
  readonly unit?: string;
  readonly limits?: FieldLimits;
  readonly states?: Readonly<Record<string, string>>;
  readonly stateColours?: Readonly<Record<string, StateColour>>;
}

export type States = Required<Pick<DisplayRule, "states">> & Pick<DisplayRule, "stateColours">;

const NUMBER = "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?";
const RANGE = new RegExp(`^(${NUMBER})?\\s*\\.\\.\\s*(${NUMBER})?$`);
const DURATION = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h)$/;
const STATE = /^\s*([-+]?\d{1,15})\s*[=:]\s*(.+?)\s*$/;
const COLOUR = /^(.+?):(\w+)$/;
const COLOURS: ReadonlyMap<string, StateColour> = new Map([
  ...STATE_COLOURS.map((colour) => [colour, colour] as const),
  ["gray", "grey"],
  ["orange", "amber"],
  ["purple", "violet"],
]);
const UNITS_MS: Readonly<Record<string, number>> = dictionary({ ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 });

/** The expected form of each part, for messages. */
export const EXPECTED = {
  range: "a range like 10..20, ..20 or 10.., its lower end first",
  duration: "a time like 500ms, 3s or 2m",
  hold: "limits to hold: warn or alarm in the same rule",
  states: "values and their names like 0=idle, 1=run, each value once",
} as const;

/** `10..20`, `..20`, `10..`; undefined for anything else. */
export function parseRange(text: string): ValueRange | undefined {
  const match = RANGE.exec(text.trim());
  if (match === null) return undefined;
  const [, from, to] = match;
  if (from === undefined && to === undefined) return undefined;
  if (from !== undefined && to !== undefined && !(Number(from) < Number(to))) return undefined;
  return { ...(from !== undefined && { min: Number(from) }), ...(to !== undefined && { max: Number(to) }) };
}

/** Milliseconds of `500ms`, `3s`, `2m`, `1h`; undefined for anything else, and for zero. */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text.trim());
  if (match === null) return undefined;
  const ms = Number(match[1]) * UNITS_MS[match[2]!]!;
  return ms > 0 && ms <= 365 * 86_400_000 ? ms : undefined;
}

/** Parses `0=idle, 1=run:green`; undefined for anything else, and for a repeated value. */
export function parseStates(text: string): States | undefined {
  const states = new Map<string, string>();
  const colours = new Map<string, StateColour>();
  for (const entry of text.split(",")) {
    const match = STATE.exec(entry);
    if (match === null) return undefined;
    const [value, written] = [String(Number(match[1])), match[2]!];
    if (states.has(value)) return undefined;
    const [, name = "", word = ""] = COLOUR.exec(written) ?? [];
    const colour = COLOURS.get(word.toLowerCase());
    states.set(value, colour === undefined ? written : name);
    if (colour !== undefined) colours.set(value, colour);
  }
  const names = { states: Object.fromEntries(states) };
  return colours.size === 0 ? names : { ...names, stateColours: Object.fromEntries(colours) };
}

/**
 * Parses `unit=°C; warn=10..30; alarm=5..40; hold=3s`.
 * @throws Error (one sentence) for an unknown or invalid part
 */
export function parseDisplayRule(text: string): DisplayRule {
  const parts = new Map<string, string>();
  for (const part of text.split(";")) {
    if (part.trim() === "") continue;
    const [, name = "", value = ""] = /^\s*([^=\s]*)\s*=(.*)$/s.exec(part) ?? [];
    if (!["unit", "warn", "alarm", "hold", "states"].includes(name)) {
      throw new Error(`'${part.trim()}' is not one of unit=, warn=, alarm=, hold=, states=`);
    }
    if (parts.has(name)) throw new Error(`'${name}' is given twice`);
    parts.set(name, value.trim());
  }
  return ruleOf(parts);
}

function ruleOf(parts: ReadonlyMap<string, string>): DisplayRule {
  const read = <Value>(name: string, parse: (text: string) => Value | undefined, expected: string) => {
    const text = parts.get(name);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) throw new Error(`'${name}' is not ${expected}`);
    return value;
  };
  const warn = read("warn", parseRange, EXPECTED.range);
  const alarm = read("alarm", parseRange, EXPECTED.range);
  const holdMs = read("hold", parseDuration, EXPECTED.duration);
  const states = read("states", parseStates, EXPECTED.states);
  const unit = parts.get("unit");
  if (holdMs !== undefined && !warn && !alarm) throw new Error(`'hold' is not ${EXPECTED.hold}`);
  const limits = { ...(warn && { warn }), ...(alarm && { alarm }), ...(holdMs !== undefined && { holdMs }) };
  return { ...(unit && { unit }), ...((warn || alarm) && { limits }), ...states };
}
