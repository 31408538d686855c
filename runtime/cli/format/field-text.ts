/** A field's value as text: numbers with all digits, text with its control characters escaped. */

import { escapeControls } from "../../lib/escape-controls.ts";

export function fieldText(value: unknown): string {
  if (typeof value === "string") return escapeControls(value);
  return value === 0 && Object.is(value, -0) ? "-0" : String(value);
}

/** A JSON value; `NaN` and infinities become strings, since JSON has no numbers for them. */
export function fieldJson(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number" && !Number.isFinite(value)) return `"${value}"`;
  return value === undefined ? "null" : JSON.stringify(value);
}
