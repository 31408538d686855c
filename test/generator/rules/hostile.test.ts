import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compileRules } from "../../../generator/rules/compile-rules.ts";
import { helperNames } from "../../../generator/rules/helpers.ts";
import { printExpression } from "../../../generator/rules/typescript-notation.ts";
import { anyText } from "../../support/any-text.ts";
import { onlyLong } from "../../support/long.ts";
import { PLAN, scalar, struct } from "./support.ts";

/** The generated code of the rule, or the codes of its errors. */
function compile(rule: string): string | string[] {
  const { value, diagnostics } = compileRules([struct([scalar("v", "uint16", `@rule: expr=${rule}`)])], PLAN);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  const expression = value[0]?.fields[0]?.expression;
  if (errors.length > 0 || expression === undefined) return errors;
  return printExpression(expression, () => "raw.v").text;
}

/** Everything that generated code may contain. */
const ALLOWED = new RegExp(
  `^(?:${helperNames().join("|")}|Math\\.\\w+|Number\\.is(?:NaN|Finite)|raw\\.v|NaN|Infinity|\\d+(?:\\.\\d+)?(?:e[+-]\\d+)?|[-+*/<>=!&|?:(), ])*$`,
);

const HOSTILE = [
  "`${process.exit(1)}`",
  "v + `1`",
  "v /* */ + 1",
  "v */ process.exit() /*",
  "v // ;",
  "*/ export const x = 1; /*",
  "constructor",
  "constructor.constructor('return process')()",
  "v.constructor",
  "__proto__",
  "__proto__(v)",
  "v.__proto__",
  '"".constructor',
  "cos.constructor(v)",
  "f(x) = x; f(v)",
  "eval(v)",
  "evaluate('1')",
  "import({}, {})",
  "createUnit('x')",
  "parser()",
  "simplify('x')",
  "\\u0076",
  "v\\u{28}",
  "\u0076\u2028process.exit()",
  "v\u2029",
  "v\0",
  "v\u202e",
  "globalThis",
  "this",
  "process",
  "require('fs')",
  "[].map(f)",
  "{a: v}.a",
  "v = 1",
  "v;v",
  "'",
  '"',
  "${v}",
  "v => v",
  "async",
  "new Date()",
  "0x",
  "1e",
  ".",
  "..",
  "%",
  "((((",
  "))))",
  "𝒗",
  "ｖ",
  "\ud835",
];

test("no text of a rule reaches generated code [D10]", () => {
  for (const rule of HOSTILE) {
    const result = compile(rule);
    if (typeof result === "string") assert.match(result, ALLOWED, rule);
    else assert.ok(result.length > 0, rule);
  }
});

test("random text does not reach it either", { skip: onlyLong }, () => {
  const piece = fc
    .constantFrom("v", "(", ")", "+", "*", "%", "2", ".", "`", "${", "}", "'", '"', "/*", "*/", "//")
    .chain((first) =>
      fc.constantFrom(first, `${first} `, "sin(", "max(", ",", "\n", "\\", "?", ":", "!", "constructor", "$"),
    );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join("")),
    anyText(),
  );
  fc.assert(
    fc.property(text, (rule) => {
      const result = compile(rule.replaceAll("@", ""));
      if (typeof result === "string") assert.match(result, ALLOWED);
    }),
    { seed: 1, numRuns: 1500 },
  );
});

const DEEP = 10_000;
const LARGE: readonly (readonly [what: string, rule: string])[] = [
  ["parentheses", `${"(".repeat(DEEP)}v${")".repeat(DEEP)}`],
  ["parentheses that never close", "(".repeat(DEEP)],
  ["a megabyte of sums", `${"v+".repeat(2 ** 19)}v`],
  ["a megabyte of one name", "v".repeat(2 ** 20)],
  ["a megabyte of digits", "1".repeat(2 ** 20)],
  ["a megabyte of blanks", `v${" ".repeat(2 ** 20)}+`],
  ["61 brackets", `${"(".repeat(61)}v${")".repeat(61)}`],
  ["calls", `${"sin(".repeat(61)}v${")".repeat(61)}`],
  ["signs", `${"-".repeat(900)}v`],
  ["negations", `${"not ".repeat(900)}v`],
  ["powers", `${"v^".repeat(450)}v`],
  ["conditionals", `${"v?1:".repeat(240)}v`],
  ["factorials", `v${"!".repeat(900)}`],
  ["moduli within each other, which mathjs reads twice each", `${"v%(".repeat(50)}v${")".repeat(50)}`],
  ["moduli within each other, after a sum", `${"v%(v+(".repeat(29)}v${"))".repeat(29)}`],
  ["percentages, each of all before it", `${"(".repeat(55)}v${"+1%)".repeat(55)}`],
];

test("deep and large expressions are rejected quickly", { timeout: 60_000 }, () => {
  for (const [what, rule] of LARGE) {
    const result = compile(rule);
    assert.ok(Array.isArray(result) && result.length > 0, what);
    assert.ok(
      result.every((code) => code === "E308" || code === "E301" || code === "E326"),
      `${what}: ${result}`,
    );
  }
});

test("a comment of a megabyte is parsed quickly", { skip: onlyLong, timeout: 60_000 }, () => {
  for (const text of ["@", "@rule", "@rule:", "@rule: ", "name=", "=", ";", "x ", "\n", "(", "*", "@rule: expr=(\n"]) {
    const comment = text.repeat(2 ** 20 / text.length);
    for (const before of ["", "@rule: ", "@rule: expr=", "@rule: name="]) {
      const members = [{ ...scalar("v"), comments: [{ text: before + comment, span: scalar("v").span }] }];
      assert.doesNotThrow(() => compileRules([struct(members)], PLAN));
    }
  }
});
