import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Expression } from "../../../generator/rules/compiled-rule.ts";
import { printExpression } from "../../../generator/rules/typescript-notation.ts";
import { rounds } from "../../support/long.ts";
import { compileHeader, tank } from "./compile-header.ts";

interface Compiled {
  readonly rule: Expression | undefined;
  readonly inverse: Expression | undefined;
}

function compile(rule: string, type = "uint16_t"): Compiled {
  const { fields, diagnostics } = compileHeader(tank("uint8_t b;", `${type} v; // @rule: expr=${rule}`));
  assert.deepEqual(diagnostics, [], rule);
  const field = fields.find(({ leaf }) => leaf.path === "v");
  return { rule: field?.expression, inverse: field?.inverse?.expression };
}

function inverseText(rule: string, type?: string): string | undefined {
  const { inverse } = compile(rule, type);
  return inverse && printExpression(inverse, () => "stored").text;
}

test("operations are undone one by one", () => {
  assert.equal(inverseText("v"), "stored");
  assert.equal(inverseText("v / 100"), "stored * 100");
  assert.equal(inverseText("(v - 512) * 0.0488"), "stored / 0.0488 + 512");
  assert.equal(inverseText("v / 10 - 40"), "(stored + 40) * 10");
  assert.equal(inverseText("2 v + 3"), "(stored - 3) / 2");
  assert.equal(inverseText("-v"), "-stored");
  assert.equal(inverseText("100 - v"), "100 - stored");
  assert.equal(inverseText("v * 180 / pi"), "stored * Math.PI / 180");
  assert.equal(inverseText("v + 10%"), "(stored - 0) / 1.1");
});

test("expressions that are not affine in the field alone, or lose digits, have no inverse", () => {
  const rules = ["v ^ 2", "v % 360", "abs(v)", "v + b", "v * b", "1 / v", "round(v)", "v > 3", "v * 0", "v / 0"];
  for (const rule of [...rules, "v - v", "v + 1e20", "v * 1e-11 + 1e5", "v > 3 ? v : v * 2", "v * Infinity"]) {
    assert.equal(inverseText(rule), undefined, rule);
  }
  assert.equal(inverseText("v / 1000", "uint64_t"), undefined);
});

const constant = fc.oneof(
  fc.constantFrom(0.1, 0.01, 0.0488, 2, 3, 10, 100, 180, 512, 3600, 9.80665, 1e-7, 1e7, 273.15, Math.PI),
  fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
);
const affineRule = fc.array(fc.tuple(fc.constantFrom("+", "-", "*", "/", "rev-", "neg", "%"), constant), {
  minLength: 1,
  maxLength: 4,
});

function ruleText(steps: readonly (readonly [string, number])[]): string {
  return steps.reduce((rule, [sign, value]) => {
    if (sign === "neg") return `-(${rule})`;
    if (sign === "rev-") return `${value} - (${rule})`;
    return sign === "%" ? `(${rule}) + ${value}%` : `(${rule}) ${sign} ${value}`;
  }, "v");
}

function run(expression: Expression): (value: number) => number {
  const { text } = printExpression(expression, () => "value");
  return new Function("value", `return ${text};`) as (value: number) => number;
}

const RUNS = rounds(40, 200);

test("every 16-bit raw value is restored from its stored value", () => {
  let inverted = 0;
  fc.assert(
    fc.property(affineRule, fc.boolean(), (steps, signed) => {
      const { rule, inverse } = compile(ruleText(steps), signed ? "int16_t" : "uint16_t");
      if (rule === undefined || inverse === undefined) return;
      inverted += 1;
      const transform = run(rule);
      const untransform = run(inverse);
      const [least, most] = signed ? [-32768, 32767] : [0, 65535];
      for (let raw = least; raw <= most; raw += 1) {
        if (Math.round(untransform(transform(raw))) !== raw) assert.fail(`${ruleText(steps)}: ${raw}`);
      }
    }),
    { seed: 4, numRuns: RUNS },
  );
  assert.ok(inverted >= RUNS * 0.75, `${inverted} of ${RUNS} were inverted`);
});
