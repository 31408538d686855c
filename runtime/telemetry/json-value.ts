/** JSON as it is parsed from what senders write. Pure. */

/** A number with the digits it was sent with; a JavaScript number would lose those of a long time. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON as parsed; objects may have any own key, `__proto__` too. */
export type JsonValue = JsonLeaf | readonly JsonValue[] | JsonObject;

export type JsonLeaf = string | number | NumberText | boolean | null;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof NumberText);
}

/** JSON text of a parsed value, with the digits it came with. */
export function formatJson(value: JsonValue): string {
  if (value instanceof NumberText) return value.text;
  if (Array.isArray(value)) return `[${value.map(formatJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${formatJson(inner)}`)
    .join(",")}}`;
}
