/** Annotation events: every field as sent, and always title, text and tags [D30]. */

import { type JsonObject, type JsonValue, NumberText } from "../../lib/json-value.ts";
import { formatNs } from "../../model/clock.ts";
import { ValueError } from "../../model/error-signal.ts";
import { parseTime } from "../../model/time.ts";
import { type FieldValue, readFields } from "../../model/values.ts";
import type { RowContext } from "./row.ts";

const EVALUATED = ["title", "text", "tags"] as const;
const END = "timeEnd";

/** @throws ValueError (code `bad-value`, `empty`) */
export function eventFields(row: JsonObject, { reading, tally }: Pick<RowContext, "reading" | "tally">): FieldValue[] {
  const others = Object.entries(row)
    .filter(([name]) => !(EVALUATED as readonly string[]).includes(name))
    .map(([name, value]): [string, JsonValue] => [name, name === END ? endOf(value, reading) : value]);
  const texts = EVALUATED.map((name) => ({ name, value: eventText(name, row[name]) }));
  const fields = readFields(others, "as-sent", tally);
  if (fields.length === 0 && texts.every((field) => field.value === "")) {
    throw new ValueError("Event has neither title, text, tags nor another field", "empty");
  }
  return [...texts, ...fields];
}

/** An end without a zone is in the realm's, as the beginning is: a browser would read it in its own. */
function endOf(value: JsonValue, { timeZone, dates }: RowContext["reading"]): JsonValue {
  if (typeof value !== "string") return value;
  try {
    const timeNs = parseTime(value, timeZone, dates);
    const hasZone = parseTime(value, "Etc/GMT+1", dates) === parseTime(value, "Etc/GMT-1", dates);
    return hasZone ? value : formatNs(timeNs);
  } catch {
    return value; // Not a time.
  }
}

// Dashboards ignore annotations with a null column: missing texts become empty [D30].
function eventText(name: string, value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (value instanceof NumberText) return value.text;
  if (Array.isArray(value) && name === "tags") return value.map((tag) => eventText("tag", tag)).join(",");
  if (typeof value === "object") throw new ValueError(`Field '${name}' of the event is not a text`, "bad-value");
  return String(value);
}
