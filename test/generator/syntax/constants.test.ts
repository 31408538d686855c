import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { sourceFile } from "../../../generator/source/source-file.ts";
import { describeConstant } from "../../../generator/syntax/constants/describe.ts";
import { type ConstantScope, evaluate } from "../../../generator/syntax/constants/evaluate.ts";
import { integerWidths } from "../../../generator/syntax/constants/integer-type.ts";
import { tokenize } from "../../../generator/syntax/preprocess/tokenize.ts";
import { TARGETS } from "../../../generator/targets/targets.ts";
import { requires } from "../../support/requirements.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const CASTS: Readonly<Record<string, { bits: number; signed: boolean } | "double">> = {
  uint8_t: { bits: 8, signed: false },
  int16_t: { bits: 16, signed: true },
  double: "double",
};

function value(text: string, abi: "x86-64" | "avr" | "arm-eabi" = "x86-64"): bigint | number | string {
  const scope: ConstantScope = {
    widths: integerWidths(TARGETS[abi]),
    wrapsAround: false,
    offsetOf: () => undefined,
    constant: (name) => (name === "N" ? { kind: "integer", value: 4n, type: { bits: 32, signed: true } } : undefined),
    castType: ([first, second]) => (second === undefined ? CASTS[first?.text ?? ""] : undefined),
    sizeOf: (_, [first]) => (first?.text === "uint8_t" ? 1 : undefined),
  };
  const { tokens } = tokenize(sourceFile("a.h", "a.h", Buffer.from(text)), 1000);
  const result = evaluate(tokens, scope);
  return result.ok ? result.constant.value : describeConstant(result.problem);
}

const VALUES: readonly [text: string, expected: bigint | number | string][] = [
  ["1 + 2 * 3 - 4 / 3", 6n],
  ["-7 / 2", -3n],
  ["-7 % 2", -1n],
  ["1 ? 2 : 3 ? 4 : 5", 2n],
  ["0xFFFFFFFF", 4294967295n],
  ["~0u", 4294967295n],
  ["1u - 2", 4294967295n],
  ["-1 < 0u", 0n],
  ["0x80000000 + 0", 2147483648n],
  ["(uint8_t)300 + N", 48n],
  ["uint8_t(257)", 1n],
  ["static_cast<int16_t>(0xFFFF)", -1n],
  ["(N)", 4n],
  ["sizeof(uint8_t) * 8", 8n],
  ["'a' + '\\n' + '\\x10' + '\\0'", 123n],
  ["'AB'", 16706n],
  ["1'000'000", 1000000n],
  ["0x1p4", 16],
  ["2.5f * 2", 5],
  ["(uint8_t)2.9", 2n],
  ["!0 + !5 + !!7", 2n],
  ["- - + ~1", -2n],
  ["1 << 31 >> 31", -1n],
  ["2147483647 + 1", "the result of '+' does not fit its type"],
  ["1 << 32", "'<<' shifts by a negative number or by more bits than the type has"],
  ["1 / 0", "division by zero"],
  ["1 || 1 / 0", 1n],
  ["M", "'M' is not defined"],
  ["f(1)", "'f' is not part of a constant expression"],
  ["1 +", "expected a value at '+'"],
  ["(1", "expected ')' at '1'"],
  ["1 2", "expected an operator at '2'"],
  ["09", "'09' is not a valid constant"],
  ["sizeof(int)", "the size of this type is not known"],
  ["2.5 % 2", "'%' is not part of a constant expression"],
  [`${"(".repeat(200)}1`, "the expression is nested too deeply"],
];

for (const [text, expected] of VALUES) {
  test(`constant: ${text.slice(0, 40)}`, () => assert.equal(value(text), expected));
}

test("int is 16 bits wide on AVR, and plain char unsigned on ARM", () => {
  assert.deepEqual(
    [value("32767 + 1", "avr"), value("40000", "avr"), value("0xFFFF", "avr"), value("~0u", "avr")],
    ["the result of '+' does not fit its type", 40000n, 65535n, 65535n],
  );
  assert.deepEqual([value("'\\xFF'"), value("'\\xFF'", "arm-eabi")], [-1n, 255n]);
});

/** Expressions that a compiler accepts as constants, apart from overflow. */
const expression = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      fc.integer({ min: 0, max: 70000 }).map(String),
      fc.integer({ min: 0, max: 255 }).map((n) => `0x${n.toString(16)}u`),
      fc.constantFrom("'a'", "1ll", "0377", "5L"),
    ),
    fc
      .tuple(
        tie("expression"),
        fc.constantFrom(
          "+",
          "-",
          "*",
          "/",
          "%",
          "&",
          "|",
          "^",
          "<",
          ">",
          "<=",
          ">=",
          "==",
          "!=",
          "&&",
          "||",
          "<<",
          ">>",
        ),
        tie("expression"),
      )
      .map(([a, o, b]) => `(${a}) ${o} (${b})`),
    fc.tuple(fc.constantFrom("-", "~", "!", "+"), tie("expression")).map(([o, a]) => `${o}(${a})`),
    fc.tuple(tie("expression"), tie("expression"), tie("expression")).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
  ),
})).expression;

test("1,000 random expressions have GCC's values", { skip: requires("gcc") }, () => {
  const texts = fc.sample(expression, { seed: 20, numRuns: 1000 });
  const evaluated = texts.map((text) => ({ text, ours: value(text) })).filter(({ ours }) => typeof ours === "bigint");
  assert(evaluated.length > 500, `${evaluated.length} constants`);
  const folder = temporaryFolder();
  try {
    const lines = evaluated.map(
      ({ text, ours }) =>
        `_Static_assert((unsigned long long)(${text}) == ${BigInt.asUintN(64, ours as bigint)}ull, "");`,
    );
    writeFileSync(join(folder, "a.c"), lines.join("\n"));
    assert.equal(spawnSync("gcc", ["-fsyntax-only", "-w", join(folder, "a.c")], { encoding: "utf8" }).stderr, "");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
