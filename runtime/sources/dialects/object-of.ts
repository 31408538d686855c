/** Bodies that must be one JSON object, or a form. */

import { ValueError } from "../../telemetry/error-signal.ts";
import { isObject, type JsonObject, type JsonValue } from "../../telemetry/json-value.ts";

/** @throws ValueError (code `bad-value`) */
export function objectOf(body: JsonValue): JsonObject {
  if (!isObject(body)) throw new ValueError("Expected a JSON object", "bad-value");
  return body;
}
