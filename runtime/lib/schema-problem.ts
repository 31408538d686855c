import { dictionary } from "./dictionary.ts";

/** What is wrong with a value that a schema refuses, in our words: the schema's library speaks to programmers. */

/** A part of zod's issue. */
export interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: unknown;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly input?: unknown;
}

/** `users.0.password: is missing`. @param whole the name of the whole value, for an issue without a path */
export function schemaProblem(issue: SchemaIssue | undefined, whole: string): string {
  if (issue === undefined) return `${whole}: is wrong`;
  return `${issue.path.map(String).join(".") || whole}: ${problemOf(issue)}`;
}

const TYPES: Readonly<Record<string, string>> = dictionary({
  string: "a text",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
});

function problemOf({ code, message, expected, values = [], keys = [] }: SchemaIssue): string {
  switch (code) {
    case "invalid_type":
      if (message.endsWith("received undefined")) return "is missing";
      return `is not ${TYPES[String(expected)] ?? String(expected)}`;
    case "invalid_value":
      return `is not ${values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "unrecognized_keys":
      return `has ${keys.map((key) => `'${key}'`).join(", ")}, which this version does not know`;
    case "too_big":
      return "is too large";
    case "too_small":
      return "is too small";
    case "invalid_format":
    case "invalid_union":
      return "has another form than expected";
    default:
      return message;
  }
}
