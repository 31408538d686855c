/** `application/x-www-form-urlencoded` bodies: one row. [WHATWG URL 5.1] */

import { dictionary } from "../../lib/dictionary.ts";
import type { JsonObject, JsonValue } from "../../lib/json-value.ts";
import { ValueError } from "../../model/error-signal.ts";
import { MAX_FIELDS } from "../../model/values.ts";
import { decodeText } from "./text.ts";

/**
 * @param twice how to treat a repeated field: the first value counts; by default it is an error. @throws ValueError
 * (code `bad-form`)
 */
export function parseForm(payload: Uint8Array, twice?: "first"): JsonObject {
  const text = decodeText(payload, "bad-form").trim();
  if (/^[{[]/.test(text)) {
    throw new ValueError("The body looks like JSON, but its Content-Type says it is a form", "bad-form");
  }
  const row: Record<string, JsonValue> = dictionary();
  // One field more than the limit is enough to detect the excess.
  for (const pair of text.split("&", MAX_FIELDS + 1)) {
    if (pair === "") continue;
    const [name, value] = parsePair(pair);
    if (name in row && twice === "first") continue;
    if (name in row) throw new ValueError(`Field '${name}' is given twice`, "bad-form");
    row[name] = value;
  }
  return row;
}

function parsePair(pair: string): [string, string] {
  const equals = pair.indexOf("=");
  if (equals < 0) throw new ValueError(`Form field '${unescapeForm(pair)}' has no value`, "bad-form");
  return [unescapeForm(pair.slice(0, equals)), unescapeForm(pair.slice(equals + 1))];
}

function unescapeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (cause) {
    throw new ValueError(`'${text}' is not percent-encoded UTF-8`, "bad-form", cause);
  }
}
