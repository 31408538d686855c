/** Words of JSON Schema 2020-12 for the answers of routes. A test holds every answer of the sample lab against its schema. */

export type Schema = Readonly<Record<string, unknown>>;

export const TEXT: Schema = { type: "string" };
export const NUMBER: Schema = { type: "number" };
export const INTEGER: Schema = { type: "integer" };
export const TRUTH: Schema = { type: "boolean" };
/** RFC 3339, often with nanoseconds. */
export const TIME: Schema = { type: "string", format: "date-time" };
/** Nothing is known of it. */
export const ANYTHING: Schema = {};

/** @param fields a name that ends with `?` may be absent */
export function record(fields: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(fields);
  const required = entries.map(([name]) => name).filter((name) => !name.endsWith("?"));
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ""), schema])),
    ...(required.length > 0 && { required }),
  };
}

export function listOf(items: Schema): Schema {
  return { type: "array", items };
}

/** An object whose names are data. */
export function mapOf(values: Schema): Schema {
  return { type: "object", additionalProperties: values };
}

export function words(...all: readonly string[]): Schema {
  return { type: "string", enum: all };
}

export function either(...all: readonly Schema[]): Schema {
  return { anyOf: all };
}

/** A list of these, in this order. */
export function tuple(members: readonly Schema[]): Schema {
  return { type: "array", prefixItems: members, minItems: members.length, maxItems: members.length };
}

export function orNull(schema: Schema): Schema {
  const { type, enum: _, ...rest } = schema;
  return typeof type === "string" && !("enum" in schema)
    ? { type: [type, "null"], ...rest }
    : either(schema, { type: "null" });
}

/** A stored value: a number, a text, true or false; null where a row has none. */
export const VALUE: Schema = { type: ["number", "string", "boolean", "null"] };

/** The answer to devices that post, as Kotori gives it. */
export const SAID: Schema = listOf(record({ type: words("info", "warning", "command"), message: TEXT }));
