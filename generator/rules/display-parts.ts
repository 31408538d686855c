/** Parts of a rule that say how to judge and show values: `warn`, `alarm`, `hold`, `states` [D38]. Also `@every`. */

import type { FieldLimits, StateColour } from "../../runtime/codec/struct-codec.ts";
import { EXPECTED, parseDuration, parseRange, parseStates } from "../../runtime/config/display-rule.ts";
import type { RulePart, RulePartName } from "./rule-text.ts";

export interface DisplayParts {
  readonly limits: FieldLimits | undefined;
  readonly states: Readonly<Record<string, string>> | undefined;
  readonly stateColours: Readonly<Record<string, StateColour>> | undefined;
}

/** A part with an invalid value, and the expected format. */
export interface DisplayProblem {
  readonly part: "warn" | "alarm" | "hold" | "states";
  readonly value: RulePart;
  readonly expected: string;
}

export function readDisplayParts(
  parts: ReadonlyMap<RulePartName, RulePart>,
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
  const named = read("states", parseStates, EXPECTED.states);
  const hold = parts.get("hold");
  const hasLimits = parts.has("warn") || parts.has("alarm");
  if (hold !== undefined && !hasLimits) onProblem({ part: "hold", value: hold, expected: EXPECTED.hold });
  const limits = { ...(warn && { warn }), ...(alarm && { alarm }), ...(holdMs !== undefined && { holdMs }) };
  return {
    limits: warn || alarm ? limits : undefined,
    states: named?.states,
    stateColours: named?.stateColours,
  };
}

/** `@every: 100ms` in a comment of a struct or its fields: the interval at which its messages are sent. */
export interface EveryTag {
  /** Undefined if the time is invalid. */
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
