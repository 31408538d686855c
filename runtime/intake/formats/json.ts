/** Strict JSON that keeps all digits of long numbers and reports the position of errors [D22, D31]. */

import { type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import { type JsonValue, NumberText } from "../../lib/json-value.ts";
import { JsonTree } from "../../lib/parse-exact.ts";
import { ValueError } from "../../model/error-signal.ts";
import { JSON_ERRORS } from "../../model/plain-error.ts";
import { isNotFinite } from "../../model/values.ts";
import { decodeText, placeIn } from "./text.ts";

/** Characters of a number: shorter ones are exact as a double; only longer ones need their text. */
const LONG_NUMBER = 16;

/** Deeper than any valid row; the parser is recursive. */
const MAX_DEPTH = 200;

/** Characters of a number, a literal, or an invalid token in their place. */
const WORD = /[\w.+-]/;

const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** @throws ValueError (code `bad-json`) whose message ends `line L column C (char P)` */
export function parseJson(payload: Uint8Array): JsonValue {
  const text = decodeText(payload, "bad-json");
  if (isDeep(text)) throw locate(text, undefined);
  try {
    return parse(text);
  } catch (cause) {
    return parseRepaired(text, cause);
  }
}

function parse(text: string): JsonValue {
  return hasLongNumber(text) ? parseExactly(text) : (JSON.parse(text) as JsonValue);
}

/** Whether so many digits and points follow each other: one of them is at a multiple of their number. [hot path] */
function hasLongNumber(text: string): boolean {
  for (let position = LONG_NUMBER - 1; position < text.length; position += LONG_NUMBER) {
    if (!isDigitOrPoint(text, position)) continue;
    let first = position;
    while (first > 0 && isDigitOrPoint(text, first - 1)) first--;
    let end = position + 1;
    while (end < text.length && isDigitOrPoint(text, end)) end++;
    if (end - first >= LONG_NUMBER) return true;
  }
  return false;
}

function isDigitOrPoint(text: string, position: number): boolean {
  const char = text.charCodeAt(position);
  return (char >= ZERO && char <= NINE) || char === POINT;
}

// Python and many microcontrollers write NaN for a missing value, which is not valid JSON: only that field is left out
// [D42].
function parseRepaired(text: string, cause: unknown): JsonValue {
  const repaired = withoutNotFinite(text);
  try {
    if (repaired !== text) return parse(repaired);
  } catch {
    // The text has another error, too.
  }
  throw locate(repaired, cause);
}

/** The text with each NaN or Infinity outside strings replaced by an empty value of the same length. */
function withoutNotFinite(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let position = 0; position < text.length; ) {
    if (text.charCodeAt(position) === QUOTE) {
      position = afterString(text, position);
      continue;
    }
    const end = afterWord(text, position);
    if (isNotFinite(text.slice(position, end)) && !isName(text, end)) {
      pieces.push(text.slice(from, position), '""'.padEnd(end - position));
      from = end;
    }
    position = Math.max(end, position + 1);
  }
  return pieces.join("") + text.slice(from);
}

function isName(text: string, end: number): boolean {
  let position = end;
  while (text[position] === " " || text[position] === "\n") position++;
  return text[position] === ":";
}

function afterWord(text: string, start: number): number {
  let position = start;
  while (WORD.test(text[position] ?? "")) position++;
  return position;
}

function afterString(text: string, start: number): number {
  for (let position = start + 1; position < text.length; position++) {
    const char = text.charCodeAt(position);
    if (char === BACKSLASH) position++;
    else if (char === QUOTE) return position + 1;
  }
  return text.length;
}

// Checked before parsing: nesting a million levels deep costs memory, and stack to traverse.
function isDeep(text: string): boolean {
  if (text.length <= MAX_DEPTH) return false;
  let depth = 0;
  for (let position = 0; position < text.length; position++) {
    const char = text.charCodeAt(position);
    if (char === QUOTE) position = afterString(text, position) - 1;
    else if (char === OPEN_BRACKET || char === OPEN_BRACE) depth++;
    else if (char === CLOSE_BRACKET || char === CLOSE_BRACE) depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function parseExactly(text: string): JsonValue {
  const builder = new JsonTree<JsonValue>();
  walk(text, builder);
  if (builder.root === undefined) throw locate(text, undefined);
  return builder.root;
}

function locate(text: string, cause: unknown): ValueError {
  try {
    walk(text, undefined);
  } catch (error) {
    if (error instanceof ValueError) return error;
    throw error;
  }
  const message = cause instanceof Error ? cause.message : "Expecting value";
  return new ValueError(`${message}: ${placeIn(text, 0)}`, "bad-json", cause);
}

/** @throws ValueError for the first error: a body may contain as many errors as bytes */
function walk(text: string, builder: JsonTree<JsonValue> | undefined): void {
  let depth = 0;
  visit(
    text,
    {
      onObjectBegin: (offset) => {
        enter(offset);
        builder?.open({});
      },
      onObjectProperty: (name) => builder?.name(name),
      onObjectEnd: leave,
      onArrayBegin: (offset) => {
        enter(offset);
        builder?.open([]);
      },
      onArrayEnd: leave,
      onLiteralValue: (value: unknown, offset, length) =>
        builder?.add(
          typeof value === "number" ? new NumberText(text.slice(offset, offset + length)) : (value as JsonValue),
        ),
      onError: (code, offset) => {
        throw problem(code, text, offset);
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );

  function enter(offset: number): void {
    depth++;
    if (depth > MAX_DEPTH) throw new ValueError(`Nested too deeply: ${placeIn(text, offset)}`, "bad-json");
  }

  function leave(): void {
    depth--;
    builder?.close();
  }
}

function problem(code: ParseErrorCode, text: string, offset: number): ValueError {
  return new ValueError(`${wordsOf(code)}: ${placeIn(text, offset)}`, "bad-json");
}

function wordsOf(code: ParseErrorCode): string {
  const words: Readonly<Record<string, readonly [string, string]>> = JSON_ERRORS;
  return words[printParseErrorCode(code)]?.[0] ?? "Invalid JSON";
}
