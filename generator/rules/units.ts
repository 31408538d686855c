/** Converts values between units, with mathjs's table of units. */

import { TWO_READINGS, unitNamed } from "../../runtime/channels/units.ts";
import type { FieldLimits, ValueRange } from "../../runtime/codec/struct-codec.ts";
import type { Line } from "./affine.ts";
import { withExpression } from "./compile-field.ts";
import type { CompiledField, Expression } from "./compiled-rule.ts";
import { number, operation } from "./fold.ts";
import { mathWithUnits } from "./mathjs.ts";

/** Notations that mathjs does not read, of units that the table does not have. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/°\s*([CF])/g, "deg$1"],
  [/°/g, "deg"],
  [/[µμ](?=[A-Za-z])/g, "u"],
  [/[Ω\u2126]|\bOhm\b/g, "ohm"],
  [/²/g, "^2"],
  [/³/g, "^3"],
  [/·/g, " "],
  [/(?<![\w^])1\s*\/\s*([A-Za-z]+)(?!\s*[\^\w])/g, "$1^-1"],
  [/(?<=\/\s*)h\b/g, "hour"],
  [/(?<=\/\s*)d\b/g, "day"],
];

export interface Conversion extends Line {
  /** The value in the former unit that becomes 0. */
  readonly zero: number;
}

/** A difference of two temperatures this far apart keeps the digits that a difference of 1 loses. */
const SPAN = 1e6;

/** The linear conversion between units; undefined if they measure different quantities. */
export function conversionOf(from: string, to: string): Conversion | undefined {
  if (TWO_READINGS.has(from.trim()) || TWO_READINGS.has(to.trim())) return undefined;
  try {
    const math = mathWithUnits();
    const [source, target] = [from, to].map((text) => math.unit(1, spelled(text)));
    if (source === undefined || target === undefined || !source.equalBase(target)) return undefined;
    const converted = (value: number) => math.unit(value, spelled(from)).toNumber(spelled(to));
    const offset = converted(0);
    if (offset === 0) return { slope: rounded(converted(1)), offset, zero: 0 };
    const slope = (converted(SPAN) - offset) / SPAN;
    const zero = math.unit(0, spelled(to)).toNumber(spelled(from));
    return { slope: rounded(slope), offset: rounded(offset), zero: rounded(zero) };
  } catch {
    return undefined;
  }
}

function spelled(unit: string): string {
  const known = unitNamed(unit);
  if (known !== undefined) return known.math ?? known.symbol;
  return SPELLINGS.reduce((text, [pattern, known]) => text.replace(pattern, known), unit.trim());
}

/** mathjs converts through the SI unit, which loses the last digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(14));
}

/** The field as if its rule had this unit. */
export function inUnit(field: CompiledField, line: Conversion, unit: string): CompiledField {
  const { leaf, expression = { kind: "field", path: leaf.path }, limits } = field;
  const text = field.expressionText ?? ownName(leaf.path);
  const steps = stepsOf(line);
  if (steps.length === 0 || leaf.kind === "text") return { ...field, unit };
  const converted = withExpression(field, {
    expression: steps.reduce<Expression>(
      (value, { operator, by }) => operation(operator, value, number(by)),
      expression,
    ),
    text: steps.reduce((value, { sign, by }) => `${/^\w+$/.test(value) ? value : `(${value})`} ${sign} ${by}`, text),
  });
  return { ...converted, unit, limits: limits && limitsIn(limits, line) };
}

interface Step {
  readonly operator: "multiply" | "divide" | "add" | "subtract";
  readonly sign: string;
  readonly by: number;
}

/**
 * Uses the shorter numbers, which are exact: 12340 / 1000 is 12.34, and 12340 * 0.001 may not be. (77 - 32) / 1.8 is 25, and
 * 77 * 0.55555555555556 - 17.777777777778 is not.
 */
function stepsOf({ slope, offset, zero }: Conversion): Step[] {
  const divisor = rounded(1 / slope);
  const scale: Step = isShorter(divisor, slope)
    ? { operator: "divide", sign: "/", by: divisor }
    : { operator: "multiply", sign: "*", by: slope };
  const scaling = slope === 1 ? [] : [scale];
  return isShorter(zero, offset) ? [...shift(-zero), ...scaling] : [...scaling, ...shift(offset)];
}

function shift(by: number): Step[] {
  if (by === 0) return [];
  return [by < 0 ? { operator: "subtract", sign: "-", by: -by } : { operator: "add", sign: "+", by }];
}

function isShorter(one: number, other: number): boolean {
  return String(Math.abs(one)).length < String(Math.abs(other)).length;
}

/** The declared name, as rules use it; for an element, the array's name. */
function ownName(path: string): string {
  return /(\w+)(?:\[\d+\])*$/.exec(path)?.[1] ?? path;
}

function limitsIn({ warn, alarm, ...rest }: FieldLimits, line: Line): FieldLimits {
  return { ...rest, ...(warn && { warn: rangeIn(warn, line) }), ...(alarm && { alarm: rangeIn(alarm, line) }) };
}

function rangeIn({ min, max }: ValueRange, { slope, offset }: Line): ValueRange {
  const at = (value: number) => rounded(value * slope + offset);
  return { ...(min !== undefined && { min: at(min) }), ...(max !== undefined && { max: at(max) }) };
}
