/** The parts of a rule that say how a value is to be judged and shown: `warn`, `alarm`, `hold`, `states` [D38]; and `@every`. */

import type { FieldLimits, ValueRange } from "../../runtime/codec/struct-codec.ts";
import type { Part, PartName } from "./rule-text.ts";

export interface DisplayParts {
  readonly limits: FieldLimits | undefined;
  readonly states: Readonly<Record<string, string>> | undefined;
}

/** A part whose value cannot be read, and what is expected of it. */
export interface DisplayProblem {
  readonly part: "warn" | "alarm" | "hold" | "states";
  readonly value: Part;
  readonly expected: string;
}

const NUMBER = "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?";
const RANGE = new RegExp(`^(${NUMBER})?\\s*\\.\\.\\s*(${NUMBER})?$`);
const DURATION = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h)$/;
const STATE = /^\s*([-+]?\d{1,15})\s*[=:]\s*(.+?)\s*$/;
const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

const EXPECTED = {
  range: "a range like 10..20, ..20 or 10.., its lower end first",
  duration: "a time like 500ms, 3s or 2m",
  hold: "limits to hold: warn or alarm in the same rule",
  states: "values and their names like 0=idle, 1=run, each value once",
} as const;

export function readDisplayParts(
  parts: ReadonlyMap<PartName, Part>,
  onProblem: (problem: DisplayProblem) => void,
): DisplayParts {
  const read = <Value>(part: DisplayProblem["part"], parse: (text: string) => Value | undefined, expected: string) => {
    const value = parts.get(part);
    if (value === undefined || value.text === "") return undefined;
    const parsed = parse(value.text);
    if (parsed === undefined) onProblem({ part, value, expected });
    return parsed;
  };
  const warn = read("warn", parseRange, EXPECTED.range);
  const alarm = read("alarm", parseRange, EXPECTED.range);
  const holdMs = read("hold", parseDuration, EXPECTED.duration);
  const states = read("states", parseStates, EXPECTED.states);
  const hold = parts.get("hold");
  const hasLimits = parts.has("warn") || parts.has("alarm");
  if (hold !== undefined && !hasLimits) onProblem({ part: "hold", value: hold, expected: EXPECTED.hold });
  const limits = { ...(warn && { warn }), ...(alarm && { alarm }), ...(holdMs !== undefined && { holdMs }) };
  return { limits: warn || alarm ? limits : undefined, states };
}

/** `10..20`, `..20`, `10..`; undefined for anything else. */
export function parseRange(text: string): ValueRange | undefined {
  const match = RANGE.exec(text.trim());
  if (match === null) return undefined;
  const [, from, to] = match;
  if (from === undefined && to === undefined) return undefined;
  if (from !== undefined && to !== undefined && !(Number(from) < Number(to))) return undefined;
  return { ...(from !== undefined && { min: Number(from) }), ...(to !== undefined && { max: Number(to) }) };
}

/** Milliseconds of `500ms`, `3s`, `2m`, `1h`; undefined for anything else, and for none. */
export function parseDuration(text: string): number | undefined {
  const match = DURATION.exec(text.trim());
  if (match === null) return undefined;
  const ms = Number(match[1]) * UNITS_MS[match[2]!]!;
  return ms > 0 && ms <= 365 * 86_400_000 ? ms : undefined;
}

function parseStates(text: string): Readonly<Record<string, string>> | undefined {
  const states = new Map<string, string>();
  for (const entry of text.split(",")) {
    const match = STATE.exec(entry);
    if (match === null || states.has(String(Number(match[1])))) return undefined;
    states.set(String(Number(match[1])), match[2]!);
  }
  return Object.fromEntries(states);
}

/** `@every: 100ms` in a comment of a struct's fields: how often its messages are sent. */
export interface EveryTag {
  /** Undefined: the time cannot be read. */
  readonly ms: number | undefined;
  readonly offset: number;
  readonly length: number;
}

export const EVERY_EXPECTED = EXPECTED.duration;

export function everyTagOf(comment: string): EveryTag | undefined {
  const match = /@every\b\s*:?\s*(\S*)/.exec(comment);
  if (match === null) return undefined;
  return { ms: parseDuration(match[1]!), offset: match.index, length: match[0].trimEnd().length };
}
