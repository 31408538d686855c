import { dictionary } from "../lib/dictionary.ts";

/**
 * Errors in our own words, for people: on the page, in lists, in `/health`. Error signals keep
 * the forms that clients know: the database's JSON [D32], and the JSON parser's words with a place [D31]; answers to senders have both.
 */

/** Errors of the JSON parser, by the code of `jsonc-parser`: the words of signals, then ours. */
export const JSON_ERRORS = {
  InvalidSymbol: ["Unexpected symbol", "a text without double quotes, or a word that JSON does not have"],
  InvalidNumberFormat: ["Invalid number", "a number that cannot be read"],
  PropertyNameExpected: [
    "Expecting property name enclosed in double quotes",
    "a field's name in double quotes is missing (no comma before '}')",
  ],
  ValueExpected: ["Expecting value", "a value is missing"],
  ColonExpected: ["Expecting ':' delimiter", "':' is missing after a field's name"],
  CommaExpected: ["Expecting ',' delimiter", "',' is missing between two values"],
  CloseBraceExpected: ["Expecting '}'", "'}' is missing, so the message may be cut off"],
  CloseBracketExpected: ["Expecting ']'", "']' is missing, so the message may be cut off"],
  EndOfFileExpected: ["Extra data", "more follows after the end"],
  InvalidCommentToken: ["Comments are not allowed in JSON", "a comment"],
  UnexpectedEndOfComment: ["Comments are not allowed in JSON", "a comment"],
  UnexpectedEndOfString: ["Unterminated string", "a text has no closing quote, so the message may be cut off"],
  UnexpectedEndOfNumber: ["Invalid number", "a number that cannot be read"],
  InvalidUnicode: ["Invalid \\u escape", "'\\u' needs four hexadecimal digits"],
  InvalidEscapeCharacter: ["Invalid \\escape", "a backslash before a character that needs none"],
  InvalidCharacter: ["Invalid control character", "a control character inside a text, such as a line break"],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

const OURS = new Map<string, string>(Object.values(JSON_ERRORS));

const PLACE = /^(.+): line (\d+) column (\d+) \(char \d+\)$/s;
const DATABASE = /^(\d{3}): (\{.*\})$/s;
const CONFLICT =
  /field type conflict: input field "(.*)" on measurement "(.*)" is type (\w+), already exists as type (\w+)/s;

/** A sentence without the forms of databases and parsers; another text is returned unchanged. */
export function plainError(message: string): string {
  const [, status, json] = DATABASE.exec(message) ?? [];
  if (status !== undefined && json !== undefined) return ofDatabase(status, json) ?? message;
  const [, words = "", line, column] = PLACE.exec(message) ?? [];
  const ours = OURS.get(words);
  return ours === undefined ? message : `The message is not JSON, at line ${line}, column ${column}: ${ours}`;
}

/** For answers to senders: our own sentence, then the text that clients know [D20]. */
export function plainErrorFirst(message: string): string {
  const plain = plainError(message);
  return plain === message ? message : `${plain}. ${message}`;
}

function ofDatabase(status: string, json: string): string | undefined {
  const text = errorIn(json);
  if (text === undefined) return undefined;
  const [, field = "", measurement = "", given = "", existing = ""] = CONFLICT.exec(text) ?? [];
  if (field !== "") return conflict(field, measurement, given, existing);
  return status === "400" ? `The database cannot store it: ${text}` : `The database answered ${status}: ${text}`;
}

/** The text in `{"error": "…"}`, or in the `{"message": "…"}` of InfluxDB 2. */
function errorIn(json: string): string | undefined {
  try {
    const { error, message } = JSON.parse(json) as { error?: unknown; message?: unknown };
    return [error, message].find((text): text is string => typeof text === "string" && text !== "");
  } catch {
    return undefined;
  }
}

const KINDS: Readonly<Record<string, string>> = dictionary({
  float: "numbers",
  integer: "whole numbers",
  unsigned: "whole numbers without a sign",
  string: "texts",
  boolean: "true or false",
});

function conflict(field: string, measurement: string, given: string, existing: string): string {
  const of = `Field "${field}" of "${measurement}"`;
  const types = `holds ${kindOf(existing)} (${existing}), but the message has ${kindOf(given)} (${given})`;
  const change = ", or turn its texts into numbers with `channel-message columns numbers`";
  const others = existing === "string" && given !== "boolean" ? change : "";
  return `${of} ${types}: send ${kindOf(existing)}, or use another name${others}`;
}

function kindOf(type: string): string {
  return KINDS[type] ?? type;
}
