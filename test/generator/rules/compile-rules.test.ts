import assert from "node:assert/strict";
import { test } from "node:test";
import { compileRules } from "../../../generator/rules/compile-rules.ts";
import { printExpression } from "../../../generator/rules/typescript-notation.ts";
import { PLAN, scalar, struct } from "./support.ts";

const compile = (members: Parameters<typeof struct>[0]) => compileRules([struct(members)], PLAN);

function printed(rule: string): string {
  const { value, diagnostics } = compile([scalar("v", "uint16", `4 @rule: expr=${rule}`)]);
  assert.deepEqual(diagnostics, []);
  const expression = value[0]?.fields[0]?.expression;
  assert.ok(expression, "an expression");
  return printExpression(expression, () => "raw.v").text;
}

test("the rules of the sample headers", () => {
  for (const [rule, text] of [
    ["v / 100", "raw.v / 100"],
    ["mod(v + 180, 360)", "ruleMod(raw.v + 180, 360)"],
    ["v * 180 / pi", "raw.v * 180 / Math.PI"],
    ["(v - 512) * 0.0488", "(raw.v - 512) * 0.0488"],
    ["(v - 8388) * 9.80665 / 21500", "(raw.v - 8388) * 9.80665 / 21500"],
    ["v / 10 - 40", "raw.v / 10 - 40"],
    ["v + 10%", "raw.v + raw.v * 0.1"],
    ["2 v^2", "2 * Math.pow(raw.v, 2)"],
    ["v > 3 ? 1 : v < 2 ? 2 : 3", "raw.v > 3 ? 1 : raw.v < 2 ? 2 : 3"],
    ["1 < v < 5", "1 < raw.v && raw.v < 5 ? 1 : 0"],
    ["v - (3 - v)", "raw.v - (3 - raw.v)"],
    ["- -v", "-(-raw.v)"],
  ] as const) {
    assert.equal(printed(rule), text);
  }
});
