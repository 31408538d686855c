import assert from "node:assert/strict";
import { test } from "node:test";
import { parseJson } from "../../../runtime/intake/formats/json.ts";
import { plainError } from "../../../runtime/model/plain-error.ts";
import { refusalsOf } from "../../../runtime/store/refused-point.ts";

const { typeConflict } = refusalsOf("DuckDBClientError");

test("a type conflict names field, both types and what to do, in no database's form", () => {
  const wire = typeConflict("cellar_logger_sensors", 'te"mp', "string", "float").message;
  assert.match(wire, /^400: \{"error":"field type conflict/);
  assert.equal(
    plainError(wire),
    'Field "te"mp" of "cellar_logger_sensors" holds numbers (float), but the message has texts (string): send numbers, or use another name',
  );
  assert.match(
    plainError(typeConflict("m", "f", "float", "string").message),
    /holds texts \(string\), but .* numbers \(float\): send texts, .* `channel-message columns numbers`$/,
  );
  assert.doesNotMatch(plainError(typeConflict("m", "f", "boolean", "string").message), /columns numbers/);
  // As InfluxDB itself says it, and the JSON of its second version.
  const influx =
    'partial write: field type conflict: input field "v" on measurement "m" is type string, already exists as type integer dropped=1';
  for (const json of [{ error: influx }, { code: "unprocessable entity", message: influx }])
    assert.match(plainError(`422: ${JSON.stringify(json)}`), /^Field "v" of "m" holds whole numbers \(integer\)/);
  assert.equal(plainError('400: {"error":"missing fields"}'), "The database cannot store it: missing fields");
});

test("every error of the JSON parser has a sentence of our own, with its place", () => {
  const texts = [
    ['{"value": 42.42', "line 1, column 16: '}' is missing, so the message may be cut off"],
    ['{"a":1,}', "line 1, column 8: a field's name in double quotes is missing (no comma before '}')"],
    ['{\n  "a": 1\n  "b": 2\n}', "line 3, column 3: ',' is missing between two values"],
    ["", "line 1, column 1: a value is missing"],
    ['{"a" 1}', "line 1, column 6: ':' is missing after a field's name"],
    ["[1,2", "line 1, column 5: ']' is missing, so the message may be cut off"],
    ['{"a":tru}', "line 1, column 6: a text without double quotes, or a word that JSON does not have"],
  ];
  for (const [text = "", sentence] of texts)
    assert.equal(plainError(errorOf(text)), `The message is not JSON, at ${sentence}`);
});

test("other errors stay as they are", () => {
  for (const text of ["", "unknown ID 0x2A", '400: {"error":', "400: {}", "a: line 1 column 2 (char 1)"])
    assert.equal(plainError(text), text);
});

function errorOf(text: string): string {
  try {
    parseJson(Buffer.from(text));
  } catch (error) {
    return (error as Error).message;
  }
  return assert.fail(`${text} is valid`);
}
