import assert from "node:assert/strict";
import { test } from "node:test";
import { RULES } from "../../../generator/diagnostics/codes/rules.ts";
import { compileHeader, complaints, tank } from "./compile-header.ts";

test("the example of every code triggers that code", () => {
  // These examples do not fit on one line or need text around the struct: examples.test.ts compiles them completely.
  const { E308, E325, E326, E350, E351, E352, W353, N339, ...shown } = RULES;
  for (const [code, { example }] of Object.entries(shown)) {
    const inIni = /store_exclude = (.*)/.exec(example)?.[1];
    const { diagnostics } =
      inIni === undefined
        ? compileHeader(example)
        : compileHeader(tank("uint8_t ck;"), { storeExclude: inIni.split(", ") });
    assert.deepEqual(
      diagnostics.map((each) => each.code),
      [code],
    );
  }
});

test("a caret points into the comment, at the unknown name", () => {
  assert.deepEqual(complaints("int16_t temp; //4 @rule: name=t; expr=tmp / 10; unit=°C"), [
    "headers/tank.h:4:39: error E301: rule for 'temp' uses unknown name 'tmp' (did you mean 'temp'?)",
    "int16_t temp; //4 @rule: name=t; expr=tmp / 10; unit=°C",
    "                                      ^~~",
    "hint: use the field's own name, another numeric field of the struct, or a constant like pi",
  ]);
});

test("a rule of several fields that reads one of them says that the others get its value", () => {
  assert.deepEqual(complaints("int32_t lat, lon; // @rule: expr=lat / 10; unit=m"), [
    "headers/tank.h:4:34: warning W323: the expression of the rule for 'lon' does not use 'lon'",
    "int32_t lat, lon; // @rule: expr=lat / 10; unit=m",
    "                                 ^~~~~~~~",
    "hint: a rule applies to all fields of its line: 'lon' gets a value of 'lat'; give each field a line and a rule of its own",
  ]);
  assert.deepEqual(complaints("uint16_t low, high; // @rule: unit=m"), []);
});

test("also in a comment over several lines", () => {
  assert.deepEqual(
    complaints("uint16_t a; /* The level.", "  * @rule: name=x;", "  *   expr=(a +", "  *     sinn(a)) */"),
    [
      "headers/tank.h:7:9: error E301: rule for 'a' uses unknown name 'sinn' (did you mean 'sin'?)",
      "  *     sinn(a)) */",
      "        ^~~~",
      "hint: docs/rules.md lists the functions",
    ],
  );
});

test("a rule beside a field with an error is no rule without a field", () => {
  const header = tank("uint33_t a; // @rule: unit=V\n    // @rule: unit=A\n");
  assert.deepEqual(
    compileHeader(header).diagnostics.map(({ code, span }) => [code, span?.start.line]),
    [["E316", header.split("\n").findIndex((line) => line.includes("unit=A")) + 1]],
  );
});

test("every unknown name is reported, each at its own place", () => {
  const places = (rule: string): unknown[] =>
    compileHeader(tank(`uint16_t a; // @rule: expr=${rule}`)).diagnostics.map(({ code, span }) => [
      code,
      span?.start.column,
      span?.end.column,
    ]);
  assert.deepEqual(places("x1 + a + x2 * x1"), [
    ["E301", 28, 30],
    ["E301", 37, 39],
    ["E301", 42, 44],
  ]);
  assert.deepEqual(places("atan2(a) + max() + a (2)"), [
    ["E302", 28, 33],
    ["E302", 39, 42],
    ["E306", 47, 48],
  ]);
  assert.deepEqual(places("(x1 + 2) + 5%"), [["E301", 29, 31]]);
});

