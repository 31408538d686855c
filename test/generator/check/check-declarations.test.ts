import assert from "node:assert/strict";
import { test } from "node:test";
import { checkDeclarations } from "../../../generator/check/check-declarations.ts";
import { planOf } from "../../support/channel-plan.ts";
import { parseText } from "../../support/parse-text.ts";

function check(headers: string | Readonly<Record<string, string>>, headerFiles = ["lab.h"]): string[] {
  const plan = planOf({ headerFiles });
  const { value } = parseText(headers, plan);
  return checkDeclarations(value, plan).map(
    ({ code, span, message, related }) =>
      `${span?.file}:${span?.start.line}: ${code}: ${message}${(related ?? []).map((other) => ` (${other.span.file}:${other.span.start.line}: ${other.message})`).join("")}`,
  );
}

const message = (name: string, init: string): string => `struct ${name} { uint8_t length; uint8_t ID; } ${init};\n`;

test("a channel of valid messages has no diagnostics", () => {
  assert.deepEqual(check(message("a", "x = {2, 0}") + message("b", "y = {2, 255}")), []);
});

test("an ID used twice is reported with both positions, also across headers", () => {
  assert.deepEqual(
    check({ "a.h": message("a", "x = {2, 7}"), "b.h": `\n${message("b", "y = {2, 7}")}` }, ["a.h", "b.h"]),
    ["b.h:2: E407: 'b' has the ID 7, which 'a' already has (a.h:1: 'a' gets it here)"],
  );
});

test("length and ID are bytes", () => {
  assert.deepEqual(check(message("a", "x = {70000, 1}") + message("b", "y = {2, -1}")), [
    "lab.h:1: E408: length of 'a' is 70000, which does not fit a byte",
    "lab.h:2: E408: ID of 'b' is -1, which does not fit a byte",
  ]);
});

test("a message without ID or length is reported", () => {
  assert.deepEqual(check(message("a", "x") + message("b", "y = {.ID = 2}")), [
    "lab.h:1: W406: 'a' is left out: its ID has no initial value",
    "lab.h:2: W412: 'b' declares no length",
  ]);
});

test("two structs of one name are an error in one header, but not in two headers", () => {
  assert.deepEqual(check(message("a", "x = {2, 1}") + message("a", "y = {2, 2}")), [
    "lab.h:2: E409: 'a' is declared twice (lab.h:1: first declared here)",
  ]);
  assert.deepEqual(check({ "a.h": message("a", "x = {2, 1}"), "b.h": message("a", "y = {2, 2}") }, ["a.h", "b.h"]), []);
});

test("names that differ only in case are reported together", () => {
  assert.deepEqual(check(message("probe", "x = {2, 1}") + message("Probe", "y = {2, 2}")), [
    "lab.h:2: W420: 'Probe' differs from 'probe' by case only: its file is named 'Probe_2' or the like (lab.h:1: declared here)",
  ]);
});

test("a channel without messages is an error, unless another error explains it", () => {
  assert.deepEqual(check("struct a { int x; };"), [
    "undefined:undefined: E405: channel 'lab': no message struct in lab.h (lab.h:1: 4 bytes: messages = 1 a)",
  ]);
  assert.deepEqual(check({}, ["none.h"]), []);
  assert.deepEqual(check("/* struct a { uint8_t length; uint8_t ID; } a = {2, 1};"), []);
  assert.deepEqual(check("struct a { uint8_t length; uint8_t ID; char *p; } a = {2, 1};"), []);
});
