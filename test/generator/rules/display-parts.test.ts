/** Limits, states and intervals in rules [D38]. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compileChannel } from "../../../generator/compile.ts";
import { memoryReader } from "../../../generator/source/header-reader.ts";
import { parseDisplayRule, parseDuration, parseRange } from "../../../runtime/config/display-rule.ts";
import { planOf } from "../../support/channel-plan.ts";
import { compileHeader, complaints, tank } from "./compile-header.ts";

function fieldOf(...lines: string[]) {
  const { structs, diagnostics } = compileHeader(tank(...lines));
  assert.deepEqual(diagnostics, []);
  const [struct] = structs;
  const { states, limits } = struct!.fields.at(-1)!;
  return { states, limits, everyMs: struct!.everyMs };
}

test("limits and states of a rule apply to the stored value", () => {
  assert.deepEqual(fieldOf("int16_t t; //4 @rule: expr=t / 10; warn=10..20; alarm=-5.5..2.5e1; hold=3s"), {
    states: undefined,
    limits: { warn: { min: 10, max: 20 }, alarm: { min: -5.5, max: 25 }, holdMs: 3000 },
    everyMs: undefined,
  });
  assert.deepEqual(fieldOf("uint8_t m; // @rule: states=0=idle, 1=run fast, -1=off; name=mode").states, {
    "0": "idle",
    "1": "run fast",
    "-1": "off",
  });
});

test("an enum's names are its states, unless the rule has states or an expression", () => {
  const lines = (rule: string) => [`enum mode { IDLE, RUN = 4, GO = 4 } m; // ${rule}`];
  assert.deepEqual(fieldOf(...lines("")).states, { "0": "IDLE", "4": "RUN" });
  assert.deepEqual(fieldOf(...lines("@rule: states=0=still")).states, { "0": "still" });
  assert.equal(fieldOf(...lines("@rule: expr=m * 2")).states, undefined);
});

test("@every sets the interval at which a struct is sent", () => {
  assert.equal(fieldOf("uint8_t a; // @every: 100ms").everyMs, 100);
});

test("@every may also be above its struct or behind its brace, and does not apply to another struct", () => {
  const everyOf = (above: string, head = "struct struct_tank {") => {
    const header = `/* @every: 9s */\n#define X 1\n\n${above}${head} uint8_t length;\n uint8_t ID; } tank = {2, 7};\n`;
    const plan = planOf({ headerFiles: ["tank.h"] });
    const { value, diagnostics } = compileChannel({ plan, reader: memoryReader({ "tank.h": header }) });
    return diagnostics.find(({ code }) => code === "E327")?.message ?? value.structs[0]?.everyMs;
  };
  assert.equal(everyOf(""), undefined);
  assert.equal(everyOf("// @every: 100ms\n"), 100);
  assert.equal(everyOf("// The tank.\n// @every: 100ms\n// Filled by hand.\n"), 100);
  assert.equal(everyOf("/**\n * The tank. @every: 2s\n */\n#pragma pack(1)\n"), 2000);
  assert.equal(everyOf("// @every: 1s\n", "struct struct_tank\n{"), 1000);
  assert.equal(everyOf("", "struct struct_tank { // @every: 3s\n"), 3000);
  assert.equal(everyOf("", "struct struct_tank\n{ // @every: 3s\n"), 3000);
  assert.equal(everyOf("// @every: 100ms\n\n"), undefined);
  assert.match(String(everyOf("// @every: soon\n")), /^'@every' of 'struct_tank' is not a time like/);
});

test("an unreadable part is reported with its position and the expected format", () => {
  assert.deepEqual(complaints("uint8_t a; // @rule: warn=20..10"), [
    "headers/tank.h:4:27: error E327: 'warn' of 'a' is not a range like 10..20, ..20 or 10.., its lower end first",
    "uint8_t a; // @rule: warn=20..10",
    "                          ^~~~~~",
  ]);
  const first = (line: string) => complaints(line)[0]?.replace(/^.*E327: /, "");
  assert.match(first("uint8_t a; // @rule: hold=3s") ?? "", /^'hold' of 'a' is not limits to hold/);
  assert.match(first("uint8_t a; // @rule: states=0=a, 0=b") ?? "", /^'states' of 'a' is not values and their names/);
  assert.match(first("uint8_t a; // @every: soon") ?? "", /^'@every' of 'a' is not a time like/);
  assert.match(complaints("char a[4]; // @rule: warn=1..2")[0] ?? "", /E309/);
});

test("ranges and times", () => {
  assert.deepEqual(parseRange(" ..5 "), { max: 5 });
  assert.deepEqual(parseRange("-1e3.."), { min: -1000 });
  for (const text of ["..", "5", "5..5", "a..b", "1..2..3"]) assert.equal(parseRange(text), undefined, text);
  assert.deepEqual(["500ms", "1.5 s", "2min", "2m", "1h"].map(parseDuration), [500, 1500, 120_000, 120_000, 3_600_000]);
  for (const text of ["0s", "5", "s", "-1s", "1 d"]) assert.equal(parseDuration(text), undefined, text);
});

test("a rule of a [realm-…] section has the same parts and reports errors", () => {
  assert.deepEqual(parseDisplayRule("unit=°C; warn=10..30; alarm=..40; hold=3s"), {
    unit: "°C",
    limits: { warn: { min: 10, max: 30 }, alarm: { max: 40 }, holdMs: 3000 },
  });
  assert.deepEqual(parseDisplayRule("states=0=off, 1=on"), { states: { "0": "off", "1": "on" } });
  assert.deepEqual(parseDisplayRule("states=0=off, 1=on:red"), {
    states: { "0": "off", "1": "on" },
    stateColours: { "1": "red" },
  });
  const problem = (text: string) => assert.throws(() => parseDisplayRule(text));
  for (const text of ["warn=3", "expr=x / 2", "unit", "hold=3s", "unit=V; unit=A", "states=0"]) problem(text);
});
