/** A column's value as text: a state's name, on or off, a number in the format of its series, or the text itself. */

import type { ColumnDescription } from "../../../../model/measurement.ts";
import { formatAs, type NumberFormat, unitIn } from "./format.ts";
import { say } from "./words.ts";

export interface ValueText {
  readonly text: string;
  /** With its prefix; empty if the text is not a number. */
  readonly unit: string;
}

/** `21.5…21.9`: the range of a column's values near the pointer. */
export function rangeText({ min, max }: { readonly min: number; readonly max: number }, format: NumberFormat): string {
  return `${formatAs(min, format)}…${formatAs(max, format)}`;
}

export function valueText(
  { role, states, type }: Pick<ColumnDescription, "role" | "states" | "type">,
  value: unknown,
  format: NumberFormat,
  unit?: string,
): ValueText {
  if (value === undefined || value === null) return { text: "–", unit: "" };
  const isNumber = typeof value === "number" || typeof value === "bigint";
  const state = isNumber ? states?.[String(value)] : undefined;
  if (state !== undefined) return { text: state, unit: "" };
  if (role === "flag" && (isNumber || typeof value === "boolean"))
    return { text: say(Number(value) === 0 ? "off" : "on"), unit: "" };
  // Charts have numbers for booleans.
  if (type === "boolean" && isNumber) return { text: String(Number(value) !== 0), unit: "" };
  return isNumber ? { text: formatAs(value, format), unit: unitIn(format, unit) } : { text: String(value), unit: "" };
}
