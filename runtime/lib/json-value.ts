/** JSON values as parsed from senders' payloads. Pure. */

/** A number with its original digits; a JavaScript number would lose some digits of a long time. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Parsed JSON; objects may have any own key, including `__proto__`. */
export type JsonValue = JsonLeaf | readonly JsonValue[] | JsonObject;

export type JsonLeaf = string | number | NumberText | boolean | null;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof NumberText);
}

/** Whether no member is an object or an array. */
export function isFlat(object: JsonObject): boolean {
  return Object.values(object).every(isLeaf);
}

export function isLeaf(value: JsonValue): value is JsonLeaf {
  return typeof value !== "object" || value === null || value instanceof NumberText;
}

/** Formats a parsed value as JSON, with the original digits. */
export function formatJson(value: JsonValue): string {
  if (value instanceof NumberText) return value.text;
  if (Array.isArray(value)) return `[${value.map(formatJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${formatJson(inner)}`)
    .join(",")}}`;
}
