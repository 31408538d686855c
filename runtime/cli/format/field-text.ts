/** A field's value as a line of text: numbers in full, text with its control characters escaped. */

import { escapeControls } from "./escape-controls.ts";

export function fieldText(value: unknown): string {
  if (typeof value === "string") return escapeControls(value);
  return Object.is(value, -0) ? "-0" : String(value);
}
