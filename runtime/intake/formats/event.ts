/** Annotation events: every field as sent, and always title, text and tags [D30]. */

import { ValueError } from "../../telemetry/error-signal.ts";
import { type JsonObject, type JsonValue, NumberText } from "../../telemetry/json-value.ts";
import { type FieldValue, type MissingValues, readFields } from "../../telemetry/values.ts";

const EVALUATED = ["title", "text", "tags"] as const;

/** @throws ValueError (code `bad-value`, `empty`) */
export function eventFields(row: JsonObject, tally: MissingValues): FieldValue[] {
  const others = Object.entries(row).filter(([name]) => !(EVALUATED as readonly string[]).includes(name));
  const texts = EVALUATED.map((name) => ({ name, value: eventText(name, row[name]) }));
  const fields = readFields(others, "as-sent", tally);
  if (fields.length === 0 && texts.every((field) => field.value === "")) {
    throw new ValueError("Event has neither title, text, tags nor another field", "empty");
  }
  return [...texts, ...fields];
}

// Dashboards ignore annotations with a null column: missing texts become empty [D30].
function eventText(name: string, value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (value instanceof NumberText) return value.text;
  if (Array.isArray(value) && name === "tags") return value.map((tag) => eventText("tag", tag)).join(",");
  if (typeof value === "object") throw new ValueError(`Field '${name}' of the event is not a text`, "bad-value");
  return String(value);
}
