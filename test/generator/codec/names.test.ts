import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { COSMOS, FILES, JAVASCRIPT, KAITAI, Names, namesOf, PYTHON_CLASSES } from "../../../generator/codec/namer.ts";
import { camelCase, pascalCase, propertyAccess, propertyKey } from "../../../generator/codec/names.ts";
import { commentText, stringLiteral, templateText } from "../../../generator/codec/text.ts";
import { anyText } from "../../support/any-text.ts";

test("type names are the struct's name without its prefix", () => {
  const names = ["struct_cap_r", "struct_", "STRUCT_GPS", "gps2", "struct_2d", "__x__", "Telemetry_t", "_"];
  assert.deepEqual(names.map(pascalCase), ["CapR", "Struct", "GPS", "Gps2", "Struct2d", "X", "TelemetryT", "Struct"]);
  assert.deepEqual(["CapR", "GPS", "GPSData", "X"].map(camelCase), ["capR", "gps", "gpsData", "x"]);
});

test("file names are safe on every system and differ in more than case", () => {
  const names = ["rig", "RIG", "../etc", "a/b", "a\\b", "con", "-x", "", "ü", "index.ts", "rig_2"];
  assert.deepEqual(namesOf(FILES, names), [
    "rig",
    "RIG_2",
    "_etc",
    "a_b",
    "a_b_2",
    "_con",
    "_-x",
    "_",
    "__2",
    "index_ts",
    "rig_2_2",
  ]);
});

test("local names are valid, unreserved and unique identifiers", () => {
  const scope = new Names(JAVASCRIPT, ["view"]);
  const names = ["gps.v[0]", "view", "class", "await", "NaN", "0", "gps.v[0]", "a`b"].map((name) =>
    scope.declare(name),
  );
  assert.deepEqual(names, ["gps_v_0", "view_2", "class_", "await_", "NaN_", "_0", "gps_v_0_2", "a_b"]);
});

test("each language has its own reserved words and reports renamed names", () => {
  const told: string[] = [];
  const scope = new Names(PYTHON_CLASSES);
  for (const name of ["None", "ValueError", "Row", "Row"]) scope.declare(name, (given) => told.push(given));
  assert.deepEqual(told, ["None_", "ValueError_", "Row_2"]);
  assert.deepEqual(namesOf(KAITAI, ["class", "a_p", "ap", "U1"]), ["class_2", "a_p", "ap_2", "u1_2"]);
  assert.deepEqual(namesOf(COSMOS, ["packet_time", "a__b_", "a_b"]), ["PACKET_TIME_2", "A_B", "A_B_2"]);
});

const anyName = fc.oneof(
  anyText({ maxLength: 40 }),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "*/",
    "`${process.exit()}`",
    "\u2028",
    "\u202e",
    "\ud800",
    '"\\',
    "</script>",
    "]]",
    "#",
  ),
);

test("any text survives as a literal, a key and a template", () => {
  const property = fc.property(anyName, (text) => {
    // biome-ignore lint/security/noGlobalEval: what generated code would be is the point
    const value = globalThis.eval(`({ ${propertyKey(text)}: [${stringLiteral(text)}, \`${templateText(text)}\`] })`);
    assert.deepEqual(Object.keys(value), [text]);
    assert.deepEqual(value[text], [text, text]);
    assert.deepEqual(new Function("value", `return value${propertyAccess(text)}`)(value), [text, text]);
  });
  fc.assert(property, { seed: 3, numRuns: 2000 });
});

test("no text ends a comment or hides the code after it", () => {
  const property = fc.property(anyName, (text) => {
    const shown = commentText(`${text}*/${text}`);
    assert.doesNotMatch(shown, /\*\/|[\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
    assert.equal(Buffer.from(shown).toString(), shown);
  });
  fc.assert(property, { seed: 3, numRuns: 2000 });
});