const refused: readonly (readonly [rule: string, code: string, column: number])[] = [
  ["a + 'b'", "E303", 4],
  ['a + "b"', "E303", 4],
  ["a = 3", "E303", 2],
  ["f(x) = x", "E303", 5],
  ["{a: 1}", "E303", 0],
  ["[a, 1]", "E303", 0],
  ["a[1]", "E303", 1],
  ["a.b", "E303", 1],
  ["a.constructor", "E303", 1],
  ["a?.b", "E303", 1],
  ["(a)?.(2)", "E303", 3],
  ["1:a", "E303", 1],
  ["null", "E303", 0],
  ["undefined", "E303", 0],
  ["a to cm", "E303", 2],
  ["a in cm", "E303", 2],
  ["2 cm + a", "E301", 2],
  ["i * a", "E301", 0],
  ["speedOfLight * a", "E301", 0],
  ["constructor(a)", "E301", 0],
  ["__proto__", "E301", 0],
  ["toString()", "E301", 0],
  ["hasOwnProperty(a)", "E301", 0],
  ["import(a)", "E301", 0],
  ["evaluate(a)", "E305", 0],
  ["compile(a)", "E305", 0],
  ["matrix(a)", "E305", 0],
  ["random()", "E305", 0],
  ["a (2)", "E306", 0],
  ["pi (2)", "E306", 0],
  ["floor", "E307", 0],
  ["round(1, 2, 3)", "E302", 0],
  ["sin()", "E302", 0],
  ["a +", "E304", 2],
  ["a b c +* 2", "E304", 7],
  ["(a", "E304", 1],
  ["a $$ 2 @", "E304", 7],
  ["0b12 * a", "E304", 0],
];

test("non-numeric constructs are rejected at their position", () => {
  for (const [rule, code, column] of refused) {
    const { diagnostics } = compileHeader(tank(`uint16_t a; // @rule: expr=${rule}`));
    const [first] = diagnostics;
    assert.deepEqual([first?.code, (first?.span?.start.column ?? 0) - 28], [code, column], rule);
  }
});

test("for an unknown name that is a unit, the hint explains where units belong", () => {
  assert.equal(
    complaints("uint16_t a; // @rule: expr=a cm").at(-1),
    "hint: an expression has no units: write 'unit=cm' as a separate part",
  );
});

test("for a field's misspelt name that is also a unit, the hint is about fields", () => {
  const [first, ...more] = complaints("uint16_t volts; // @rule: expr=volt / 100");
  assert.match(first!, /unknown name 'volt' \(did you mean 'volts'\?\)$/);
  assert.match(more.at(-1)!, /^hint: use the field's own name/);
});

test("two fields with one stored name are reported with both lines [D11]", () => {
  assert.deepEqual(complaints("uint16_t a; // @rule: name=x", "uint16_t b; // @rule: name=x"), [
    "headers/tank.h:5:10: error E317: 'b' is stored as 'x', the name that 'a' in line 4 already has",
    "uint16_t b; // @rule: name=x",
    "         ^",
    "hint: give one of them another name by a rule: '@rule: name=…'",
    "headers/tank.h:4:10: note: 'a' has this name first",
    "uint16_t a; // @rule: name=x",
    "         ^",
  ]);
});

test("names and units are bounded and printable", () => {
  const codes = (part: string): string[] =>
    compileHeader(tank(`uint16_t a; // @rule: ${part}`)).diagnostics.map(({ code }) => code);
  assert.deepEqual(codes(`name=${"x".repeat(255)}`), []);
  assert.deepEqual(codes(`name=${"x".repeat(256)}`), ["E325"]);
  for (const unit of ["m/s²", "°C", "%", "1/min", "µV", "Ω", "日本", "Max.PWM", "Thrust/W", "a b", "*/"]) {
    assert.deepEqual(codes(`unit=${unit}`), [], unit);
  }
  for (const unit of ["a\u202eb", "a\u0007", "a\tb", "a\u200b", "\u2028x"]) {
    assert.deepEqual(codes(`unit=x${unit}x`), ["E315"], JSON.stringify(unit));
  }
});
